/**
 * @file What all commands share: --json, --seed, -o, progress, Ctrl-C, exit codes and errors in words.
 *
 * A command is a function from its context to an outcome: data for --json, text for people. It never prints.
 */

import { Command, CommanderError, Option } from 'commander';
import { type ErrorCode, PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { READ_LIMITS, type ReadLimits } from '../../io/limits.js';
import type { VideoJobStore } from '../../video/models/video-job.js';
import {
  count,
  describeFlag,
  type Flag,
  type Flags,
  flagName,
  formerFlags,
  integer,
  type OptionsOf,
  parseFlags,
  path,
  shortened,
  toggle,
} from './flags.js';
import { createProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

export const EXIT = Object.freeze({ done: 0, failed: 1, usage: 2, interrupted: 130 });

export interface CommandContext<Options = unknown> extends WorkOptions {
  readonly signal: AbortSignal;
  readonly seed: number;
  /** Where -o points, if given. */
  readonly output?: string;
  readonly limits: Partial<ReadLimits>;
  /** Folder below which files that an input refers to may lie; its own by default. */
  readonly root?: string;
  /** The values of the command's own flags. */
  readonly options: Options;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Runs work that lets no events in and leaves nothing behind: Ctrl-C ends the program at once meanwhile. */
  readonly runBlocking: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
  /** With --json, a line on stdout before the outcome; otherwise nothing. */
  readonly onEvent: (event: object) => void;
  /** After Ctrl-C: says something on stderr, and whether Ctrl-C comes once more within some milliseconds. */
  readonly askOnceMore: (words: string, milliseconds: number) => Promise<boolean>;
  /** Where requests to paid services are kept, if not in the home folder. */
  readonly paidRequests?: VideoJobStore;
}

export interface Outcome {
  /** Printed by --json as one object. */
  readonly data: object;
  /** Printed otherwise; where it is empty nothing is. */
  readonly text: string;
  /** Written to stdout; data or text then goes to stderr. */
  readonly bytes?: Uint8Array;
  /** False where the work could not be done although nothing was thrown; exit code 1. Default true. */
  readonly ok?: boolean;
  /** What goes on after the outcome is printed: a server. The program ends with it. */
  readonly until?: Promise<void>;
}

export interface CommandDefinition<Table extends Flags = Flags> {
  /** As commander has it: `convert <input> <output>`. */
  readonly usage: string;
  /** Its name in earlier versions, as `pose walk`: it still works, with a notice, and help does not list it. */
  readonly formerly?: string;
  readonly summary: string;
  /** Whole command lines with a few words on each. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What -o is for; absent where the command writes nothing. */
  readonly output?: string;
  /** Flags of its own. */
  readonly flags?: Table;
  run(context: CommandContext<OptionsOf<Table>>, ...operands: string[]): Promise<Outcome>;
}

/** A command whose `run` gets its options typed by its flags. */
export const defineCommand = <const Table extends Flags = Record<never, Flag>>(
  definition: CommandDefinition<Table>,
): CommandDefinition => definition as unknown as CommandDefinition;

/** Flags of every command. */
const COMMON_FLAGS = {
  seed: integer('seed of everything random', { default: 0 }),
  maxBytes: count('size of the largest file to read, bytes', { default: READ_LIMITS.maxBytes }),
  maxElements: count('most vertices and keys to read', { default: READ_LIMITS.maxElements }),
  maxMemory: count('most memory for what a file unpacks to, bytes', { default: READ_LIMITS.maxMemory }),
  root: path('folder below which files that the input refers to may lie (default: its own folder)', {
    placeholder: 'folder',
  }),
  json: toggle('print one JSON object on stdout instead of text'),
};

/** Characters of an error about what was typed. */
const LONGEST_ERROR = 400;

/** What a program says of itself. */
export interface ProgramFacts {
  readonly name: string;
  /** How it is called, as help shows it; by default its name. */
  readonly invocation?: string;
  readonly description: string;
  readonly version: string;
  /** What groups of commands are for: `pose` of `pose sample`. */
  readonly groups?: Readonly<Record<string, string>>;
}

/** Runs a command line and returns the exit code. Aborting the signal stops it cleanly. */
export async function runProgram(
  { name, invocation = name, description, version, groups = {} }: ProgramFacts,
  definitions: readonly CommandDefinition[],
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command(invocation)
    .description(description)
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.stdout,
      writeErr: terminal.stderr,
      // What was typed may be a whole file, by a slip of the shell.
      outputError: (message, write) => write(shortened(message, LONGEST_ERROR)),
    })
    .configureHelp({ showGlobalOptions: false })
    .showSuggestionAfterError()
    .addHelpText('after', `\nExamples of a command: ${invocation} <command> --help`);
  for (const definition of definitions) {
    const { usage, formerly } = definition;
    const run = async (typed: TypedCommand) => {
      exitCode = await runCommand(name, definition, typed, terminal, signal);
    };
    addCommand(program, definition, { usage, hidden: false }, groups, run);
    if (formerly === undefined) continue;
    // The old name takes the same operands; it says once what the new one is, on stderr.
    const operands = usage.split(' ').filter((word) => !/^[a-z]/.test(word));
    const former = { usage: [formerly, ...operands].join(' '), hidden: true };
    addCommand(program, definition, former, groups, async (typed) => {
      terminal.stderr(deprecated(name, formerly, commandName(definition)));
      await run(typed);
    });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version "fail" with 0; so does a call without any command, which prints the help.
    if (error.exitCode === 0 || error.code === 'commander.help') return EXIT.done;
    if (argv.includes('--json')) {
      const message = shortened(error.message.replace(/^error: /, ''), LONGEST_ERROR);
      terminal.stdout(`${JSON.stringify({ error: { code: 'bad-usage', message } })}\n`);
    }
    return EXIT.usage;
  }
  return exitCode;
}

/** The words of a command: `pose sample`. */
export const commandName = ({ usage }: CommandDefinition): string =>
  usage
    .split(' ')
    .filter((word) => /^[a-z]/.test(word))
    .join(' ');

/** What was typed, before anything is checked. */
export interface TypedCommand {
  readonly operands: string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

function addCommand(
  program: Command,
  definition: CommandDefinition,
  { usage, hidden }: { readonly usage: string; readonly hidden: boolean },
  groups: Readonly<Record<string, string>>,
  run: (typed: TypedCommand) => Promise<void>,
): void {
  // `pose sample <input>` is a command of the group `pose`.
  const words = usage.split(' ');
  let parent = program;
  while (words.length > 1 && /^[a-z]/.test(words[1])) {
    const group = words.shift()!;
    const known = parent.commands.find((command) => command.name() === group);
    parent =
      known ??
      parent
        .command(group)
        .exitOverride()
        .description(groups[group] ?? `see ${program.name()} ${group} --help`);
  }
  const command = parent.command(words.join(' '), { hidden }).description(definition.summary).exitOverride();
  for (const [name, flag] of Object.entries(definition.flags ?? {})) addFlag(command, name, flag);
  if (definition.output) command.option('-o, --output <path>', definition.output);
  for (const [name, flag] of Object.entries(COMMON_FLAGS)) addFlag(command, name, flag);
  const examples = definition.examples.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(async (...parameters: unknown[]) => {
    // The last operand may stand for several: `<inputs...>`.
    const operands = parameters.slice(0, command.registeredArguments.length).flat() as string[];
    await run({ operands, flags: command.opts() });
  });
}

const deprecated = (program: string, old: string, now: string): string =>
  `${program}: "${old}" is deprecated, use "${now}"\n`;

function addFlag(command: Command, name: string, flag: Flag): void {
  const value = flag.implied === undefined ? ` <${flag.placeholder}>` : ` [${flag.placeholder}]`;
  const spelled = (typed: string) => (flag.type === 'toggle' ? typed : `${typed}${value}`);
  const option = new Option(spelled(flagName(name, flag)), describeFlag(flag));
  if (flag.type === 'texts') option.argParser((one, before?: string[]) => [...(before ?? []), one]);
  command.addOption(option);
  if (flag.formerly !== undefined) command.addOption(new Option(spelled(`--${flag.formerly}`)).hideHelp());
}

async function runCommand(
  programName: string,
  definition: CommandDefinition,
  { operands, flags }: TypedCommand,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const json = flags.json === true;
  for (const [old, now] of formerFlags(definition.flags ?? {}, flags)) {
    terminal.stderr(deprecated(programName, old, now));
  }
  const bar = createProgressBar(terminal, !json);
  try {
    const outcome = await invokeCommand(
      definition,
      { operands, flags },
      {
        signal,
        now: terminal.now,
        onProgress: bar.update,
        onEvent: (event) => {
          if (json) terminal.stdout(`${JSON.stringify(event)}\n`);
        },
        runBlocking: terminal.runBlocking,
        askOnceMore: async (words, milliseconds) => {
          bar.clear();
          terminal.stderr(`${programName}: ${words}\n`);
          return (await terminal.nextInterrupt?.(milliseconds)) ?? false;
        },
      },
    );
    const { data, text, bytes, ok = true, until } = outcome;
    // Before anything is printed: the bar is still on the line.
    bar.clear();
    const lines = json ? JSON.stringify(data) : text.trimEnd();
    if (bytes) terminal.stdout(bytes);
    if (lines !== '') (bytes ? terminal.stderr : terminal.stdout)(`${lines}\n`);
    await until;
    return ok ? EXIT.done : EXIT.failed;
  } catch (error) {
    bar.clear();
    const { code, message } = inWords(error);
    if (json) terminal.stdout(`${JSON.stringify({ error: { code, message } })}\n`);
    terminal.stderr(`${programName}: ${message}\n`);
    if (code === 'aborted') return EXIT.interrupted;
    return code === 'bad-usage' ? EXIT.usage : EXIT.failed;
  }
}

/** What a command may use of the program that runs it. */
export interface CommandHost extends WorkOptions {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onEvent?: (event: object) => void;
  readonly runBlocking?: CommandContext['runBlocking'];
  readonly askOnceMore?: CommandContext['askOnceMore'];
  readonly paidRequests?: VideoJobStore;
}

/** Checks what was typed and runs the command; throws what goes wrong. */
export async function invokeCommand(
  definition: CommandDefinition,
  { operands, flags }: TypedCommand,
  host: CommandHost,
): Promise<Outcome> {
  const { signal, now, onProgress, onEvent = () => {}, runBlocking = async (work) => work() } = host;
  const name = commandName(definition);
  const { seed, maxBytes, maxElements, maxMemory, root } = parseFlags(COMMON_FLAGS, flags, name);
  const options = parseFlags(definition.flags ?? {}, flags, name);
  throwIfAborted(signal);
  const context: CommandContext = {
    signal,
    seed,
    output: flags.output as string | undefined,
    limits: { maxBytes, maxElements, maxMemory },
    root,
    options,
    now,
    runBlocking: async (work) => {
      // Twice: a Ctrl-C that came during earlier work is looked at after the first timer, before the second.
      await pauseUnlessAborted(signal);
      await pauseUnlessAborted(signal);
      return runBlocking(work);
    },
    onProgress,
    onEvent,
    askOnceMore: host.askOnceMore ?? (async () => false),
    paidRequests: host.paidRequests,
  };
  return definition.run(context as CommandContext<never>, ...operands);
}

/** A name in an error that is this long is a file that was typed by a slip of the shell. */
const withoutSlips = (message: string): string =>
  message
    .replace(/"([^"]{400,})"/g, (_, name: string) => `"${shortened(name)}"`)
    .replace(/\S{400,}/g, (word) => shortened(word));

/** An error as a code and a sentence. */
export function inWords(error: unknown): { code: ErrorCode | 'internal'; message: string } {
  if (error instanceof PosespaceError) return { code: error.code, message: withoutSlips(error.message) };
  // WebAssembly's file systems throw plain objects: { name: 'ErrnoError', errno: 28 }.
  const { message, name, errno } = Object(error) as { message?: string; name?: string; errno?: number };
  const said = message ?? (name === undefined ? String(error) : `${name} ${errno ?? ''}`.trim());
  return {
    code: 'internal',
    message: `something went wrong that should not have (${said}); please report it with the file`,
  };
}
