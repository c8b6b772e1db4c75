/**
 * @file Means of figures. What could not be measured is null and does not count; the mean of nothing is null.
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

/** The record of means; null where there is no record. Records are all of one shape. */
export function meanRecords<Shape extends object>(records: readonly (Shape | null)[]): Shape | null {
  const present = records.filter((record) => record !== null);
  if (present.length === 0) return null;
  const keys = Object.keys(present[0]) as (keyof Shape)[];
  return Object.fromEntries(
    keys.map((key) => [key, meanValue(present.map((record) => record[key]))]),
  ) as Shape;
}

function meanValue(values: readonly unknown[]): unknown {
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    return meanRecords(values as readonly (object | null)[]);
  }
  return meanOf(values.map((value) => (typeof value === 'number' ? value : null)));
}
