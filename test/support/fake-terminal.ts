/**
 * @file A terminal that remembers what was printed, and the program run on it.
 */

import { COMMANDS } from '../../src/cli/commands.js';
import { type CommandDefinition, runProgram } from '../../src/cli/shared/shell.js';
import type { Terminal } from '../../src/cli/shared/terminal.js';

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order in which they came. */
  readonly screen: string;
}

export interface RunOptions {
  readonly commands?: readonly CommandDefinition[];
  readonly signal?: AbortSignal;
  /** Whether a person watches. Default false. */
  readonly interactive?: boolean;
  /** Called with everything that goes to stderr. */
  readonly onError?: (text: string) => void;
}

const PROGRAM = {
  name: 'posespace',
  description: 'Auto-rig, pose and animate any 3D mesh.',
  version: '1.2.3',
};

/** Runs `posespace` with the given words. Time goes by 100 ms at every look at the clock. */
export async function runPosespace(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { commands = COMMANDS, signal = new AbortController().signal, interactive = false } = options;
  let [stdout, stderr, screen, time] = ['', '', '', 0];
  const terminal: Terminal = {
    stdout: (text) => {
      stdout += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
      screen += text;
    },
    stderr: (text) => {
      stderr += text;
      screen += text;
      options.onError?.(text);
    },
    interactive,
    now: () => {
      time += 100;
      return time;
    },
  };
  const code = await runProgram(PROGRAM, commands, argv, terminal, signal);
  return { code, stdout, stderr, screen };
}
