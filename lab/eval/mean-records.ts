/**
 * @file Means of records of figures, however deep: every number is the mean over the records that have it.
 */

import { meanOf } from './means.js';

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
