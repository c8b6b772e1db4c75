/**
 * @file Poses of a rig's clips as motions of the joints of its labelled body, so that a mesh can be shown to the network
 * in any of them. The labelled body has fewer joints and may have been turned; joints are found again by name and place.
 */

import { poseJoints, skinningMatricesInto } from '../../src/rig/kinematics/forward-kinematics.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import type { LabelledBody } from './labelled-body.js';

/** A joint of the body this far from the rig's, over the rig's reach, is another one. */
const SAME = 1e-3;

/** Motions of each joint in each pose, 3 × 4 by rows, the root in its place; absent where joints cannot be matched. [F, J, 12] */
export function poseBody(
  rig: Rig,
  poses: readonly Pose[],
  { skeleton }: LabelledBody,
): Float32Array | undefined {
  if (!skeleton || poses.length === 0) return undefined;
  const sources = skeleton.names.map((name) => rig.skeleton.names.indexOf(name));
  if (sources.includes(-1) || new Set(sources).size < sources.length) return undefined;
  const quarter = [0, 1, 2, 3].find((turns) =>
    sources.every((source, j) => isNear(rig.skeleton.rest, source, skeleton.rest, j, turns)),
  );
  if (quarter === undefined) return undefined;
  const matrices = new Float32Array(rig.skeleton.parents.length * 16);
  const out = new Float32Array(poses.length * sources.length * 12);
  for (const [f, pose] of poses.entries()) {
    skinningMatricesInto(matrices, rig.skeleton, poseJoints(rig.skeleton, pose));
    for (const [j, source] of sources.entries())
      turnMotion(out.subarray((f * sources.length + j) * 12), matrices.subarray(source * 16), quarter);
    keepRoot(out.subarray(f * sources.length * 12, (f + 1) * sources.length * 12), skeleton.rest);
  }
  return out;
}

function isNear(from: Float32Array, a: number, to: Float32Array, b: number, turns: number): boolean {
  const [x, y, z] = turn([from[a * 3], from[a * 3 + 1], from[a * 3 + 2]], turns);
  const reach = Math.max(...to.map(Math.abs));
  return Math.hypot(x - to[b * 3], y - to[b * 3 + 1], z - to[b * 3 + 2]) <= SAME * reach;
}

/** As `turnRig` turns: from +X towards −Z. */
function turn([x, y, z]: readonly number[], turns: number): [number, number, number] {
  return turns === 0 ? [x, y, z] : turn([z, y, -x], turns - 1);
}

/** A column-major 4 × 4 motion in the axes of the turned body, as 3 × 4 by rows. */
function turnMotion(out: Float32Array, matrix: Float32Array, turns: number): void {
  for (let column = 0; column < 4; column++) {
    // The motion of an axis of the turned body: turned back, moved, turned.
    const axis = [0, 1, 2].map((k) => Number(k === column));
    const back = column < 3 ? turn(axis, (4 - turns) % 4) : axis;
    const moved =
      column < 3
        ? [0, 1, 2].map((r) => back.reduce((sum, value, c) => sum + value * matrix[c * 4 + r], 0))
        : [matrix[12], matrix[13], matrix[14]];
    const [x, y, z] = turn(moved, turns);
    out[column] = x;
    out[4 + column] = y;
    out[8 + column] = z;
  }
}

/** Moves everything so that the root stays where it is at rest. */
function keepRoot(frame: Float32Array, rest: Float32Array): void {
  const shift = [0, 1, 2].map((r) => {
    const row = frame.subarray(r * 4, r * 4 + 4);
    return row[0] * rest[0] + row[1] * rest[1] + row[2] * rest[2] + row[3] - rest[r];
  });
  for (let i = 0; i < frame.length; i += 12) for (let r = 0; r < 3; r++) frame[i + r * 4 + 3] -= shift[r];
}
