/** @file What every check of a glTF document asks of single values: an index, a range, a list. */

import { PosespaceError, requireInput } from '../../base/errors.js';

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): boolean => typeof value === 'string';

export function checkList(value: unknown, what: string, holds: (item: unknown) => boolean): void {
  requireInput(
    value === undefined || (Array.isArray(value) && value.every(holds)),
    `io/gltf: ${what} should be a list; the file is damaged`,
  );
}

export function checkIndex(
  value: unknown,
  list: readonly unknown[] | undefined,
  what: string,
): asserts value is number {
  const length = list?.length ?? 0;
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) < length)) {
    throw new PosespaceError('bad-input', `io/gltf: ${what} refers to ${String(value)}, there are ${length}`);
  }
}

export function checkRange(start: number, length: number, available: number, what: string): void {
  requireInput(
    Number.isInteger(start) &&
      Number.isInteger(length) &&
      start >= 0 &&
      length >= 0 &&
      start + length <= available,
    `io/gltf: ${what} covers bytes ${start} to ${start + length}, there are ${available}; the file is damaged`,
  );
}

/** So many finite numbers, or nothing. */
export function checkNumbers(value: unknown, length: number, what: string): void {
  requireInput(
    value === undefined || (Array.isArray(value) && value.length === length && value.every(Number.isFinite)),
    `io/gltf: ${what} has a list that is not ${length} finite numbers; the file is damaged`,
  );
}
