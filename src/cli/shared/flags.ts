/**
 * @file Flags as typed records. A command declares `flags: { joints: count('…', { min: 2, max: 256 }) }` and gets
 * `options.joints` as a number, checked against its range. Help, defaults and usage errors all come from this one
 * table, with type, range, default and description, from which other interfaces can list the options too.
 *
 * The key in camel case is the flag: `skeletonFrom` is `--skeleton-from`; a toggle that is on by default is `--no-…`.
 */

import { PosespaceError } from '../../base/errors.js';

export type FlagType = 'toggle' | 'integer' | 'number' | 'choice' | 'list' | 'texts' | 'text' | 'path';

/** One flag. `Value` is what a command gets: with `undefined` where the flag may be absent. */
export interface Flag<Value = unknown> {
  readonly type: FlagType;
  readonly description: string;
  /** What the value is called in help, as in `--clip <name>`; a toggle has none. */
  readonly placeholder?: string;
  readonly default?: Value;
  /** The flag must be given. */
  readonly required?: boolean;
  /** Range of a number, both ends included. */
  readonly min?: number;
  readonly max?: number;
  /** Values of a choice, or of the entries of a list. */
  readonly choices?: readonly string[];
  /** The value where the flag is given without one. */
  readonly implied?: Value;
  /** The path is one that the command writes. */
  readonly written?: boolean;
  /** The part of a word of a text or list that names a file to read: the graph in `comfyui:graph.json`. */
  readonly fileIn?: FileIn;
  /** The value names a service, which may cost money, or code to load: the words that an assistant may use, if any. */
  readonly forAssistants?: readonly string[];
  /** The flag's old name, without dashes; it still works, with a notice. */
  readonly formerly?: string;
}

export type FileIn = (word: string) => string | undefined;

export type Flags = Readonly<Record<string, Flag>>;

/** The options that a command gets. */
export type OptionsOf<Table extends Flags> = {
  readonly [Name in keyof Table]: Table[Name] extends Flag<infer Value> ? Value : never;
};

interface Settings<Value> {
  readonly default?: Value;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly fileIn?: FileIn;
  readonly forAssistants?: readonly string[];
  readonly formerly?: string;
}

interface ChoiceSettings<Word> extends Settings<Word> {
  readonly implied?: Word;
}

interface RangeSettings extends Settings<number> {
  readonly min?: number;
  readonly max?: number;
}

/** The value is there if the flag has a default or is required. */
type Given<Value, Chosen> = Chosen extends { readonly default: Value } | { readonly required: true }
  ? Value
  : Value | undefined;

/** A whole number, from 0 up unless `min` says otherwise. */
export const count = <const Chosen extends RangeSettings>(
  description: string,
  settings?: Chosen,
): Flag<Given<number, Chosen>> =>
  flag<number, Chosen>('integer', description, { placeholder: 'count', min: 0, ...settings });

/** Any whole number. */
export const integer = <const Chosen extends RangeSettings>(
  description: string,
  settings?: Chosen,
): Flag<Given<number, Chosen>> =>
  flag<number, Chosen>('integer', description, { placeholder: 'integer', ...settings });

/** A finite number. Give its unit as the placeholder. */
export const number = <const Chosen extends RangeSettings>(
  description: string,
  settings?: Chosen,
): Flag<Given<number, Chosen>> =>
  flag<number, Chosen>('number', description, { placeholder: 'number', ...settings });

/** One of several words. */
export const oneOf = <Word extends string, const Chosen extends ChoiceSettings<Word>>(
  choices: readonly Word[],
  description: string,
  settings?: Chosen,
): Flag<Given<Word, Chosen>> =>
  flag<Word, Chosen>('choice', description, { placeholder: 'name', ...settings, choices });

/** Several of a set of words, separated by commas. */
export const someOf = <Word extends string>(
  choices: readonly Word[],
  description: string,
): Flag<readonly Word[] | undefined> => ({ type: 'list', description, placeholder: 'list', choices });

/** Texts separated by commas. */
export const list = (description: string, placeholder: string): Flag<readonly string[] | undefined> => ({
  type: 'list',
  description,
  placeholder,
});

/** Texts that may have commas in them: the flag is given once for each. */
export const texts = (
  description: string,
  settings: { readonly placeholder: string },
): Flag<readonly string[] | undefined> => ({ type: 'texts', description, ...settings });

/** Files or folders that the command reads, separated by commas. */
export const paths = (description: string): Flag<readonly string[] | undefined> => ({
  ...list(description, 'files'),
  fileIn: (word) => word,
});

export const text = <const Chosen extends Settings<string>>(
  description: string,
  settings?: Chosen,
): Flag<Given<string, Chosen>> =>
  flag<string, Chosen>('text', description, { placeholder: 'name', ...settings });

/** A file that the command writes. */
export const writtenPath = (description: string): Flag<string | undefined> => ({
  type: 'path',
  description,
  placeholder: 'file',
  written: true,
});

/** A file or folder that the command reads. */
export const path = <const Chosen extends Settings<string>>(
  description: string,
  settings?: Chosen,
): Flag<Given<string, Chosen>> =>
  flag<string, Chosen>('path', description, { placeholder: 'file', ...settings });

/** On or off. One that is on by default is switched off with `--no-…`. */
export const toggle = (
  description: string,
  settings: { readonly default?: boolean; readonly formerly?: string } = {},
): Flag<boolean> => ({ type: 'toggle', description, default: false, ...settings });

const flag = <Value, Chosen>(
  type: FlagType,
  description: string,
  settings: Omit<Flag<Value>, 'type' | 'description'>,
): Flag<Given<Value, Chosen>> => ({ type, description, ...settings }) as Flag<Given<Value, Chosen>>;

/** A flag as it is typed: `--skeleton-from`, `--no-adapt`. */
export function flagName(name: string, { type, default: usual }: Flag): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return type === 'toggle' && usual === true ? `--no-${kebab}` : `--${kebab}`;
}

/** What help says of a flag: its description, then choices, range and default where it has them. */
export function describeFlag({ type, description, choices, default: usual, required }: Flag): string {
  const notes = [
    ...(choices ? [`${type === 'list' ? 'some of' : 'one of'} ${choices.join(', ')}`] : []),
    ...(usual !== undefined && type !== 'toggle' ? [`default: ${usual}`] : []),
    ...(required ? ['required'] : []),
  ];
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
}

/** Typed options from what was given on the command line; throws bad usage in words. */
export function parseFlags<Table extends Flags>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
  command: string,
): OptionsOf<Table> {
  const options = Object.entries(table).map(([name, entry]) => {
    const former = entry.formerly === undefined ? undefined : given[camelCase(entry.formerly)];
    if (entry.type === 'toggle') {
      if (former !== undefined) return [name, !entry.default];
      return [name, given[name] === undefined ? entry.default : given[name] === true];
    }
    const value = given[name] === true ? entry.implied : (given[name] ?? former);
    if (value !== undefined && entry.type === 'texts') return [name, [value].flat().map(String)];
    if (value !== undefined) return [name, parseFlag(flagName(name, entry), entry, String(value))];
    if (entry.required) {
      const typed = `${flagName(name, entry)} <${entry.placeholder}>`;
      throw badUsage(`${command} needs ${typed}: ${entry.description}`);
    }
    return [name, entry.default];
  });
  return Object.fromEntries(options) as OptionsOf<Table>;
}

/** The old flags that were given, each with the flag to use instead. */
export const formerFlags = (
  table: Flags,
  given: Readonly<Record<string, unknown>>,
): [old: string, now: string][] =>
  Object.entries(table).flatMap(([name, entry]): [string, string][] =>
    entry.formerly !== undefined && given[camelCase(entry.formerly)] !== undefined
      ? [[`--${entry.formerly}`, flagName(name, entry)]]
      : [],
  );

const camelCase = (kebab: string): string => kebab.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

function parseFlag(name: string, { type, min, max, choices }: Flag, given: string): unknown {
  if (type === 'text' || type === 'path') return given;
  if (type === 'choice') {
    if (choices?.includes(given)) return given;
    throw badUsage(`${name} must be one of ${choices?.join(', ')}, got ${shortened(given)}`);
  }
  if (type === 'list') {
    const words = given.split(',').map((word) => word.trim());
    const unknown = choices && words.find((word) => !choices.includes(word));
    if (unknown === undefined) return words;
    throw badUsage(`${name} is a list of ${choices?.join(', ')}; "${shortened(unknown)}" is none of them`);
  }
  const value = given.trim() === '' ? Number.NaN : Number(given);
  const whole = type === 'integer';
  const valid = whole ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (valid && value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return value;
  throw badUsage(
    `${name} must be a ${whole ? 'whole number' : 'number'}${range(min, max)}, got ${shortened(given)}`,
  );
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` in ${min} to ${max}`;
  if (min !== undefined) return ` from ${min} up`;
  return max === undefined ? '' : ` up to ${max}`;
}

/** A text that was typed, cut where it is long. */
export const shortened = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;

const badUsage = (message: string): PosespaceError => new PosespaceError('bad-usage', message);
