/**
 * @file Commands in processes of their own: what hangs, crashes or takes too much memory or time is an answer here. Threads
 * would not do: when V8 cannot allocate, it ends the process and all of its threads, whatever their limits are. A process is
 * started when it is first needed and stays for the next command.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PosespaceError } from '../../base/errors.js';
import type { CallOptions, StepAnswer, StepCall } from '../../batch/step-call.js';
import type { VideoJobStore } from '../../video/models/video-job.js';
import { count, type OptionsOf } from '../shared/flags.js';
import { inWords } from '../shared/shell.js';
import { OUT_OF_MEMORY, type ProcessMessage, type ProcessRequest } from './command-call.js';

export interface CommandProcesses {
  /** Waits for a free process and runs the command; an aborted signal is the only thing that it throws for. */
  run(call: StepCall, options?: CallOptions): Promise<StepAnswer>;
  close(): Promise<void>;
}

/** What one command may use. */
export const LIMIT_FLAGS = {
  timeLimit: count('most seconds that one may take', { min: 1, default: 3600, placeholder: 'seconds' }),
  memoryLimit: count('most memory that one may take, MiB', { min: 256, default: 4096, placeholder: 'MiB' }),
};
export type CommandLimits = OptionsOf<typeof LIMIT_FLAGS>;

/** Milliseconds that a command has to stop by itself before its process is ended. */
const PATIENCE = 2000;
/** Characters of a process's last words that are kept: V8 says on stderr that it found no memory. */
const LAST_WORDS = 4000;

const PROGRAM = fileURLToPath(new URL('./command-process.js', import.meta.url));

interface Hand {
  readonly process: ChildProcess;
  lastWords: string;
}

/** A pool of at most so many processes. */
export function createCommandProcesses(limit: number, limits: CommandLimits): CommandProcesses {
  const idle: Hand[] = [];
  const all = new Set<Hand>();
  const waiting: ((hand: Hand) => void)[] = [];
  let taken = 0;

  const take = async (): Promise<Hand> => {
    if (taken >= limit) return new Promise((resolve) => waiting.push(resolve));
    taken++;
    return idle.pop() ?? start();
  };
  const start = (): Hand => {
    const child = fork(PROGRAM, [String(limits.memoryLimit)], {
      execArgv: [...process.execArgv, `--max-old-space-size=${limits.memoryLimit}`],
      serialization: 'advanced',
      // What a library prints is not for our stdout, on which protocols and --json are spoken.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const hand: Hand = { process: child, lastWords: '' };
    child.stderr?.on('data', (chunk: Buffer) => {
      hand.lastWords = (hand.lastWords + chunk.toString()).slice(-LAST_WORDS);
    });
    all.add(hand);
    // A process may end between two commands; the command that it runs hears of it in runOn.
    child.on('error', () => {});
    child.once('exit', () => {
      all.delete(hand);
      if (idle.includes(hand)) idle.splice(idle.indexOf(hand), 1);
    });
    return hand;
  };
  const giveBack = (hand: Hand | undefined) => {
    const next = waiting.shift();
    if (next) next(hand ?? start());
    else {
      taken--;
      if (hand) idle.push(hand);
    }
  };

  return {
    async run(call, options = {}) {
      const hand = await take();
      const { answer, alive } = await runOn(hand, call, options, limits);
      giveBack(alive ? hand : undefined);
      if ('error' in answer && answer.error.code === 'aborted') {
        throw new PosespaceError('aborted', 'stopped by the caller');
      }
      return answer;
    },
    async close() {
      await Promise.all([...all].map((hand) => endProcess(hand.process)));
    },
  };
}

/** Ends a process whatever it does, and waits until it has. */
const endProcess = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

interface Ended {
  readonly answer: StepAnswer;
  /** Whether the process can run another command. */
  readonly alive: boolean;
}

function runOn(
  hand: Hand,
  call: StepCall,
  { signal, onProgress, paidRequests }: CallOptions,
  limits: CommandLimits,
): Promise<Ended> {
  const { process: child } = hand;
  const { command } = call;
  return new Promise((resolve) => {
    let patience: NodeJS.Timeout | undefined;
    const end = (ended: Ended) => {
      clearTimeout(patience);
      clearTimeout(overtime);
      signal?.removeEventListener('abort', stop);
      child.off('message', onMessage);
      child.off('error', onError);
      child.off('close', onClose);
      resolve(ended);
    };
    const fail = (code: string, message: string) => {
      void endProcess(child);
      end({ answer: { error: { code, message } }, alive: false });
    };
    const onMessage = (message: unknown) => {
      const said = message as ProcessMessage;
      if ('progress' in said) onProgress?.(said.progress);
      else if ('ask' in said) void reply(child, said, paidRequests!);
      else end({ answer: said.answer, alive: true });
    };
    const onError = (error: Error) => fail('internal', `${command}: its process failed: ${error.message}`);
    const onClose = (code: number | null, name: string | null) =>
      OUT_OF_MEMORY.test(hand.lastWords)
        ? fail(
            'over-limit',
            `${command}: took more memory than ${limits.memoryLimit} MiB; raise --memory-limit, or simplify the file`,
          )
        : fail('internal', `${command}: its process ended (${name ?? code})`);
    const stop = () => {
      send(child, 'stop');
      patience = setTimeout(() => fail('aborted', 'stopped by the caller'), PATIENCE);
    };
    const overtime = setTimeout(
      () =>
        fail(
          'over-limit',
          `${command}: took longer than ${limits.timeLimit} s; raise --time-limit, or simplify the file`,
        ),
      limits.timeLimit * 1000,
    );
    child.on('message', onMessage);
    child.on('error', onError);
    child.on('close', onClose);
    signal?.addEventListener('abort', stop);
    send(child, { call, paid: paidRequests !== undefined });
    if (signal?.aborted) stop();
  });
}

/** A process that has just ended hears nothing; its end is an answer of its own. */
const send = (child: ChildProcess, request: ProcessRequest): void => {
  if (child.connected) child.send(request, () => {});
};

/** Does for a process what it asks of the store of paid requests. */
async function reply(
  child: ChildProcess,
  { ask, method, values }: Extract<ProcessMessage, { ask: number }>,
  store: VideoJobStore,
): Promise<void> {
  try {
    const work = store[method] as (...all: readonly unknown[]) => Promise<unknown>;
    send(child, { reply: ask, value: await work(...values) });
  } catch (error) {
    const { code, message } = inWords(error);
    send(child, { reply: ask, error: { code, message } });
  }
}
