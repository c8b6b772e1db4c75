/** @file The program of a command process: runs one command after the other, as the command line would. */

import { type ErrorCode, PosespaceError } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import type { CallOptions, StepAnswer, StepCall } from '../../batch/step-call.js';
import type { VideoJobStore } from '../../video/models/video-job.js';
import { referencesCommand } from '../batch/references-command.js';
import { COMMANDS } from '../commands.js';
import { commandName, invokeCommand, inWords } from '../shared/shell.js';
import type { ProcessMessage, ProcessRequest } from './command-call.js';
import { watchProcess } from './watch-process.js';

/** Least milliseconds between two reports of progress. */
const INTERVAL = 100;

function serve(memoryLimit: number): void {
  watchProcess(memoryLimit * 2 ** 20);
  // Ctrl-C goes to all processes of a terminal; ours are stopped by the one that started them.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => {});
  process.on('disconnect', () => process.exit());
  let controller = new AbortController();
  const post = (message: ProcessMessage) => void process.send?.(message, undefined, undefined, () => {});
  const asker = createAsker(post);
  process.on('message', async (message) => {
    const request = message as ProcessRequest;
    if (request === 'stop') controller.abort();
    else if ('reply' in request) asker.settle(request);
    else {
      controller = new AbortController();
      let reported = Number.NEGATIVE_INFINITY;
      const onProgress = (progress: Progress) => {
        if (performance.now() - reported < INTERVAL) return;
        reported = performance.now();
        post({ progress });
      };
      const { signal } = controller;
      const paidRequests = request.paid ? asker.store : undefined;
      post({ answer: await answer(request.call, { signal, onProgress, paidRequests }) });
    }
  });
}

/** A store of paid requests whose work is done by the program that started the process. */
function createAsker(post: (message: ProcessMessage) => void) {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  const ask =
    (method: keyof VideoJobStore) =>
    (...values: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        open.set(++last, { resolve: resolve as (value: unknown) => void, reject });
        post({ ask: last, method, values });
      });
  const store: VideoJobStore = {
    readJob: ask('readJob'),
    createJob: ask('createJob'),
    writeJob: ask('writeJob'),
    listJobs: ask('listJobs'),
    readOutput: ask('readOutput'),
    writeOutput: ask('writeOutput'),
  };
  return {
    store,
    settle({ reply, value, error }: Extract<ProcessRequest, { reply: number }>) {
      const waiting = open.get(reply);
      open.delete(reply);
      if (error?.code === 'internal') waiting?.reject(new Error(error.message));
      else if (error) waiting?.reject(new PosespaceError(error.code as ErrorCode, error.message));
      else waiting?.resolve(value);
    },
  };
}

async function answer(
  { command, operands, flags }: StepCall,
  work: CallOptions & { readonly signal: AbortSignal },
): Promise<StepAnswer> {
  try {
    const definition = [...COMMANDS, referencesCommand].find(
      (candidate) => commandName(candidate) === command,
    );
    if (!definition) throw new Error(`this version has no command "${command}"`);
    const host = { ...work, now: () => performance.now() };
    const {
      data,
      text,
      ok = true,
    } = await invokeCommand(definition, { operands: [...operands], flags }, host);
    return { ok, data, text };
  } catch (error) {
    const { code, message } = inWords(error);
    return { error: { code, message } };
  }
}

serve(Number(process.argv[2]));
