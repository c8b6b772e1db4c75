/** @file A program on the terminal it was started from: Ctrl-C, closed pipes, exit code. */

import { type CommandDefinition, EXIT, type ProgramFacts, runProgram } from './shell.js';

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
  // Someone closed the pipe (`| head`): nothing can be written any more.
  process.stdout.on('error', () => process.exit(EXIT.done));

  process.exitCode = await runProgram(
    facts,
    commands,
    process.argv.slice(2),
    {
      stdout: (text) => process.stdout.write(text),
      stderr: (text) => process.stderr.write(text),
      interactive: process.stderr.isTTY === true,
      now: () => performance.now(),
      runBlocking,
      nextInterrupt,
    },
    controller.signal,
  );
}
