/** @file Turns points from character axes to a body's own: x to the left, y up, z forward. */

import { matrixToQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { cross } from '../../math/vector.js';
import type { Anatomy } from '../rig-records.js';

/** The turn from character axes to the body's, x to the left, y up, z forward. xyzw */
export function turnToBody({ up, forward }: Pick<Anatomy, 'up' | 'forward'>): number[] {
  const left = cross(up, forward);
  const q = [0, 0, 0, 1];
  const columns = [0, 1, 2].flatMap((k) => [left[k], up[k], forward[k]]);
  matrixToQuaternionInto(q, 0, columns, 0);
  return q;
}

/** Points turned by a quaternion; the same array where it turns nothing. */
export function turnPoints(points: Float32Array, turn: readonly number[]): Float32Array {
  if (turn[3] === 1) return points;
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) rotateVectorInto(out, i, turn, 0, points, i);
  return out;
}
