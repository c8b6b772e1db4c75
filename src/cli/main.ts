#!/usr/bin/env node
/**
 * @file The `posespace` program.
 */

import { readFile } from 'node:fs/promises';
import { COMMANDS } from './commands.js';
import { EXIT, runProgram } from './shell.js';

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

// The first Ctrl-C asks the work to stop and clean up; the second does not ask.
const controller = new AbortController();
const stop = () => {
  if (controller.signal.aborted) process.exit(EXIT.interrupted);
  controller.abort();
};
process.on('SIGINT', stop);
/** Work that lets no events in would never hear of Ctrl-C: without a listener the system ends the program at once. */
const runBlocking = <Result>(work: () => Result): Result => {
  process.off('SIGINT', stop);
  try {
    return work();
  } finally {
    process.on('SIGINT', stop);
  }
};
// Someone closed the pipe (`| head`): there is nobody left to write to.
process.stdout.on('error', () => process.exit(EXIT.done));

process.exitCode = await runProgram(
  COMMANDS,
  version,
  process.argv.slice(2),
  {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
    now: () => performance.now(),
    runBlocking,
  },
  controller.signal,
);
