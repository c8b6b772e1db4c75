/**
 * @file What one file may make, charged before it is made. By reference a small file can use one large thing many times, and
 * a packed one can unpack to anything: each piece is within the limits, their sum is not.
 */

import { PosespaceError } from '../base/errors.js';
import { checkElementLimit, type ReadLimits } from './limits.js';

/**
 * Counts what is about to be made; throws `bad-input` once the sum of its kind, or the memory of all kinds, of so many
 * bytes each, goes over the limit.
 */
export type Budget = (what: string, count: number, bytesEach?: number) => void;

/** The budget of one file. */
export function createBudget(limits: ReadLimits): Budget {
  const totals = new Map<string, number>();
  let bytes = 0;
  return (what, count, bytesEach = 0) => {
    const total = (totals.get(what) ?? 0) + count;
    totals.set(what, total);
    checkElementLimit(what, total, limits);
    bytes += count * bytesEach;
    if (bytes <= limits.maxMemory) return;
    throw new PosespaceError(
      'bad-input',
      `io/read: the file unpacks to more than ${limits.maxMemory} bytes (${total} ${what}); raise maxMemory (--max-memory) to read it`,
    );
  };
}
