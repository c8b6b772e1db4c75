/** @file Moves joints that are roughly right to where a rigger would put them: the refiner network (lab/rig/refiner.py). */

import { floats, integers } from '../../nets/network.js';
import { fromView, toView, type View, viewPoints } from './read-plan.js';
import { ROLES } from './role-tokens.js';
import type { SkeletonModel } from './skeleton-model.js';

/** Joints with their roles, in the size of the points. */
export interface RoughJoints {
  readonly parents: Int16Array;
  readonly tokens: Uint8Array;
  readonly positions: Float64Array;
}

/** Times that the joints are moved. */
const ROUNDS = 2;
const OTHER = ROLES.indexOf('other') * 3;

/** Refined positions. `points` [N, 6] are normalised; `view` shows the body from its front. [J, 3] */
export async function refineJoints(
  model: SkeletonModel,
  points: Float32Array,
  { parents, tokens, positions }: RoughJoints,
  view: View,
): Promise<Float64Array> {
  const count = parents.length;
  if (count === 0) return positions;
  const seen = floats(viewPoints(points, view), 1, points.length / 6, 6);
  // A mirrored view swaps the sides; here it never is.
  const role = integers(
    Array.from(tokens, (token) => (token >= OTHER ? OTHER : token)),
    1,
    count,
  );
  let joints = turn(positions, (x, y, z) => toView(view, x, y, z));
  for (let round = 0; round < ROUNDS; round++) {
    const around = measureNeighbours(joints, parents);
    const { moved } = await model.refiner.run({
      points: seen,
      joints: floats(Float32Array.from(joints), 1, count, 3),
      role,
      toParent: floats(around.toParent, 1, count, 3),
      toChildren: floats(around.toChildren, 1, count, 3),
      hasParent: floats(around.hasParent, 1, count, 1),
      hasChildren: floats(around.hasChildren, 1, count, 1),
    });
    joints = Float64Array.from(moved.data as Float32Array);
  }
  return turn(joints, (x, y, z) => fromView(view, x, y, z));
}

function turn(
  points: Float64Array,
  move: (x: number, y: number, z: number) => [number, number, number],
): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) out.set(move(points[i], points[i + 1], points[i + 2]), i);
  return out;
}

/** Vectors to the parent, and the mean of those to the children. */
function measureNeighbours(joints: Float64Array, parents: Int16Array) {
  const count = parents.length;
  const toParent = new Float32Array(count * 3);
  const toChildren = new Float32Array(count * 3);
  const hasParent = new Float32Array(count);
  const children = new Float32Array(count);
  parents.forEach((parent, j) => {
    if (parent < 0) return;
    hasParent[j] = 1;
    children[parent]++;
    for (let k = 0; k < 3; k++) {
      toParent[j * 3 + k] = joints[parent * 3 + k] - joints[j * 3 + k];
      toChildren[parent * 3 + k] -= toParent[j * 3 + k];
    }
  });
  for (let i = 0; i < count * 3; i++) toChildren[i] /= Math.max(1, children[Math.floor(i / 3)]);
  return { toParent, toChildren, hasParent, hasChildren: children.map((value) => Math.min(1, value)) };
}
