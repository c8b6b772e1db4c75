/**
 * @file Minimises a slow, noisy function of a few numbers by pattern search: each number is tried a step up and a step
 * down, what is better is kept, steps that found nothing are halved. No gradients; a few dozen evaluations a number.
 */

export interface SearchOptions {
  /** First step of every number, as a factor on positive ones or an amount. */
  readonly step?: number;
  readonly sweeps?: number;
  /** Told after every sweep. */
  readonly onSweep?: (sweep: number, value: number, numbers: readonly number[]) => void;
}

export const SEARCH_DEFAULTS = Object.freeze({ step: 0.3, sweeps: 6 } as const satisfies SearchOptions);

export interface SearchResult {
  readonly numbers: number[];
  readonly value: number;
  readonly evaluations: number;
}

/** Searches from a start. */
export async function searchNumbers(
  start: readonly number[],
  measure: (numbers: readonly number[]) => number | Promise<number>,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { step, sweeps, onSweep } = { ...SEARCH_DEFAULTS, ...options };
  let best = [...start];
  let value = await measure(best);
  let evaluations = 1;
  const steps = start.map((number) => step * Math.max(Math.abs(number), 0.1));
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 0; k < best.length; k++) {
      let found = false;
      for (const sign of [1, -1]) {
        const tried = [...best];
        tried[k] = best[k] + sign * steps[k];
        const result = await measure(tried);
        evaluations++;
        if (result >= value) continue;
        [best, value, found] = [tried, result, true];
        break;
      }
      if (!found) steps[k] /= 2;
    }
    onSweep?.(sweep, value, best);
  }
  return { numbers: best, value, evaluations };
}
