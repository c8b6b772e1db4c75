/**
 * @file The binary encoding of FBX: nested records, each with the offset of its end, and arrays that may be
 * deflated. (Layout: "FBX binary file format specification", Blender developer blog, 2013.)
 *
 * Every record must end inside of its parent, every array must be backed by bytes (deflate cannot grow data more
 * than 1032-fold), and all inflated arrays together stay below the size limit.
 */

import { PosespaceError, requireInput } from '../../../base/errors.js';
import type { ReadLimits } from '../../limits.js';
import type { FbxDocument, FbxNode, FbxNumbers, FbxValue } from './fbx-node.js';
import type { Inflate } from './inflate.js';

const MAGIC = 'Kaydara FBX Binary  \0';
const HEADER_BYTES = 27;
const MAX_DEPTH = 64;
const MAX_DEFLATE_RATIO = 1032;
/** Real files grow less than tenfold; these leave room, and keep what a small bomb costs small. */
const MAX_GROWTH = 64;
const SMALL_BYTES = 16 * 1024 * 1024;

export const isFbxBinary = (bytes: Uint8Array): boolean =>
  bytes.length >= HEADER_BYTES && [...MAGIC].every((char, i) => bytes[i] === char.charCodeAt(0));

/** The readable part of the header alone: what is left of it where a program took the file for text. */
export const startsLikeFbxBinary = (bytes: Uint8Array): boolean =>
  [...MAGIC.trimEnd().slice(0, -3)].every((char, i) => bytes[i] === char.charCodeAt(0));

interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly wide: boolean;
  readonly inflate: Inflate;
  at: number;
  /** Bytes that arrays may still take. */
  arrayBytesLeft: number;
}

const damaged = (what: string): PosespaceError =>
  new PosespaceError('bad-input', `io/readFbx: ${what}; the file is damaged, fetch or export it again`);

/** Parses the records of a binary file. */
export function parseFbxBinary(bytes: Uint8Array, inflate: Inflate, limits: ReadLimits): FbxDocument {
  requireInput(isFbxBinary(bytes), 'io/readFbx: not a binary FBX file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(23, true);
  // From 7.5 on sizes and offsets have 64 bits.
  const wide = version >= 7500;
  const arrayBytesLeft = Math.min(limits.maxBytes, Math.max(SMALL_BYTES, bytes.length * MAX_GROWTH));
  const cursor: Cursor = { bytes, view, wide, inflate, at: HEADER_BYTES, arrayBytesLeft };
  const children: FbxNode[] = [];
  const recordBytes = wide ? 25 : 13;
  // A record of zeros ends the list; the footer behind it is of no use.
  while (cursor.at + recordBytes <= bytes.length) {
    const node = parseNode(cursor, bytes.length, 0);
    if (!node) return { version, children };
    children.push(node);
  }
  if (children.length === 0) throw damaged('there are no records');
  return { version, children };
}

function readSize(cursor: Cursor): number {
  const { view, wide } = cursor;
  const size = wide ? Number(view.getBigUint64(cursor.at, true)) : view.getUint32(cursor.at, true);
  cursor.at += wide ? 8 : 4;
  return size;
}

function parseNode(cursor: Cursor, limit: number, depth: number): FbxNode | undefined {
  const start = cursor.at;
  const recordBytes = cursor.wide ? 25 : 13;
  if (start + recordBytes > limit) throw damaged(`the record at ${start} is cut off`);
  if (depth > MAX_DEPTH) throw damaged(`records are nested deeper than ${MAX_DEPTH}`);
  const end = readSize(cursor);
  const valueCount = readSize(cursor);
  const valueBytes = readSize(cursor);
  const nameLength = cursor.bytes[cursor.at++];
  if (end === 0) return undefined;
  const valuesEnd = cursor.at + nameLength + valueBytes;
  if (!(end <= limit && valuesEnd <= end && valueCount <= valueBytes)) {
    throw damaged(`the record at ${start} does not fit into the one around it`);
  }
  const name = decodeText(cursor.bytes.subarray(cursor.at, cursor.at + nameLength));
  cursor.at += nameLength;
  const values: FbxValue[] = [];
  for (let i = 0; i < valueCount; i++) values.push(parseValue(cursor, valuesEnd));
  if (cursor.at !== valuesEnd)
    throw damaged(`the values of record "${name.slice(0, 40)}" do not end where they should`);
  const children: FbxNode[] = [];
  while (cursor.at < end) {
    const child = parseNode(cursor, end, depth + 1);
    if (!child) break;
    children.push(child);
  }
  cursor.at = end;
  return { name, values, children };
}

const decoder = new TextDecoder();
const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

const ELEMENT_BYTES: Readonly<Record<string, number>> = { b: 1, c: 1, d: 8, f: 4, i: 4, l: 8 };

function take(cursor: Cursor, length: number, limit: number): number {
  const at = cursor.at;
  if (!(at + length <= limit)) throw damaged(`a value at ${at} reaches past the end of its record`);
  cursor.at = at + length;
  return at;
}

function parseValue(cursor: Cursor, limit: number): FbxValue {
  const { view, bytes } = cursor;
  const type = String.fromCharCode(bytes[take(cursor, 1, limit)]);
  switch (type) {
    case 'C':
    case 'B':
      // Some exporters write letters: true is odd either way.
      return (view.getUint8(take(cursor, 1, limit)) & 1) === 1;
    case 'Y':
      return view.getInt16(take(cursor, 2, limit), true);
    case 'I':
      return view.getInt32(take(cursor, 4, limit), true);
    case 'F':
      return view.getFloat32(take(cursor, 4, limit), true);
    case 'D':
      return view.getFloat64(take(cursor, 8, limit), true);
    case 'L': {
      const value = view.getBigInt64(take(cursor, 8, limit), true);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    case 'S':
    case 'R': {
      const length = view.getUint32(take(cursor, 4, limit), true);
      const at = take(cursor, length, limit);
      const content = bytes.subarray(at, at + length);
      return type === 'S' ? decodeText(content) : content;
    }
    default:
      if (type in ELEMENT_BYTES) return parseArray(cursor, type, limit);
      throw damaged(`a value at ${cursor.at - 1} has the unknown type ${type.charCodeAt(0)}`);
  }
}

function parseArray(cursor: Cursor, type: string, limit: number): FbxNumbers {
  const at = take(cursor, 12, limit);
  const count = cursor.view.getUint32(at, true);
  const encoding = cursor.view.getUint32(at + 4, true);
  const stored = cursor.view.getUint32(at + 8, true);
  const length = count * ELEMENT_BYTES[type];
  const deflated = encoding === 1;
  const start = take(cursor, deflated ? stored : length, limit);
  if (encoding > 1) throw damaged(`an array at ${at} has the unknown encoding ${encoding}`);
  if (deflated && length > stored * MAX_DEFLATE_RATIO) {
    throw damaged(`an array at ${at} claims ${count} elements in ${stored} bytes`);
  }
  cursor.arrayBytesLeft -= length;
  if (cursor.arrayBytesLeft < 0)
    throw damaged('the arrays unpack to more than the limits allow for a file of its size');
  const raw = cursor.bytes.subarray(start, cursor.at);
  return decodeArray(type, count, deflated ? cursor.inflate(raw, length) : raw);
}

function decodeArray(type: string, count: number, bytes: Uint8Array): FbxNumbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'd': {
      const out = new Float64Array(count);
      for (let i = 0; i < count; i++) out[i] = view.getFloat64(i * 8, true);
      return out;
    }
    case 'f': {
      const out = new Float32Array(count);
      for (let i = 0; i < count; i++) out[i] = view.getFloat32(i * 4, true);
      return out;
    }
    case 'i': {
      const out = new Int32Array(count);
      for (let i = 0; i < count; i++) out[i] = view.getInt32(i * 4, true);
      return out;
    }
    case 'l': {
      // Times in ticks: exact up to 54 hours.
      const out = new Float64Array(count);
      for (let i = 0; i < count; i++)
        out[i] = view.getInt32(i * 8 + 4, true) * 4294967296 + view.getUint32(i * 8, true);
      return out;
    }
    default:
      return bytes;
  }
}
