/**
 * @file The header of a PLY file: what elements follow, in which encoding. (Turk, "The PLY polygon file format",
 * 1994.)
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { checkElementLimit, type ReadLimits } from '../limits.js';
import { scanText } from './text-scanner.js';

export type PlyScalar = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyScalar;
  /** Present for a list: the type of its length. */
  readonly countType?: PlyScalar;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  readonly comments: readonly string[];
  /** Where the data begins. */
  readonly dataOffset: number;
}

export const PLY_SCALAR_BYTES: Readonly<Record<PlyScalar, number>> = Object.freeze({
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
});

const TYPE_NAMES: ReadonlyMap<string, PlyScalar> = new Map([
  ...(Object.keys(PLY_SCALAR_BYTES) as PlyScalar[]).map((type): [string, PlyScalar] => [type, type]),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

const ENCODINGS: ReadonlyMap<string, PlyHeader['encoding']> = new Map([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little'],
  ['binary_big_endian', 'big'],
]);

const MAX_HEADER_LINES = 1000;

/** Parses the header and holds its counts against the bytes that follow. */
export function parsePlyHeader(bytes: Uint8Array, limits: ReadLimits): PlyHeader {
  const scanner = scanText(bytes);
  requireInput(
    scanner.nextLine() && scanner.word() === 'ply',
    'io/readPly: not a PLY file; it should begin with "ply"',
  );
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  const comments: string[] = [];
  let encoding: PlyHeader['encoding'] | undefined;
  for (;;) {
    requireInput(
      scanner.nextLine() && scanner.line <= MAX_HEADER_LINES,
      'io/readPly: the header has no end; the file is damaged',
    );
    const key = scanner.word();
    if (key === 'end_header') break;
    if (key === 'comment') comments.push(scanner.rest());
    else if (key === 'format') {
      const word = scanner.word();
      encoding = ENCODINGS.get(word);
      requireInput(
        encoding,
        `io/readPly: unknown format "${word.slice(0, 40)}"; write it as ascii or binary PLY`,
      );
    } else if (key === 'element') {
      const name = scanner.word();
      const count = scanner.number();
      requireInput(Number.isInteger(count), `io/readPly: element "${name.slice(0, 40)}" has no whole count`);
      checkElementLimit(`"${name.slice(0, 40)}" elements`, count, limits);
      elements.push({ name, count, properties: [] });
    } else if (key === 'property') {
      const element = elements[elements.length - 1];
      requireInput(element, 'io/readPly: a property stands before the first element; the header is damaged');
      element.properties.push(parseProperty(scanner.word, element.name));
    }
  }
  requireInput(encoding, 'io/readPly: the header names no format; the file is damaged');
  const header = { encoding, elements, comments, dataOffset: scanner.nextOffset };
  checkCounts(header, bytes.length);
  return header;
}

function parseProperty(word: () => string, element: string): PlyProperty {
  const scalar = (name: string): PlyScalar => {
    const type = TYPE_NAMES.get(name);
    if (!type) {
      throw new PosespaceError(
        'bad-input',
        `io/readPly: a property of "${element.slice(0, 40)}" has unknown type "${name.slice(0, 40)}"; write the file again`,
      );
    }
    return type;
  };
  const first = word();
  if (first !== 'list') return { type: scalar(first), name: word() };
  const countType = scalar(word());
  requireInput(
    !countType.startsWith('float'),
    'io/readPly: a list length cannot be a fraction; the header is damaged',
  );
  return { countType, type: scalar(word()), name: word() };
}

/** Every element needs bytes: a digit and a blank per value in text, the size of its scalars otherwise. */
function checkCounts(header: PlyHeader, byteLength: number): void {
  let needed = 0;
  for (const { name, count, properties } of header.elements) {
    requireInput(
      properties.length > 0 || count === 0,
      `io/readPly: element "${name.slice(0, 40)}" has no properties; the header is damaged`,
    );
    let size = 0;
    for (const { type, countType } of properties) {
      size += header.encoding === 'ascii' ? 2 : PLY_SCALAR_BYTES[countType ?? type];
    }
    needed += count * size;
  }
  // The last value of a text file needs no blank behind it.
  const available = byteLength - header.dataOffset + (header.encoding === 'ascii' ? 1 : 0);
  requireInput(
    needed <= available,
    `io/readPly: the header promises at least ${needed} bytes, ${available} are there; the file is truncated, fetch it again`,
  );
}
