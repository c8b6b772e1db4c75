/** @file The built program as a process, with the events that it prints. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Starts the program and reads the events that it prints. */
export function startProgram(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...words, '--json'], {
    ...{ cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as const },
  });
  const seen: { event?: string; [key: string]: unknown }[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => {
    seen.push(JSON.parse(line));
    for (const wake of waiting.splice(0)) wake();
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void ended.then(() => waiting.splice(0).forEach((wake) => void wake()));
  const until = async (event: string, count = 1) => {
    while (seen.filter((one) => one.event === event).length < count && child.exitCode === null) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return seen.filter((one) => one.event === event);
  };
  return { child, seen, until, ended };
}
