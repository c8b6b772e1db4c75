/**
 * @file The text encoding of FBX: `Name: value, value { Name: … }`. Values go on in the next line after a comma;
 * `*24 { a: … }` is an array.
 */

import { PosespaceError, requireInput } from '../../../base/errors.js';
import { checkElementLimit, type ReadLimits } from '../../limits.js';
import type { FbxDocument, FbxNode, FbxNumbers, FbxValue } from './fbx-node.js';

const MAX_DEPTH = 64;
const [QUOTE, COMMA, STAR, COLON, SEMICOLON, OPEN, CLOSE, NEWLINE] = [34, 44, 42, 58, 59, 123, 125, 10];
const decoder = new TextDecoder();

interface Draft {
  readonly name: string;
  values: FbxValue[];
  readonly children: FbxNode[];
  /** Whether its values are an array, to be found in a record "a" inside of it. */
  readonly isArray: boolean;
}

/** Parses the records of a text file. */
export function parseFbxText(bytes: Uint8Array, limits: ReadLimits): FbxDocument {
  const children: FbxNode[] = [];
  const open: Draft[] = [];
  let valueCount = 0;
  let at = 0;

  const fail = (what: string): never => {
    let line = 1;
    for (let i = 0; i < at && i < bytes.length; i++) if (bytes[i] === NEWLINE) line++;
    throw new PosespaceError('bad-input', `io/readFbx: line ${line}: ${what}; export the file again`);
  };
  const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;
  const skipBlanks = (): void => {
    while (at < bytes.length && isBlank(bytes[at])) at++;
  };
  /** Blanks, line ends and comments. */
  const skipSpace = (): void => {
    for (;;) {
      skipBlanks();
      if (bytes[at] === NEWLINE) at++;
      else if (bytes[at] === SEMICOLON) while (at < bytes.length && bytes[at] !== NEWLINE) at++;
      else return;
    }
  };
  const isWordEnd = (byte: number): boolean =>
    isBlank(byte) || byte === NEWLINE || byte === COMMA || byte === OPEN || byte === CLOSE || byte === COLON;
  const readWord = (): string => {
    const start = at;
    while (at < bytes.length && !isWordEnd(bytes[at])) at++;
    if (at - start > 400) fail('a word has no end');
    return decoder.decode(bytes.subarray(start, at));
  };
  const readValue = (): FbxValue => {
    if (bytes[at] === QUOTE) {
      const end = bytes.indexOf(QUOTE, at + 1);
      if (end < 0) fail('a text has no closing quote');
      const text = decoder.decode(bytes.subarray(at + 1, end)).replaceAll('&quot;', '"');
      at = end + 1;
      return text;
    }
    const word = readWord();
    const number = Number(word);
    if (word === '' || Number.isNaN(number)) return word;
    return Number.isInteger(number) && !Number.isSafeInteger(number) && /^[-+]?\d+$/.test(word)
      ? BigInt(word)
      : number;
  };
  /** The values behind a name; whether an array was announced. */
  const readValues = (): { values: FbxValue[]; isArray: boolean } => {
    const values: FbxValue[] = [];
    skipBlanks();
    if (bytes[at] === STAR) {
      at++;
      readWord();
      return { values, isArray: true };
    }
    while (at < bytes.length) {
      skipBlanks();
      const byte = bytes[at];
      if (byte === NEWLINE || byte === OPEN || byte === CLOSE || byte === SEMICOLON) break;
      if (byte === COLON) fail('a colon behind a value');
      if (byte !== COMMA) values.push(readValue());
      skipBlanks();
      if (bytes[at] !== COMMA) break;
      at++;
      skipSpace();
    }
    valueCount += values.length;
    checkElementLimit('values', valueCount, limits);
    return { values, isArray: false };
  };
  const close = (draft: Draft): void => {
    const values = draft.isArray ? [packNumbers(draft)] : draft.values;
    const node: FbxNode = { name: draft.name, values, children: draft.isArray ? [] : draft.children };
    (open[open.length - 1]?.children ?? children).push(node);
  };

  for (;;) {
    skipSpace();
    if (at >= bytes.length) break;
    if (bytes[at] === CLOSE) {
      at++;
      const draft = open.pop();
      if (!draft) fail('a brace that closes nothing');
      else close(draft);
      continue;
    }
    const name = readWord();
    if (bytes[at] !== COLON || name === '') fail('a record without a name');
    at++;
    const draft: Draft = { name, ...readValues(), children: [] };
    skipBlanks();
    if (bytes[at] === OPEN) {
      at++;
      if (open.length >= MAX_DEPTH) fail(`records are nested deeper than ${MAX_DEPTH}`);
      open.push(draft);
    } else close(draft);
  }
  requireInput(
    open.length === 0,
    'io/readFbx: the text ends inside of a record; the file is truncated, fetch it again',
  );
  return { version: findVersion(children), children };
}

function packNumbers(draft: Draft): FbxNumbers {
  const values = draft.children.find((child) => child.name === 'a')?.values ?? [];
  const numbers = Float64Array.from(values, (value) =>
    typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN,
  );
  // These floats are written as the integers that have their bits, because some of them are no floats.
  if (draft.name !== 'KeyAttrDataFloat' || !numbers.every(Number.isInteger)) return numbers;
  return new Float32Array(Int32Array.from(numbers).buffer);
}

function findVersion(children: readonly FbxNode[]): number {
  const header = children.find((child) => child.name === 'FBXHeaderExtension');
  const version = header?.children.find((child) => child.name === 'FBXVersion')?.values[0];
  requireInput(typeof version === 'number', 'io/readFbx: neither a binary nor a text FBX file');
  return version;
}
