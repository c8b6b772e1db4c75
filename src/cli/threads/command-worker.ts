/** @file The program of a command thread: runs one command after the other, as the command line would. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Progress } from '../../base/progress.js';
import type { StepAnswer, StepCall } from '../../batch/step-call.js';
import { COMMANDS } from '../commands.js';
import { commandName, invokeCommand, inWords } from '../shared/shell.js';
import { COMMAND_THREAD, type ThreadMessage, type ThreadRequest } from './command-call.js';

/** Least milliseconds between two reports of progress. */
const INTERVAL = 100;

function serve(port: NonNullable<typeof parentPort>): void {
  let controller = new AbortController();
  const post = (message: ThreadMessage) => port.postMessage(message);
  port.on('message', async (request: ThreadRequest) => {
    if (request === 'stop') controller.abort();
    else {
      controller = new AbortController();
      let reported = Number.NEGATIVE_INFINITY;
      const onProgress = (progress: Progress) => {
        if (performance.now() - reported < INTERVAL) return;
        reported = performance.now();
        post({ progress });
      };
      post({ answer: await answer(request.call, controller.signal, onProgress) });
    }
  });
}

async function answer(
  { command, operands, flags }: StepCall,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<StepAnswer> {
  try {
    const definition = COMMANDS.find((candidate) => commandName(candidate) === command);
    if (!definition) throw new Error(`this version has no command "${command}"`);
    const host = { signal, onProgress, now: () => performance.now() };
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

if (parentPort && workerData === COMMAND_THREAD) serve(parentPort);
