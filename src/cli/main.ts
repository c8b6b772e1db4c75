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
process.on('SIGINT', () => {
  if (controller.signal.aborted) process.exit(EXIT.interrupted);
  controller.abort();
});
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
  },
  controller.signal,
);
