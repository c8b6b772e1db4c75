/**
 * @file Rigid motions of parts of a surface, and the point that two motions share: where a joint between them lies.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { alignRotationInto } from '../../math/nearest-rotation.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import type { Trajectories } from './fit-state.js';

/** Weight of "near the seam" against "moves with both" when the centre of a joint is chosen, radians. */
const SEAM_ANGLE = 0.15;
/** Largest distance of a joint from the middle of its seam, in longest sides. */
const SEAM_REACH = 0.08;

/** The rigid motion nearest to a set of trajectories, frame by frame. [F, 12] */
export function fitMotion(data: Trajectories, vertices: readonly number[], motion: Float64Array): void {
  const { points } = data;
  const from = [0, 0, 0];
  for (const v of vertices) for (let k = 0; k < 3; k++) from[k] += points[v * 3 + k] / vertices.length;
  const cross = new Float64Array(9);
  const to = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let f = 0; f < data.frameCount; f++) {
    const frame = data.frames[f];
    to.fill(0);
    for (const v of vertices) for (let k = 0; k < 3; k++) to[k] += frame[v * 3 + k] / vertices.length;
    cross.fill(0);
    for (const v of vertices) {
      const x = frame[v * 3] - to[0];
      const y = frame[v * 3 + 1] - to[1];
      const z = frame[v * 3 + 2] - to[2];
      for (let c = 0; c < 3; c++) {
        const p = points[v * 3 + c] - from[c];
        cross[c * 3] += p * x;
        cross[c * 3 + 1] += p * y;
        cross[c * 3 + 2] += p * z;
      }
    }
    alignRotationInto(turn, 0, cross);
    const a = f * 12;
    quaternionToMatrixInto(motion, a, turn, 0);
    for (let r = 0; r < 3; r++) {
      motion[a + 9 + r] =
        to[r] - (motion[a + r] * from[0] + motion[a + 3 + r] * from[1] + motion[a + 6 + r] * from[2]);
    }
  }
}

export interface SharedPoint {
  readonly center: readonly number[];
  /** Distance between where the two motions move it, root mean square over frames, in longest sides. */
  readonly apart: number;
}

/**
 * argmin_p Σ_f |A p − B p|² + weight |p − seam|². The second motion may be part of a larger array: its frames start at
 * `offset` and are `stride` apart.
 */
export function sharedPoint(
  first: Float64Array,
  second: Float64Array,
  frameCount: number,
  seam: readonly number[],
  offset = 0,
  stride = 12,
): SharedPoint {
  const pull = frameCount * SEAM_ANGLE * SEAM_ANGLE;
  const matrix = new Float64Array(9);
  const right = Float64Array.from(seam, (x) => pull * x);
  for (let k = 0; k < 3; k++) matrix[k * 4] = pull;
  const d = new Float64Array(12);
  const differenceInto = (f: number) => {
    for (let i = 0; i < 12; i++) d[i] = first[f * 12 + i] - second[offset + f * stride + i];
  };
  for (let f = 0; f < frameCount; f++) {
    differenceInto(f);
    for (let a = 0; a < 3; a++) {
      for (let r = 0; r < 3; r++) {
        right[a] -= d[a * 3 + r] * d[9 + r];
        for (let b = 0; b <= a; b++) matrix[a * 3 + b] += d[a * 3 + r] * d[b * 3 + r];
      }
    }
  }
  if (factorCholesky(matrix, 3)) solveCholesky(matrix, 3, right);
  else right.set(seam);
  const far = Math.hypot(right[0] - seam[0], right[1] - seam[1], right[2] - seam[2]);
  const share = Math.min(1, SEAM_REACH / Math.max(1e-12, far));
  const center = seam.map((x, k) => x + share * (right[k] - x));
  let square = 0;
  for (let f = 0; f < frameCount; f++) {
    differenceInto(f);
    for (let r = 0; r < 3; r++) {
      const apart = d[r] * center[0] + d[3 + r] * center[1] + d[6 + r] * center[2] + d[9 + r];
      square += apart * apart;
    }
  }
  return { center, apart: Math.sqrt(square / frameCount) };
}
