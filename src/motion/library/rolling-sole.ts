/**
 * @file A sole that tilts with its leg, as those of legs without ankles do, rolls from one edge to the other: the point
 * that is lowest must not slide. What it would slide by is measured from frame to frame and taken back.
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

export function createRollingSole(leg: number, points: Int32Array, frameCount: number): RollingSole {
  const count = points.length;
  const places = new Float64Array(frameCount * count * 2);
  const lowest = new Int32Array(frameCount);
  const stands = new Uint8Array(frameCount);
  return {
    leg,
    record(f, posed, { print, carried, y }) {
      const [c, s] = [Math.cos(print.yaw), Math.sin(print.yaw)];
      let low = Infinity;
      stands[f] = +(carried === 0 && y === 0);
      for (let i = 0; i < count; i++) {
        const p = points[i] * 3;
        const [x, z] = [posed[p] - print.x, posed[p + 2] - print.z];
        places[(f * count + i) * 2] = c * x - s * z;
        places[(f * count + i) * 2 + 1] = s * x + c * z;
        if (posed[p + 1] < low) [low, lowest[f]] = [posed[p + 1], i];
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
          for (let k = 0; k < 2; k++) {
            if (n > 0) {
              const before = run[n - 1];
              const at = lowest[before];
              slips[k] += places[(f * count + at) * 2 + k] - places[(before * count + at) * 2 + k];
            }
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
}
