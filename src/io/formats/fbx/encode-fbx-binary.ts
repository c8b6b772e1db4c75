/**
 * @file Encodes a tree of records as binary FBX 7.4. The identifiers at the end are the constants that every
 * writer without Autodesk's SDK uses; readers compare them with the creation time, which is therefore constant too.
 */

import { PosespaceError } from '../../../base/errors.js';

/** A number that is to be stored as a 64-bit float even where it is whole. */
export interface FbxDouble {
  readonly double: number;
}

export type FbxOutputValue =
  | number
  | bigint
  | boolean
  | string
  | FbxDouble
  | Float64Array
  | Float32Array
  | Int32Array
  | BigInt64Array
  | Uint8Array;

export interface FbxOutputNode {
  readonly name: string;
  readonly values: readonly FbxOutputValue[];
  readonly children: readonly FbxOutputNode[];
}

export const FBX_CREATION_TIME = '1970-01-01 10:00:00:000';
// prettier-ignore
export const FBX_FILE_ID = Uint8Array.of(
  0x28,
  0xb3,
  0x2a,
  0xeb,
  0xb6,
  0x24,
  0xcc,
  0xc2,
  0xbf,
  0xc8,
  0xb0,
  0x2a,
  0xa9,
  0x2b,
  0xfc,
  0xf1,
);
const FOOTER_ID = [
  0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e,
];
const FOOTER_END = [
  0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b,
];
const HEADER = 'Kaydara FBX Binary  \0\x1a\0';
const RECORD_BYTES = 13;
const VERSION = 7400;

/** The bytes of a document. `deflate` packs arrays (zlib); without it they are stored as they are. */
export function encodeFbxBinary(
  nodes: readonly FbxOutputNode[],
  deflate?: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const put = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const text = new TextEncoder();
  const putNumber = (size: number, write: (view: DataView) => void): void => {
    const chunk = new Uint8Array(size);
    write(new DataView(chunk.buffer));
    put(chunk);
  };
  const putUint32 = (value: number): void => putNumber(4, (view) => view.setUint32(0, value, true));
  const putSized = (type: string, bytes: Uint8Array): void => {
    put(text.encode(type));
    putUint32(bytes.length);
    put(bytes);
  };
  const putValue = (value: FbxOutputValue): void => {
    if (typeof value === 'string') putSized('S', text.encode(value));
    else if (value instanceof Uint8Array) putSized('R', value);
    else if (ArrayBuffer.isView(value)) {
      const raw = littleEndian(value);
      const bytes = deflate ? deflate(raw) : raw;
      put(text.encode(arrayType(value)));
      for (const field of [value.length, deflate ? 1 : 0, bytes.length]) putUint32(field);
      put(bytes);
    } else {
      const type = scalarType(value);
      put(text.encode(type));
      if (type === 'C') put(Uint8Array.of(value ? 1 : 0));
      else if (type === 'I') putNumber(4, (view) => view.setInt32(0, value as number, true));
      else if (type === 'L') putNumber(8, (view) => view.setBigInt64(0, value as bigint, true));
      else {
        const double = typeof value === 'object' ? value.double : (value as number);
        putNumber(8, (view) => view.setFloat64(0, double, true));
      }
    }
  };
  const putNode = ({ name, values, children }: FbxOutputNode): void => {
    const record = new Uint8Array(RECORD_BYTES);
    put(record);
    const label = text.encode(name);
    put(label);
    const valueStart = length;
    for (const value of values) putValue(value);
    const valueBytes = length - valueStart;
    for (const child of children) putNode(child);
    // A list of children ends with a record of zeros; so does a record that holds nothing at all.
    if (children.length > 0 || values.length === 0) put(new Uint8Array(RECORD_BYTES));
    if (length > 0xffffffff) {
      throw new PosespaceError('unsupported', 'io/writeFbx: more than 4 GB; write a smaller scene');
    }
    const view = new DataView(record.buffer);
    view.setUint32(0, length, true);
    view.setUint32(4, values.length, true);
    view.setUint32(8, valueBytes, true);
    view.setUint8(12, label.length);
  };

  put(text.encode(HEADER));
  putUint32(VERSION);
  for (const node of nodes) putNode(node);
  put(new Uint8Array(RECORD_BYTES));
  put(Uint8Array.from(FOOTER_ID));
  put(new Uint8Array(4));
  put(new Uint8Array(16 - (length & 15)));
  putUint32(VERSION);
  put(new Uint8Array(120));
  put(Uint8Array.from(FOOTER_END));
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

function scalarType(value: number | bigint | boolean | FbxDouble): 'C' | 'I' | 'L' | 'D' {
  if (typeof value === 'boolean') return 'C';
  if (typeof value === 'bigint') return 'L';
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? 'I' : 'D';
}

type OutputArray = Float64Array | Float32Array | Int32Array | BigInt64Array;

function arrayType(array: OutputArray): string {
  if (array instanceof Float64Array) return 'd';
  if (array instanceof Float32Array) return 'f';
  return array instanceof Int32Array ? 'i' : 'l';
}

function littleEndian(array: OutputArray): Uint8Array {
  const bytes = new Uint8Array(array.byteLength);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < array.length; i++) {
    if (array instanceof Float64Array) view.setFloat64(i * 8, array[i], true);
    else if (array instanceof Float32Array) view.setFloat32(i * 4, array[i], true);
    else if (array instanceof Int32Array) view.setInt32(i * 4, array[i], true);
    else view.setBigInt64(i * 8, array[i], true);
  }
  return bytes;
}
