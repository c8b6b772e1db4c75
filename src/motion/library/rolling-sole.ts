/**
 * @file A sole that tilts with its leg, as those of legs without ankles do, rolls from one edge to the other, and skin
 * that hangs on foot and shank alike is drawn along by the shank. What the points near the ground slide by, in the mean,
 * is measured from frame to frame and taken back.
 */

import type { FootControl } from './motion-frame.js';
import { bridgeSwings, standingRuns } from './standing-runs.js';

export interface RollingSole {
  readonly leg: number;
  /** Notes where the points of the sole are in a frame. */
  record(frame: number, posed: Float32Array, foot: FootControl): void;
  /** How the foot must be moved in each frame, in the axes of its print. [F, 2] */
  solve(loop: boolean): Float64Array;
}

/** `low` is the height below which a point is near the ground. */
export function createRollingSole(
  leg: number,
  points: Int32Array,
  frameCount: number,
  low: number,
): RollingSole {
  const count = points.length;
  const places = new Float64Array(frameCount * count * 2);
  const lowest = new Int32Array(frameCount);
  const near = new Uint8Array(frameCount * count);
  const stands = new Uint8Array(frameCount);
  return {
    leg,
    record(f, posed, { print, carried, y }) {
      const [c, s] = [Math.cos(print.yaw), Math.sin(print.yaw)];
      let least = Infinity;
      stands[f] = +(carried === 0 && y === 0);
      for (let i = 0; i < count; i++) {
        const p = points[i] * 3;
        const [x, z] = [posed[p] - print.x, posed[p + 2] - print.z];
        places[(f * count + i) * 2] = c * x - s * z;
        places[(f * count + i) * 2 + 1] = s * x + c * z;
        near[f * count + i] = +(posed[p + 1] < low);
        if (posed[p + 1] < least) [least, lowest[f]] = [posed[p + 1], i];
      }
    },
    solve(loop) {
      const out = new Float64Array(frameCount * 2);
      if (count === 0) return out;
      const runs = standingRuns(stands, loop);
      for (const run of runs) {
        const slips = [0, 0];
        const mean = [0, 0];
        for (const [n, f] of run.entries()) {
          const slip = n > 0 ? slipBetween(run[n - 1], f) : [0, 0];
          for (let k = 0; k < 2; k++) {
            slips[k] += slip[k];
            out[f * 2 + k] = -slips[k];
            mean[k] += slips[k] / run.length;
          }
        }
        for (const f of run) for (let k = 0; k < 2; k++) out[f * 2 + k] += mean[k];
      }
      bridgeSwings(out, 2, runs, loop);
      return out;
    },
  };

  /** Mean way of the points that are near the ground in both frames; of the lowest one where there is none. */
  function slipBetween(before: number, now: number): number[] {
    const sum = [0, 0];
    let found = 0;
    const add = (i: number) => {
      for (let k = 0; k < 2; k++)
        sum[k] += places[(now * count + i) * 2 + k] - places[(before * count + i) * 2 + k];
      found++;
    };
    for (let i = 0; i < count; i++) if (near[before * count + i] && near[now * count + i]) add(i);
    if (found === 0) add(lowest[before]);
    return sum.map((x) => x / found);
  }
}
