/**
 * @file What all commands share: --json, --seed, -o, progress, Ctrl-C, exit codes and errors in words.
 *
 * A command is a function from its context to an outcome: data for --json, text for people. It never prints.
 */

import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type ErrorCode, PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { READ_LIMITS, type ReadLimits } from '../../io/limits.js';
import { createProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

export const EXIT = Object.freeze({ done: 0, failed: 1, usage: 2, interrupted: 130 });

export interface CommandContext extends WorkOptions {
  readonly signal: AbortSignal;
  readonly seed: number;
  /** Where -o points, if given. */
  readonly output?: string;
  readonly limits: Partial<ReadLimits>;
  /** The command's own options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Runs work that lets no events in and leaves nothing behind: Ctrl-C ends the program at once meanwhile. */
  readonly runBlocking: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
}

export interface Outcome {
  /** Printed by --json as one object. */
  readonly data: object;
  /** Printed otherwise. */
  readonly text: string;
  /** False where the work could not be done although nothing was thrown; exit code 1. Default true. */
  readonly ok?: boolean;
  /** What goes on after the outcome is printed: a server. The program ends with it. */
  readonly until?: Promise<void>;
}

export interface CommandDefinition {
  /** As commander has it: `convert <input> <output>`. */
  readonly usage: string;
  readonly summary: string;
  /** Whole command lines with a few words on each. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What -o is for; absent where the command writes nothing. */
  readonly output?: string;
  /** Flags of its own: `--flag <value>`, meaning, default. */
  readonly flags?: readonly (readonly [flag: string, meaning: string, fallback?: string])[];
  run(context: CommandContext, ...operands: string[]): Promise<Outcome>;
}

/** What a program says of itself. */
export interface ProgramFacts {
  readonly name: string;
  readonly description: string;
  readonly version: string;
}

/** Runs a command line and returns the exit code. Aborting the signal stops it cleanly. */
export async function runProgram(
  { name, description, version }: ProgramFacts,
  definitions: readonly CommandDefinition[],
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command(name)
    .description(description)
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr })
    .configureHelp({ showGlobalOptions: false })
    .showSuggestionAfterError()
    .addHelpText('after', `\nExamples of a command: ${name} <command> --help`);
  for (const definition of definitions) {
    addCommand(
      program,
      definition,
      async (context, operands, json, clearBar) => {
        exitCode = await runCommand(name, definition, context, operands, json, terminal, clearBar);
      },
      terminal,
      signal,
    );
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version "fail" with 0; no command at all is a question, too.
    if (error.exitCode === 0 || error.code === 'commander.help') return EXIT.done;
    if (argv.includes('--json')) {
      const message = error.message.replace(/^error: /, '');
      terminal.stdout(`${JSON.stringify({ error: { code: 'bad-usage', message } })}\n`);
    }
    return EXIT.usage;
  }
  return exitCode;
}

function addCommand(
  program: Command,
  definition: CommandDefinition,
  run: (context: CommandContext, operands: string[], json: boolean, clearBar: () => void) => Promise<void>,
  terminal: Terminal,
  signal: AbortSignal,
): void {
  // `eval io <folder>` is a command of a command.
  const words = definition.usage.split(' ');
  let parent = program;
  while (words.length > 1 && /^[a-z]/.test(words[1])) {
    const name = words.shift()!;
    const known = parent.commands.find((command) => command.name() === name);
    parent =
      known ??
      parent.command(name).exitOverride().description(`${name} …: see ${program.name()} ${name} --help`);
  }
  const command = parent.command(words.join(' ')).description(definition.summary).exitOverride();
  for (const [flag, meaning, fallback] of definition.flags ?? []) command.option(flag, meaning, fallback);
  if (definition.output) command.option('-o, --output <path>', definition.output);
  command
    .option('--seed <integer>', 'seed of everything random', parseInteger, 0)
    .option('--max-bytes <count>', 'largest file to read', parseInteger, READ_LIMITS.maxBytes)
    .option('--json', 'one JSON object on stdout instead of text', false)
    .addHelpText(
      'after',
      `\nExamples:\n${definition.examples.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`).join('\n')}`,
    );
  command.action(async (...parameters: unknown[]) => {
    const { json, seed, output, maxBytes, ...options } = command.opts();
    const operands = parameters.slice(0, command.registeredArguments.length) as string[];
    const bar = createProgressBar(terminal, !json);
    const context: CommandContext = {
      signal,
      seed,
      output,
      limits: { maxBytes },
      options,
      now: terminal.now,
      runBlocking: async (work) => {
        // Twice: a Ctrl-C that came during earlier work is looked at after the first timer, before the second.
        await pauseUnlessAborted(signal);
        await pauseUnlessAborted(signal);
        return terminal.runBlocking ? terminal.runBlocking(work) : work();
      },
      onProgress: bar.update,
    };
    await run(context, operands, json, bar.clear);
  });
}

async function runCommand(
  programName: string,
  definition: CommandDefinition,
  context: CommandContext,
  operands: string[],
  json: boolean,
  terminal: Terminal,
  clearBar: () => void,
): Promise<number> {
  try {
    throwIfAborted(context.signal);
    const { data, text, ok = true, until } = await definition.run(context, ...operands);
    // Before anything is printed: the bar is still on the line.
    clearBar();
    terminal.stdout(json ? `${JSON.stringify(data)}\n` : `${text.trimEnd()}\n`);
    await until;
    return ok ? EXIT.done : EXIT.failed;
  } catch (error) {
    clearBar();
    const { code, message } = inWords(error);
    if (json) terminal.stdout(`${JSON.stringify({ error: { code, message } })}\n`);
    terminal.stderr(`${programName}: ${message}\n`);
    if (code === 'aborted') return EXIT.interrupted;
    return code === 'bad-usage' ? EXIT.usage : EXIT.failed;
  }
}

function inWords(error: unknown): { code: ErrorCode | 'internal'; message: string } {
  if (error instanceof PosespaceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `something went wrong that should not have (${message}); please report it with the file`,
  };
}

/** Parses an integer option. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
