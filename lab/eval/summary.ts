/**
 * @file Medians over rows of figures, whole and by category. Rows without a figure do not count in its median; a
 * median of nothing is null, so that JSON can say so.
 */

import { median as medianOfNumbers } from '../../src/math/statistics.js';

/** The median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : medianOfNumbers(values);
}

/** The median of each key over rows. */
export function mediansOf<Key extends string>(
  rows: readonly { readonly [K in Key]?: number }[],
  keys: readonly Key[],
): Record<Key, number | null> {
  const medianOf = (key: Key) => median(rows.flatMap((row) => (row[key] === undefined ? [] : [row[key]])));
  return Object.fromEntries(keys.map((key) => [key, medianOf(key)])) as Record<Key, number | null>;
}

/** Rows by a name that each has, names in alphabetical order. */
export function groupRows<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(nameOf(row));
    if (group) group.push(row);
    else groups.set(nameOf(row), [row]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How often each word occurs, in alphabetical order. */
export function countWords(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...groupRows(words, (word) => word)].map(([word, all]) => [word, all.length]));
}
