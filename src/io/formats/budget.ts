/**
 * @file A running total checked against the limits. By reference a small file can use one large thing many times: each
 * use is within the limits, their sum is not.
 */

import { checkElementLimit, type ReadLimits } from '../limits.js';

/** Counts what is about to be made; throws `bad-input` once the sum of its kind goes over the limit. */
export type Budget = (what: string, count: number) => void;

export function createBudget(limits: ReadLimits): Budget {
  const totals = new Map<string, number>();
  return (what, count) => {
    const total = (totals.get(what) ?? 0) + count;
    totals.set(what, total);
    checkElementLimit(what, total, limits);
  };
}
