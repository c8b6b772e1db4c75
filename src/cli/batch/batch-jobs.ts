/**
 * @file Jobs from a command line: one per input. Options equal to their defaults are left out, so that spelling one out does not
 * make new work; files that flags name are inputs too; files to write have `{name}` in their paths.
 */

import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import {
  type Job,
  keyOfStep,
  type RunJob,
  type StepArgument,
  type StepFile,
} from '../../batch/step-record.js';
import { READ_LIMITS } from '../../io/limits.js';
import { type CommandLimits, createCommandProcesses } from '../processes/command-processes.js';
import { type Flag, type Flags, flagName } from '../shared/flags.js';
import { type CommandDefinition, commandName } from '../shared/shell.js';
import { type BatchInput, expandInputs } from './expand-inputs.js';
import { type FoundReferences, referencesCommand } from './references-command.js';
import { type FindReferences, findStepFiles } from './step-files.js';

export interface BatchRequestLine extends WorkOptions {
  readonly definition: CommandDefinition;
  /** Operand that is written instead of `-o`: that of `convert`. */
  readonly writesOperand: boolean;
  readonly inputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly output?: string;
  readonly seed: number;
  readonly maxBytes?: number;
  readonly version: string;
}

export interface BuiltJobs {
  readonly jobs: readonly Job[];
  readonly runJobs: readonly RunJob[];
}

/** Endings of what commands write, where it is not a GLB; a folder has none. */
const ENDINGS: Readonly<Record<string, string>> = {
  render: '.png',
  'pose map': '.json',
  splats: '.splats.ply',
  'video stage': '',
  'video generate': '',
};

/** Files whose references are looked for at once, and what the search for one may use: beyond that, it goes without. */
const SEARCHES = 4;
const SEARCH_LIMITS: CommandLimits = { timeLimit: 60, memoryLimit: 4096 };

/** Hashes all inputs and builds their jobs. */
export async function buildJobs(line: BatchRequestLine): Promise<BuiltJobs> {
  const { definition, inputs, signal, onProgress } = line;
  const command = commandName(definition);
  const outputOf = chooseOutput(line, command);
  return withReferences(signal, async (findReferences) => {
    const shared = await readFlagFiles(line, findReferences);
    const found = await expandInputs(inputs);
    const built = new Array<{ readonly job: Job; readonly runJob: RunJob }>(found.length);
    let next = 0;
    const lane = async () => {
      while (next < found.length) {
        throwIfAborted(signal);
        const i = next++;
        const input = found[i];
        onProgress?.({ stage: `reading ${input.path}`, fraction: i / found.length });
        built[i] = await buildJob(line, command, input, {
          shared,
          output: outputOf?.(input.name),
          findReferences,
        });
      }
    };
    await Promise.all(Array.from({ length: SEARCHES }, lane));
    return { jobs: built.map(({ job }) => job), runJobs: built.map(({ runJob }) => runJob) };
  });
}

/** Files are read in processes of their own: one that hangs keeps nobody's work from being queued. */
async function withReferences<Result>(
  signal: AbortSignal | undefined,
  work: (findReferences: FindReferences) => Promise<Result>,
): Promise<Result> {
  const processes = createCommandProcesses(Math.min(SEARCHES, availableParallelism()), SEARCH_LIMITS);
  try {
    return await work(async (path) => {
      const call = { command: commandName(referencesCommand), operands: [path], flags: {} };
      const answer = await processes.run(call, { signal });
      return 'data' in answer ? (answer.data as FoundReferences).names : [];
    });
  } finally {
    await processes.close();
  }
}

/** The job of a command that takes no file. */
export async function buildPlainJob(
  name: string,
  line: Pick<BatchRequestLine, 'definition' | 'options' | 'output' | 'seed' | 'version'>,
): Promise<BuiltJobs> {
  const { definition, output, version } = line;
  const command = commandName(definition);
  const { flags, files } = await withReferences(undefined, (search) => readFlagFiles(line, search));
  const step = {
    command,
    version,
    operands: [],
    flags: {
      ...flags,
      ...(output !== undefined && { output: { write: `output/${basename(output)}` } }),
    },
    files,
  };
  const key = keyOfStep(step);
  const typed = Object.entries(flags).flatMap(([flag, value]) =>
    typeFlag(flag, definition.flags?.[flag], value, files),
  );
  const written = output === undefined ? [] : ['-o', output];
  const reproduce = ['posespace', command, ...typed, ...written].join(' ');
  const outputs: Readonly<Record<string, string>> = output === undefined ? {} : { output: dirname(output) };
  return { jobs: [{ key, name, step, reproduce }], runJobs: [{ key, name, outputs }] };
}

/** The jobs of several lines as one. */
export const joinJobs = (built: readonly BuiltJobs[]): BuiltJobs => ({
  jobs: built.flatMap(({ jobs }) => jobs),
  runJobs: built.flatMap(({ runJobs }) => runJobs),
});

interface FlagFiles {
  readonly flags: Readonly<Record<string, StepArgument>>;
  readonly files: readonly StepFile[];
}

/** Options that differ from their defaults; files that they name, hashed once. */
async function readFlagFiles(
  {
    definition,
    options,
    seed,
    maxBytes,
  }: Pick<BatchRequestLine, 'definition' | 'options' | 'seed' | 'maxBytes'>,
  findReferences: FindReferences,
): Promise<FlagFiles> {
  const flags: Record<string, StepArgument> = {};
  const files: StepFile[] = [];
  const slotOf = async (role: string, path: string, before = '') => {
    const folder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    const found = await findStepFiles(role, path, folder, findReferences);
    files.push(...found.files);
    return { read: found.read, ...(before && { before }) };
  };
  for (const [name, flag] of Object.entries(definition.flags ?? {})) {
    const value = options[name];
    if (value === undefined || value === flag.default) continue;
    const wordOf = (word: string, role = name) => {
      const path = flag.fileIn?.(word);
      return path === undefined ? word : slotOf(role, path, word.slice(0, word.length - path.length));
    };
    if (flag.type === 'path' && !flag.written) flags[name] = await slotOf(name, String(value));
    // A folder each: two files may have the same name.
    else if (Array.isArray(value))
      flags[name] = await Promise.all(value.map((word, i) => wordOf(word, `${name}/${i}`)));
    else flags[name] = typeof value === 'string' ? await wordOf(value) : (value as StepArgument);
  }
  if (seed !== 0) flags.seed = seed;
  if (maxBytes !== undefined && maxBytes !== READ_LIMITS.maxBytes) flags.maxBytes = maxBytes;
  return { flags, files };
}

interface InputFacts {
  readonly shared: FlagFiles;
  readonly output: string | undefined;
  readonly findReferences: FindReferences;
}

async function buildJob(
  { definition, version, writesOperand }: BatchRequestLine,
  command: string,
  { path, name, folder }: BatchInput,
  { shared, output, findReferences }: InputFacts,
): Promise<{ readonly job: Job; readonly runJob: RunJob }> {
  const found = await findStepFiles('input', path, folder, findReferences);
  const outputs: Record<string, string> = {};
  const typed: string[] = [];
  const write = (role: string, target: string) => {
    outputs[role] = dirname(target);
    return { write: `${role}/${basename(target)}` };
  };
  const flags: Record<string, StepArgument> = {};
  for (const [flagKey, value] of Object.entries(shared.flags)) {
    const flag = definition.flags?.[flagKey];
    const target = flag?.written ? String(value).replaceAll('{name}', name) : undefined;
    flags[flagKey] = target === undefined ? value : write(flagKey, target);
    typed.push(...typeFlag(flagKey, flag, target ?? value, shared.files));
  }
  const operands: StepArgument[] = [{ read: found.read }];
  if (output !== undefined && writesOperand) operands.push(write('output', output));
  else if (output !== undefined) flags.output = write('output', output);
  const step = { command, version, operands, flags, files: [...found.files, ...shared.files] };
  const key = keyOfStep(step);
  const target = output === undefined ? [] : writesOperand ? [quote(output)] : ['-o', quote(output)];
  const reproduce = ['posespace', command, quote(path), ...target, ...typed].join(' ');
  return { job: { key, name: path, step, reproduce }, runJob: { key, name: path, outputs } };
}

/** Where the result of a name goes; nothing where the command writes none. */
function chooseOutput(
  { definition, output, writesOperand, options }: BatchRequestLine,
  command: string,
): ((name: string) => string) | undefined {
  for (const [name, flag] of Object.entries(definition.flags ?? {})) {
    const value = options[name];
    if (flag.written && value !== undefined && !String(value).includes('{name}')) {
      const spelled = flagName(name, flag);
      throw new PosespaceError(
        'bad-usage',
        `batch: ${spelled} needs {name} in it, as ${spelled} "sheets/{name}.png"`,
      );
    }
  }
  if (!definition.output && !writesOperand) {
    if (output === undefined) return undefined;
    throw new PosespaceError(
      'bad-usage',
      `batch: ${command} writes no file; its reports are in the manifest`,
    );
  }
  if (output === undefined) {
    throw new PosespaceError('bad-usage', `batch ${command} needs -o <folder>, or -o "folder/{name}.glb"`);
  }
  if (output.includes('{name}')) return (name) => output.replaceAll('{name}', name);
  if (writesOperand) {
    throw new PosespaceError('bad-usage', `batch: -o says the format: -o "${join(output, '{name}.glb')}"`);
  }
  return (name) => join(output, `${name}${ENDINGS[command] ?? '.glb'}`);
}

/** A flag as a person would type it. */
function typeFlag(
  name: string,
  flag: Flag | undefined,
  value: unknown,
  files: readonly StepFile[],
): string[] {
  const spelled = flag ? flagName(name, flag) : `--${name === 'maxBytes' ? 'max-bytes' : name}`;
  if (flag?.type === 'toggle') return [spelled];
  if (flag?.type === 'texts') return [value].flat().flatMap((one) => [spelled, quote(String(one))]);
  const wordOf = (word: unknown): string => {
    const { read, before = '' } = word as { read?: string; before?: string };
    return read === undefined
      ? String(word)
      : before + (files.find(({ name }) => name === read)?.path ?? read);
  };
  return [spelled, quote(Array.isArray(value) ? value.map(wordOf).join() : wordOf(value))];
}

/** The command line of a batch, without where its queue and storage are. */
export const typeLine = (
  command: string,
  inputs: readonly string[],
  output: string | undefined,
  flags: Flags,
  options: Readonly<Record<string, unknown>>,
): string => {
  const given = Object.entries(flags).filter(
    ([name, { default: usual }]) => options[name] !== undefined && options[name] !== usual,
  );
  const typed = given.flatMap(([name, flag]) => typeFlag(name, flag, options[name], []));
  const target = output === undefined ? [] : ['-o', quote(output)];
  return ['posespace', command, ...inputs.map(quote), ...target, ...typed].join(' ');
};

/** A word as a shell takes it. */
const quote = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
