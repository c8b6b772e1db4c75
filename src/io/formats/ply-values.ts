/**
 * @file The values of a PLY file, one after the other, whatever the encoding.
 *
 * A text file whose lines are as many as its elements is read line by line, so that values beyond those of the header
 * are left out; in any other an element may go over several lines.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { PLY_SCALAR_BYTES, type PlyElement, type PlyHeader, type PlyScalar } from './ply-header.js';
import { scanText } from './text-scanner.js';

export interface PlyValues {
  /** The next value. */
  read(type: PlyScalar): number;
  /** To be called before the first value of every element. */
  nextRow(): void;
  /** Lines with values that no property names. */
  longRows(): number;
}

export function createPlyValues(bytes: Uint8Array, header: PlyHeader): PlyValues {
  return header.encoding === 'ascii' ? textValues(bytes, header) : binaryValues(bytes, header);
}

function truncated(): never {
  throw new PosespaceError(
    'bad-input',
    'io/readPly: the data ends too early; the file is truncated, fetch it again',
  );
}

function textValues(bytes: Uint8Array, header: PlyHeader): PlyValues {
  const elementCount = header.elements.reduce((sum, { count }) => sum + count, 0);
  const counter = scanText(bytes, header.dataOffset);
  let lineCount = 0;
  while (lineCount <= elementCount && counter.nextLine()) lineCount++;
  const byLine = lineCount === elementCount;
  const scanner = scanText(bytes, header.dataOffset);
  let long = 0;
  let begun = false;
  return {
    read() {
      while (scanner.ended()) if (!scanner.nextLine()) truncated();
      return scanner.number();
    },
    nextRow() {
      if (!byLine) return;
      if (begun && !scanner.ended()) long++;
      begun = true;
      if (!scanner.nextLine()) truncated();
    },
    longRows: () => long + (byLine && begun && !scanner.ended() ? 1 : 0),
  };
}

function binaryValues(bytes: Uint8Array, header: PlyHeader): PlyValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = header.encoding === 'little';
  let at = header.dataOffset;
  const read = (type: PlyScalar): number => {
    const start = at;
    at += PLY_SCALAR_BYTES[type];
    if (at > bytes.length) truncated();
    switch (type) {
      case 'int8':
        return view.getInt8(start);
      case 'uint8':
        return view.getUint8(start);
      case 'int16':
        return view.getInt16(start, little);
      case 'uint16':
        return view.getUint16(start, little);
      case 'int32':
        return view.getInt32(start, little);
      case 'uint32':
        return view.getUint32(start, little);
      case 'float32':
        return view.getFloat32(start, little);
      default:
        return view.getFloat64(start, little);
    }
  };
  return { read, nextRow: () => {}, longRows: () => 0 };
}

export function readPlyLength(type: PlyScalar, { read }: PlyValues): number {
  const length = read(type);
  requireInput(
    Number.isInteger(length) && length >= 0,
    `io/readPly: a list has length ${length}; the file is damaged`,
  );
  return length;
}

export function skipPlyList(countType: PlyScalar, type: PlyScalar, values: PlyValues): void {
  const length = readPlyLength(countType, values);
  for (let k = 0; k < length; k++) values.read(type);
}

export function skipPlyElement(element: PlyElement, values: PlyValues): void {
  for (let i = 0; i < element.count; i++) {
    values.nextRow();
    for (const { type, countType } of element.properties) {
      if (countType) skipPlyList(countType, type, values);
      else values.read(type);
    }
  }
}
