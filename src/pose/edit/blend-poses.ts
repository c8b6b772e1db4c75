/**
 * @file Blends poses that lie in the plane: at a pose's own point the result is that pose, and a pose fades out before
 * it leaves the neighbourhood, so nothing jumps (weights of Franke and Nielson, "Smooth interpolation of large sets of
 * scattered data", 1980).
 */

import { normalizeQuaternion } from '../../math/quaternion.js';

/** Poses around a point that take part. */
const NEIGHBOURS = 6;
/** Points nearer than this share of the neighbourhood are the pose itself. */
const SAME = 1e-9;

export interface BlendWeights {
  /** Nearest first. */
  readonly indices: number[];
  /** Sum to 1. */
  readonly weights: number[];
}

/** Weights of the points [N, 2] around a position. */
export function blendWeights(points: ArrayLike<number>, x: number, y: number): BlendWeights {
  const nearest = findNearest(points, x, y, NEIGHBOURS + 1);
  const distances = nearest.map((i) => Math.hypot(points[i * 2] - x, points[i * 2 + 1] - y));
  const reach = distances.length > NEIGHBOURS ? distances[NEIGHBOURS] : 2 * distances[distances.length - 1];
  if (!(distances[0] > SAME * reach)) return { indices: [nearest[0]], weights: [1] };
  const raw = distances.map((distance) => (Math.max(0, reach - distance) / (reach * distance)) ** 2);
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  // All of them at one distance: the nearest is as good as any.
  if (!(total > 0)) return { indices: [nearest[0]], weights: [1] };
  return { indices: nearest, weights: raw.map((weight) => weight / total) };
}

/** out [J, 4] = the weighted mean of some of many rotations [N, J, 4]: quaternions on the side of the nearest. */
export function blendRotationsInto(
  out: Float32Array,
  rotations: Float32Array,
  { indices, weights }: BlendWeights,
): void {
  const length = out.length;
  out.fill(0);
  const first = indices[0] * length;
  for (let n = 0; n < indices.length; n++) {
    const o = indices[n] * length;
    for (let i = 0; i < length; i += 4) {
      let side = 0;
      for (let k = 0; k < 4; k++) side += rotations[first + i + k] * rotations[o + i + k];
      const weight = side < 0 ? -weights[n] : weights[n];
      for (let k = 0; k < 4; k++) out[i + k] += weight * rotations[o + i + k];
    }
  }
  if (indices.length > 1) for (let i = 0; i < length; i += 4) normalizeQuaternion(out, i);
}

/** The nearest of points, in order. */
function findNearest(points: ArrayLike<number>, x: number, y: number, most: number): number[] {
  const indices: number[] = [];
  const squares: number[] = [];
  for (let i = 0; i < points.length / 2; i++) {
    const squared = (points[i * 2] - x) ** 2 + (points[i * 2 + 1] - y) ** 2;
    if (indices.length === most && squared >= squares[most - 1]) continue;
    let at = indices.length < most ? indices.length : most - 1;
    for (; at > 0 && squares[at - 1] > squared; at--) {
      squares[at] = squares[at - 1];
      indices[at] = indices[at - 1];
    }
    squares[at] = squared;
    indices[at] = i;
  }
  return indices;
}
