/**
 * @file Commands on threads of their own: what hangs, crashes or runs out of memory there is an answer here, and work
 * that lets no events in can be ended. A thread is started when it is first needed and stays for the next command.
 */

import { Worker } from 'node:worker_threads';
import { PosespaceError } from '../../base/errors.js';
import type { CallOptions, StepAnswer, StepCall } from '../../batch/step-call.js';
import type { VideoJobStore } from '../../video/models/video-job.js';
import { inWords } from '../shared/shell.js';
import { COMMAND_THREAD, type ThreadMessage } from './command-call.js';

export interface CommandThreads {
  /** Waits for a free thread and runs the command; an aborted signal is the only thing that it throws for. */
  run(call: StepCall, options?: CallOptions): Promise<StepAnswer>;
  close(): Promise<void>;
}

/** Milliseconds that a command has to stop by itself before its thread is ended. */
const PATIENCE = 2000;

const PROGRAM = new URL('./command-worker.js', import.meta.url);

/** A pool of at most so many threads. */
export function createCommandThreads(limit: number, program: URL = PROGRAM): CommandThreads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: ((worker: Worker) => void)[] = [];
  let taken = 0;

  const take = async (): Promise<Worker> => {
    if (taken >= limit) return new Promise((resolve) => waiting.push(resolve));
    taken++;
    return idle.pop() ?? start();
  };
  const start = (): Worker => {
    // What a library prints is not for our stdout, on which protocols and --json are spoken.
    const worker = new Worker(program, { workerData: COMMAND_THREAD, stdout: true, stderr: true });
    worker.stdout.resume();
    worker.stderr.resume();
    all.add(worker);
    // A thread may end between two commands; the command that it runs hears of it in runOn.
    worker.on('error', () => {});
    worker.once('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    return worker;
  };
  const giveBack = (worker: Worker | undefined) => {
    const next = waiting.shift();
    if (next) next(worker ?? start());
    else {
      taken--;
      if (worker) idle.push(worker);
    }
  };

  return {
    async run(call, options = {}) {
      const worker = await take();
      const { answer, alive } = await runOn(worker, call, options);
      giveBack(alive ? worker : undefined);
      if ('error' in answer && answer.error.code === 'aborted') {
        throw new PosespaceError('aborted', 'stopped by the caller');
      }
      return answer;
    },
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

interface Ended {
  readonly answer: StepAnswer;
  /** Whether the thread can run another command. */
  readonly alive: boolean;
}

function runOn(
  worker: Worker,
  call: StepCall,
  { signal, onProgress, paidRequests }: CallOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    let patience: NodeJS.Timeout | undefined;
    const end = (ended: Ended) => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', stop);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(ended);
    };
    const fail = (code: string, message: string) =>
      end({ answer: { error: { code, message } }, alive: false });
    const onMessage = (message: ThreadMessage) => {
      if ('progress' in message) onProgress?.(message.progress);
      else if ('ask' in message) void reply(worker, message, paidRequests!);
      else end({ answer: message.answer, alive: true });
    };
    const onError = (error: Error) =>
      fail('internal', `${call.command}: its thread failed: ${error.message}`);
    const onExit = () => fail('internal', `${call.command}: its thread ended`);
    const stop = () => {
      worker.postMessage('stop');
      patience = setTimeout(() => {
        fail('aborted', 'stopped by the caller');
        void worker.terminate();
      }, PATIENCE);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    signal?.addEventListener('abort', stop);
    worker.postMessage({ call, paid: paidRequests !== undefined });
    if (signal?.aborted) stop();
  });
}

/** Does for a thread what it asks of the store of paid requests. */
async function reply(
  worker: Worker,
  { ask, method, values }: Extract<ThreadMessage, { ask: number }>,
  store: VideoJobStore,
): Promise<void> {
  try {
    const work = store[method] as (...all: readonly unknown[]) => Promise<unknown>;
    worker.postMessage({ reply: ask, value: await work(...values) });
  } catch (error) {
    const { code, message } = inWords(error);
    worker.postMessage({ reply: ask, error: { code, message } });
  }
}
