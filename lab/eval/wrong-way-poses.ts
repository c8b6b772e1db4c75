/**
 * @file Real poses with one error each: a joint bent 60° the wrong way. They show whether a plausibility score detects a
 * single broken joint.
 *
 * The joint is drawn among those that move a child or a part of the surface, the root excluded. It is rotated by 60° from
 * its real rotation about an axis that is drawn until the joint is more than 30° from its rotation in every real pose of
 * the rig; for joints that move in nearly every direction, the furthest of 32 axes is used.
 */

import type { Rng } from '../../src/base/rng.js';
import { expRotationInto, multiplyQuaternionInto, quaternionAngle } from '../../src/math/quaternion.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { PoseCloud } from './pose-cloud.js';

const BEND = Math.PI / 3;
const LEAST_GAP = Math.PI / 6;
const MOST_AXES = 32;

/** Bends one joint of each pose; `real` holds the poses of the rig that say which ways are right. */
export function wrongWayPoses(rig: SolverRig, poses: readonly Pose[], real: PoseCloud, rng: Rng): Pose[] {
  const isParent = new Set(rig.parents);
  const joints = Array.from(rig.parents.keys()).filter((j) => j > 0 && (isParent.has(j) || rig.hasSkin[j]));
  if (joints.length === 0) return [];
  return poses.map(({ rotations, root }) => {
    const joint = joints[rng.integer(joints.length)];
    const bent = Float32Array.from(rotations);
    bent.set(bendAway(rotations, joint, real, rng), joint * 4);
    return { rotations: bent, root };
  });
}

function bendAway(rotations: Float32Array, joint: number, real: PoseCloud, rng: Rng): Float64Array {
  const turn = new Float64Array(4);
  let furthest = new Float64Array(4);
  let most = -1;
  for (let axis = 0; axis < MOST_AXES && most <= LEAST_GAP; axis++) {
    const vector = [rng.normal(), rng.normal(), rng.normal()];
    const length = Math.hypot(...vector);
    expRotationInto(
      turn,
      0,
      vector.map((value) => (value * BEND) / length),
      0,
    );
    multiplyQuaternionInto(turn, 0, turn, 0, rotations, joint * 4);
    const gap = gapTo(turn, joint, real);
    if (gap > most) [most, furthest] = [gap, turn.slice()];
  }
  return furthest;
}

/** The angle to the nearest real rotation of a joint. */
function gapTo(turn: Float64Array, joint: number, { rotations, count, jointCount }: PoseCloud): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    least = Math.min(least, quaternionAngle(turn, 0, rotations, (i * jointCount + joint) * 4));
  }
  return least;
}
