/**
 * @file Terms of points with targets in space, for the same system as `frame-system.ts`: a point that moves by ω × r under
 * a rotation ω has r × e_k as its row along axis k.
 */

import { createMotionGatherer, createPointMotion, type FitBody, type PosedBody } from './fit-body.js';
import { type FrameSystem, parentAxes } from './frame-system.js';

/** Points of the surface and where they should be. */
export interface SpatialTargets {
  readonly count: number;
  /** Corners of the triangle. [N, 3] */
  readonly corners: Uint32Array;
  /** Weights of the corners. [N, 3] */
  readonly weights: Float32Array;
  /** Metres. [N, 3] */
  readonly targets: Float32Array;
}

/** Adds targets in space; `scale` is that of the robust function, metres, `weight` what they weigh together. */
export function addSpatialTerms(
  { size, matrix, vector }: FrameSystem,
  body: FitBody,
  posed: PosedBody,
  { count, corners, weights, targets }: SpatialTargets,
  scale: number,
  weight: number,
): void {
  const axes = parentAxes(body, posed);
  const gather = createMotionGatherer(body, posed);
  const motion = createPointMotion(body);
  const index = new Int32Array(size);
  const row = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    const o = i * 3;
    gather(motion, corners[o], corners[o + 1], corners[o + 2], weights[o], weights[o + 1], weights[o + 2]);
    const error = [0, 1, 2].map((k) => (targets[o + k] - motion.position[k]) / body.unit);
    const squared = error[0] ** 2 + error[1] ** 2 + error[2] ** 2;
    const w = weight / count / (1 + squared / (scale / body.unit) ** 2) ** 2;
    for (let axis = 0; axis < 3; axis++) {
      const length = fillRow(index, row, body, axes, motion, axis);
      for (let a = 0; a < length; a++) {
        const at = index[a];
        vector[at] += w * row[a] * error[axis];
        for (let b = 0; b <= a; b++) {
          const other = index[b];
          matrix[at > other ? at * size + other : other * size + at] += w * row[a] * row[b];
        }
      }
    }
  }
}

/** How one coordinate of a point, in half diameters, moves with the unknowns; returns their number. */
function fillRow(
  index: Int32Array,
  row: Float64Array,
  { jointCount, unit }: FitBody,
  axes: Float64Array,
  motion: { readonly joints: Int16Array; readonly levers: Float64Array; readonly count: number },
  axis: number,
): number {
  let length = 0;
  const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
  for (let slot = 0; slot < motion.count; slot++) {
    const joint = motion.joints[slot];
    // r × e_axis
    const along = motion.levers[slot * 3 + last] / unit;
    const back = -motion.levers[slot * 3 + next] / unit;
    for (let k = 0; k < 3; k++) {
      index[length] = joint * 3 + k;
      row[length++] = axes[joint * 9 + 3 * k + next] * along + axes[joint * 9 + 3 * k + last] * back;
    }
  }
  index[length] = jointCount * 3 + axis;
  row[length++] = 1;
  return length;
}
