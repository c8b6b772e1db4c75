/** @file A body in another pose than the one it was built in: joints rotate by what their roles allow, the skin follows. */

import type { Rng } from '../../src/base/rng.js';
import { expRotationInto } from '../../src/math/quaternion.js';
import type { Vec3 } from '../../src/math/vector.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../src/rig/kinematics/skin-mesh.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import { type Pose, type Rig, restPose } from '../../src/rig/rig-records.js';

/** Standard deviation of rotations about X (nod), Y (turn) and Z (tilt), radians. */
const SPREADS: Readonly<Partial<Record<Role, Vec3>>> = {
  spine: [0.1, 0.08, 0.05],
  chest: [0.1, 0.1, 0.05],
  neck: [0.15, 0.15, 0.06],
  head: [0.2, 0.25, 0.1],
  jaw: [0.15, 0, 0],
  ear: [0.2, 0.1, 0.2],
  shoulder: [0.05, 0.08, 0.08],
  upperArm: [0.4, 0.2, 0.3],
  lowerArm: [0.35, 0.2, 0.1],
  hand: [0.2, 0.15, 0.2],
  finger: [0.15, 0.05, 0.1],
  frontUpperLeg: [0.3, 0.08, 0.08],
  frontLowerLeg: [0.3, 0.02, 0.02],
  frontFoot: [0.2, 0.05, 0.05],
  hindUpperLeg: [0.3, 0.08, 0.08],
  hindLowerLeg: [0.3, 0.02, 0.02],
  hindFoot: [0.2, 0.05, 0.05],
  middleUpperLeg: [0.15, 0.15, 0.15],
  middleLowerLeg: [0.1, 0.05, 0.15],
  wing: [0.12, 0.15, 0.3],
  fin: [0.15, 0.2, 0.2],
  tail: [0.12, 0.15, 0.05],
  tentacle: [0.2, 0.15, 0.2],
};

/** A chain that curls keeps curling the same way: share of the parent's rotation that a joint of its role repeats. */
const KEPT = 0.7;

/** Poses a rig at random; the posed joints and surface become its rest. */
export function poseDraft(rng: Rng, rig: Rig, roles: readonly Role[], strength: number): Rig {
  const pose: Pose = restPose(rig.skeleton);
  const turns: Vec3[] = [];
  for (const [j, role] of roles.entries()) {
    const spread = SPREADS[role] ?? [0.03, 0.03, 0.03];
    const parent = rig.skeleton.parents[j];
    const same =
      parent >= 0 &&
      roles[parent] === role &&
      (role === 'tail' || role === 'tentacle' || role === 'neck' || role === 'finger');
    const before = same ? turns[parent] : ([0, 0, 0] as const);
    const own = same ? strength * (1 - KEPT) : strength;
    const turn: Vec3 = [0, 1, 2].map(
      (k) => KEPT * before[k] + own * spread[k] * rng.normal(),
    ) as unknown as Vec3;
    turns.push(turn);
    expRotationInto(pose.rotations, j * 4, turn, 0);
  }
  const positions = skinMesh(rig, pose);
  const rest = Float32Array.from(poseJoints(rig.skeleton, pose).positions);
  return { ...rig, mesh: { ...rig.mesh, positions }, skeleton: { ...rig.skeleton, rest } };
}
