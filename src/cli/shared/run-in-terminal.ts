/** @file A program on the terminal it was started from: Ctrl-C, closed pipes, exit code. */

import { fileError } from '../../io/node-file-error.js';
import { type CommandDefinition, EXIT, type ProgramFacts, runProgram } from './shell.js';
import { openStandardOutput } from './standard-output.js';

/** Runs the command line of this process. */
export async function runInTerminal(
  facts: ProgramFacts,
  commands: readonly CommandDefinition[],
): Promise<void> {
  // The first Ctrl-C or SIGTERM aborts the work, which cleans up; the second ends the program at once.
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  const listen = (how: 'on' | 'off') => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process[how](name, stop);
  };
  listen('on');
  /** Work that lets no events in would never hear of Ctrl-C: without a listener the system ends the program at once. */
  const runBlocking = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    listen('off');
    try {
      return await work();
    } finally {
      listen('on');
    }
  };
  const nextInterrupt = (milliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (came: boolean) => {
        clearTimeout(timer);
        process.off('SIGINT', again);
        process.on('SIGINT', stop);
        resolve(came);
      };
      const again = () => end(true);
      const timer = setTimeout(() => end(false), milliseconds);
      process.off('SIGINT', stop);
      process.on('SIGINT', again);
    });
  const stdout = openStandardOutput((error) => {
    // Someone who closed the pipe (`| head`) has seen enough; who lost something else hears of it.
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    process.stderr.write(`${facts.name}: ${fileError('write', 'standard output', error).message}\n`);
    process.exit(EXIT.failed);
  });
  // Nothing can be said of it; the exit code still tells.
  process.stderr.on('error', () => {});

  process.exitCode = await runProgram(
    facts,
    commands,
    process.argv.slice(2),
    {
      stdout,
      stderr: (text) => process.stderr.write(text),
      interactive: process.stderr.isTTY === true,
      now: () => performance.now(),
      runBlocking,
      nextInterrupt,
    },
    controller.signal,
  );
}
