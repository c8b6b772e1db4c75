/**
 * @file The solid that stands for a segment in contacts within the body: a capsule along it where it is long, a box where
 * it is flat, a ball where it is round. It holds most of the mesh, not all: shapes that hold all of it touch their
 * neighbours' neighbours at every bend.
 */

import { matrixToQuaternionInto } from '../../math/quaternion.js';
import { principalAxes } from '../../mesh/principal-axes.js';
import type { SegmentShape } from './physics-body.js';

/** Longer than this against its width, a segment is a capsule; */
const LONG = 1.4;
/** wider than this against its depth, a box. */
const FLAT = 2.2;
/** Share of the points that is left out on each side. */
const TRIM = 0.1;

/** Fits a solid to points of a segment, from its joint, simulated units [N, 3]; none for fewer than 4 points. */
export function fitShape(segment: number, points: Float32Array): SegmentShape | undefined {
  const count = points.length / 3;
  if (count < 4) return undefined;
  const [long, middle] = principalAxes(points);
  // Right-handed, or it is not a rotation.
  const short = [
    long[1] * middle[2] - long[2] * middle[1],
    long[2] * middle[0] - long[0] * middle[2],
    long[0] * middle[1] - long[1] * middle[0],
  ];
  const axes = [middle, short, long];
  const spans = axes.map((axis) => spanAlong(points, axis));
  const halves = spans.map(({ half }) => Math.max(half, 1e-5));
  const centre = [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + axis[k] * spans[i].middle, 0));
  const turn = [0, 0, 0, 1];
  matrixToQuaternionInto(turn, 0, axes.flat(), 0);
  const [width, depth, length] = halves;
  if (width > FLAT * depth) return { segment, kind: 'box', centre, turn, size: halves };
  const radius = Math.sqrt(width * depth);
  if (length < LONG * radius)
    return { segment, kind: 'sphere', centre, turn, size: [Math.cbrt(width * depth * length)] };
  return { segment, kind: 'capsule', centre, turn, size: [radius, length - radius] };
}

/** Middle and half extent of points along an axis, the outermost left out. */
function spanAlong(points: Float32Array, axis: readonly number[]): { middle: number; half: number } {
  const along = new Float64Array(points.length / 3);
  for (let i = 0; i < along.length; i++)
    along[i] = points[i * 3] * axis[0] + points[i * 3 + 1] * axis[1] + points[i * 3 + 2] * axis[2];
  along.sort();
  const low = along[Math.floor(TRIM * (along.length - 1))];
  const high = along[Math.ceil((1 - TRIM) * (along.length - 1))];
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}
