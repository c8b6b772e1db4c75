/** @file All frames of a clip with limbs and root where a plan wants them, or as near as the limbs reach. */

import {
  expRotationInto,
  invertQuaternionInto,
  logRotationInto,
  multiplyQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import {
  createJointGlobals,
  forwardKinematicsInto,
  type JointGlobals,
} from '../../rig/kinematics/forward-kinematics.js';
import { carryOwnInto } from './body-motion.js';
import type { ContactPlan } from './contact-plan.js';
import type { ContactScene } from './contact-scene.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { createLimbWork, placeFootInto, solveLimb } from './solve-limb.js';

/** All frames after the plan. */
export interface MovedFrames {
  /** The rig's own joints. [F] */
  readonly frames: readonly JointGlobals[];
  /** Where each limb's foot missed its target. [L][3][P] */
  readonly misses: readonly (readonly Float64Array[])[];
  /** The same before stiff legs slid. [L][3][P] */
  readonly strains: readonly (readonly Float64Array[])[];
  /** Rotation of each joint of a limb, as a vector in the axes of its parent. [L][chain × 3][P] */
  readonly rotations: readonly (readonly Float64Array[])[];
}

export function solveFrames(
  plan: ContactPlan,
  scene: ContactScene,
  limbs: readonly ContactLimb[],
  slide: number,
  start?: MovedFrames['rotations'],
): MovedFrames {
  const { motion, period } = scene;
  const { anatomy } = motion;
  const { parents } = anatomy.rig.skeleton;
  const work = createLimbWork();
  const vectors = () => limbs.map(() => [0, 1, 2].map(() => new Float64Array(period)));
  const [misses, strains] = [vectors(), vectors()];
  const rotations = limbs.map(({ chain }) =>
    Array.from({ length: chain.length * 3 }, () => new Float64Array(period)),
  );
  const body = createJointGlobals(parents.length);
  const [target, foot, root] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const frames = motion.frames.map((source, f) => {
    const at = f % period;
    const frame = { ...source, bones: source.bones.slice() };
    const tree = { parents, bones: frame.bones };
    const locals = frame.locals.slice();
    for (let k = 0; k < 3; k++) root[k] = frame.body.positions[k] + plan.root[k][at] + plan.give[k][at];
    if (start) for (const [l, limb] of limbs.entries()) applyTurns(locals, limb, start[l], at);
    forwardKinematicsInto(body.positions, body.rotations, tree, locals, root);
    for (const [l, limb] of limbs.entries()) {
      placeFootInto(target, limb, frame.body);
      for (let k = 0; k < 3; k++) target[k] += plan.moves[l][k][at];
      const rotation = frame.body.rotations.subarray(limb.end * 4, limb.end * 4 + 4);
      solveLimb(work, limb, tree, locals, body, target, rotation, plan.rotations[l][at]);
      readRotations(rotations[l], limb, source.locals, locals, at);
      placeFootInto(foot, limb, body);
      for (let k = 0; k < 3; k++) strains[l][k][at] = target[k] - foot[k];
      if (limb.stiff) slideLimb(limb, parents, frame.bones, body, strains[l], at, slide, foot);
      for (let k = 0; k < 3; k++) misses[l][k][at] = target[k] - foot[k];
    }
    forwardKinematicsInto(body.positions, body.rotations, tree, locals, root);
    const own = createJointGlobals(anatomy.original.parents.length);
    carryOwnInto(own, anatomy, frame, body);
    return own;
  });
  return { frames, misses, strains, rotations };
}

function applyTurns(
  locals: Float64Array,
  { chain }: ContactLimb,
  rotations: readonly Float64Array[],
  at: number,
): void {
  const [vector, turn] = [new Float64Array(3), new Float64Array(4)];
  for (const [i, joint] of chain.entries()) {
    for (let k = 0; k < 3; k++) vector[k] = rotations[i * 3 + k][at];
    expRotationInto(turn, 0, vector, 0);
    multiplyQuaternionInto(locals, joint * 4, turn, 0, locals, joint * 4);
  }
}

function readRotations(
  rotations: readonly Float64Array[],
  { chain }: ContactLimb,
  source: Float64Array,
  locals: Float64Array,
  at: number,
): void {
  const [vector, turn] = [new Float64Array(3), new Float64Array(4)];
  for (const [i, joint] of chain.entries()) {
    invertQuaternionInto(turn, 0, source, joint * 4);
    multiplyQuaternionInto(turn, 0, locals, joint * 4, turn, 0);
    logRotationInto(vector, 0, turn, 0);
    for (let k = 0; k < 3; k++) rotations[i * 3 + k][at] = vector[k];
  }
}

/** Moves a leg without a knee along, where turning it does not bring its foot to where it belongs. */
function slideLimb(
  { chain }: ContactLimb,
  parents: Int16Array,
  bones: Float64Array,
  { rotations }: JointGlobals,
  strain: readonly Float64Array[],
  at: number,
  most: number,
  foot: Float64Array,
): void {
  const way = Float64Array.from(strain, (axis) => axis[at]);
  const length = Math.hypot(way[0], way[1], way[2]);
  if (!(length > 0 && most > 0)) return;
  // Softly up to the most, so that it does not stop all of a sudden.
  const share = (most * Math.tanh(length / most)) / length;
  for (let k = 0; k < 3; k++) {
    way[k] *= share;
    foot[k] += way[k];
  }
  const inverse = new Float64Array(4);
  invertQuaternionInto(inverse, 0, rotations, parents[chain[0]] * 4);
  rotateVectorInto(way, 0, inverse, 0, way, 0);
  for (let k = 0; k < 3; k++) bones[chain[0] * 3 + k] += way[k];
}
