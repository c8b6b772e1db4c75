/** @file When a foot stands, and what passes between: from the end of one stance to the beginning of the next. */

import { ease } from './motion-curves.js';

/** Runs of standing frames; in a loop one may go over the end. */
export function standingRuns(stands: Uint8Array, loop: boolean): number[][] {
  const n = stands.length;
  if (stands.every((one) => one === 1)) return [Array.from(stands, (_, f) => f)];
  const runs: number[][] = [];
  for (let f = 0; f < n; f++) {
    const before = f > 0 ? stands[f - 1] : loop ? stands[n - 1] : 0;
    if (!stands[f] || before) continue;
    const run: number[] = [];
    for (let g = f; stands[g % n] && (loop || g < n) && run.length < n; g++) run.push(g % n);
    runs.push(run);
  }
  return runs;
}

/** Gives the frames between runs values [F, width] that pass from the end of one to the beginning of the next. */
export function bridgeSwings(
  out: Float64Array,
  width: number,
  runs: readonly number[][],
  loop: boolean,
): void {
  const n = out.length / width;
  for (const [r, run] of runs.entries()) {
    const next = runs[r + 1] ?? (loop ? runs[0] : undefined);
    if (!next) continue;
    const from = run[run.length - 1];
    const gap = (next[0] - from + n) % n;
    for (let k = 1; k < gap; k++) {
      const f = (from + k) % n;
      const share = ease(k / gap);
      for (let c = 0; c < width; c++)
        out[f * width + c] = (1 - share) * out[from * width + c] + share * out[next[0] * width + c];
    }
  }
}
