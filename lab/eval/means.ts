/**
 * @file Means over what is there. What could not be measured is null and does not count; the mean of nothing is null,
 * so that JSON can say so.
 */

export type Figure = number | null;

/** The mean of the numbers among values. */
export function meanOf(values: readonly (Figure | undefined)[]): Figure {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : null;
}

/** The mean of each key over rows. */
export function meansOf<Key extends string>(
  rows: readonly { readonly [K in Key]?: Figure }[],
  keys: readonly Key[],
): Record<Key, Figure> {
  return Object.fromEntries(keys.map((key) => [key, meanOf(rows.map((row) => row[key]))])) as Record<
    Key,
    Figure
  >;
}
