/**
 * @file Draws one individual's measures from a row of a table: a pair of numbers is a range, a list of words a choice,
 * a list of rows is drawn one by one, and a row with a `chance` may be absent.
 */

import type { Rng } from '../../src/base/rng.js';

/** What may stand in a table for a plan of type T. */
export type Row<T> = [T] extends [number]
  ? number | readonly [number, number]
  : [T] extends [string]
    ? T | readonly T[]
    : [T] extends [readonly (infer U)[]]
      ? readonly Row<U>[]
      : { readonly [K in keyof T]: Row<NonNullable<T[K]>> } & {
          /** How often it is there at all, 0 to 1. */
          readonly chance?: number;
        };

/** Draws a plan from its row. */
export function drawRow<T>(rng: Rng, row: Row<T>): T {
  return drawValue(rng, row) as T;
}

function drawValue(rng: Rng, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number') return rng.range(value[0], value[1]);
    if (typeof value[0] === 'string') return value[rng.integer(value.length)];
    return value.map((each) => drawValue(rng, each)).filter((each) => each !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const { chance, ...fields } = value as Record<string, unknown>;
  // Drawn even when absent, so that the numbers after it stay the same.
  const there = chance === undefined || rng.next() < (chance as number);
  const drawn: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) drawn[key] = drawValue(rng, fields[key]);
  return there ? drawn : undefined;
}
