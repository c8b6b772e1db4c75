/** @file Numbers given as flags. */

import { PosespaceError } from '../../base/errors.js';

/** The value of a flag as a whole number, or undefined where it was not given. */
export function wholeNumber(
  flag: string,
  text: unknown,
  low: number,
  high = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  const range = high === Number.MAX_SAFE_INTEGER ? `from ${low}` : `in ${low} to ${high}`;
  throw new PosespaceError('bad-usage', `${flag} must be a whole number ${range}, got ${text}`);
}
