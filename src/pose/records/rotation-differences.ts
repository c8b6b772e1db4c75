/**
 * @file Differences between poses of a path as rotation vectors: for every joint the left rotation from one pose to
 * another, how to apply them, and how to smooth them along the path.
 */

import {
  expRotationInto,
  invertQuaternionInto,
  logRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
} from '../../math/quaternion.js';

/** Turns that lead from rotations to others, both [N, 4]. [N, 3] */
export function rotationDifferences(from: Float64Array, to: Float64Array): Float64Array {
  const rotationVectors = new Float64Array((from.length / 4) * 3);
  const turn = new Float64Array(4);
  for (let i = 0, o = 0; i < from.length; i += 4, o += 3) {
    invertQuaternionInto(turn, 0, from, i);
    multiplyQuaternionInto(turn, 0, to, i, turn, 0);
    normalizeQuaternion(turn, 0);
    logRotationInto(rotationVectors, o, turn, 0);
  }
  return rotationVectors;
}

/** Rotations [N, 4] after applying rotation vectors [N, 3]. */
export function applyRotationDifferences(
  rotations: Float64Array,
  rotationVectors: Float64Array,
): Float64Array {
  const out = new Float64Array(rotations.length);
  const turn = new Float64Array(4);
  for (let i = 0, o = 0; i < rotations.length; i += 4, o += 3) {
    expRotationInto(turn, 0, rotationVectors, o);
    multiplyQuaternionInto(out, i, turn, 0, rotations, i);
  }
  return out;
}

/** Turns of `count` poses, each the mean of its neighbours up to `reach` frames away, the nearer the more. */
export function smoothDifferences(rotationVectors: Float64Array, count: number, reach: number): Float64Array {
  if (reach === 0) return rotationVectors;
  const width = rotationVectors.length / count;
  const out = new Float64Array(rotationVectors.length);
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let d = -reach; d <= reach; d++) {
      const weight = 1 + Math.cos((Math.PI * d) / (reach + 1));
      // Beyond the ends the last pose goes on.
      const from = Math.min(count - 1, Math.max(0, i + d)) * width;
      for (let k = 0; k < width; k++) out[i * width + k] += weight * rotationVectors[from + k];
      total += weight;
    }
    for (let k = 0; k < width; k++) out[i * width + k] /= total;
  }
  return out;
}
