/**
 * @file From a clip to frames of a simulated body and back.
 *
 * A clip without root motion is simulated with the root motion that its feet imply, which is removed afterwards; a loop
 * is run in from its own end, so that what it does at the start is what it does when it comes round again.
 */

import { invertQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { createJointGlobals, followParentsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';
import { carryOwnInto, poseFromGlobals } from '../contacts/body-motion.js';
import type { ContactScene } from '../contacts/contact-scene.js';
import { blendPoses } from '../sample-clip.js';
import type { SimulatedMotion } from './follow-reference.js';
import type { PhysicsBody } from './physics-body.js';
import type { ReferenceFrame } from './reference-motion.js';

/** Seconds that a loop is run in. */
const RUN_IN = 0.5;

export interface FramePlan {
  /** Frames before the clip's first. */
  readonly lead: number;
  /** Frame of the clip that each frame shows, and how often it came round before it. */
  readonly sources: Int32Array;
  readonly rounds: Int32Array;
}

export function planFrames({ clip, loop, period, step }: ContactScene): FramePlan {
  const lead = loop ? Math.min(period, Math.round(RUN_IN / step)) : 0;
  const frames = Array.from({ length: lead + clip.times.length }, (_, i) => i - lead);
  return {
    lead,
    sources: Int32Array.from(frames, (f) => (f < 0 ? f + period : f)),
    rounds: Int32Array.from(frames, (f) => (f < 0 ? -1 : 0)),
  };
}

/** How far the body is ahead of the clip at a frame, metres. [3] */
function aheadAt(
  scene: ContactScene,
  rootVelocity: ArrayLike<number>,
  { lead, rounds }: FramePlan,
  i: number,
): number[] {
  const { motion, step, period } = scene;
  const first = motion.frames[0].body.positions;
  const last = motion.frames[Math.min(motion.frames.length - 1, period)].body.positions;
  return [0, 1, 2].map((k) =>
    k === 1 ? 0 : rootVelocity[k] * step * (i - lead) + rounds[i] * (last[k] - first[k]),
  );
}

export function gatherFrames(
  scene: ContactScene,
  body: PhysicsBody,
  rootVelocity: ArrayLike<number>,
  plan: FramePlan,
): ReferenceFrame[] {
  const { motion, ground } = scene;
  return Array.from(plan.sources, (f, i) => {
    const { positions, rotations } = motion.frames[f].body;
    const ahead = aheadAt(scene, rootVelocity, plan, i);
    const turns = new Float64Array(body.joints.length * 4);
    for (const [s, a] of body.joints.entries()) turns.set(rotations.subarray(a * 4, a * 4 + 4), s * 4);
    const slides = new Float64Array(body.joints.length * 3);
    for (let s = 1; s < body.joints.length; s++)
      if (body.slides[s]) slideInto(slides, body, s, positions, rotations);
    const root = [0, 1, 2].map((k) => body.scale * (positions[k] + ahead[k] - (k === 1 ? ground : 0)));
    return { root, rotations: turns, slides };
  });
}

/** out = displacement of a segment's joint from its rest offset, in its parent's axes, simulated metres. */
function slideInto(
  out: Float64Array,
  { joints, parents, pivots, scale }: PhysicsBody,
  s: number,
  positions: Float64Array,
  rotations: Float64Array,
): void {
  const [a, p] = [joints[s], joints[parents[s]]];
  const inverse = new Float64Array(4);
  invertQuaternionInto(inverse, 0, rotations, p * 4);
  for (let k = 0; k < 3; k++) out[s * 3 + k] = scale * (positions[a * 3 + k] - positions[p * 3 + k]);
  rotateVectorInto(out, s * 3, inverse, 0, out, s * 3);
  for (let k = 0; k < 3; k++) out[s * 3 + k] -= pivots[s * 3 + k];
}

/** The poses of a simulated body, in place as the clip was. [F] */
export function readPoses(
  scene: ContactScene,
  body: PhysicsBody,
  rootVelocity: ArrayLike<number>,
  plan: FramePlan,
  followed: SimulatedMotion,
): Pose[] {
  const all = Array.from(plan.sources, (f, i) =>
    readPose(scene, body, followed, i, f, aheadAt(scene, rootVelocity, plan, i)),
  );
  const poses = all.slice(plan.lead);
  // A loop ends as it was run in, so that its end is its beginning: both went through the same stretch.
  const { period, motion } = scene;
  const [first, last] = [0, period].map((f) => motion.frames[Math.min(f, poses.length - 1)].body.positions);
  for (let back = 0; back < plan.lead; back++) {
    const f = period - back;
    if (f <= 0 || f >= poses.length) continue;
    const { root, ...rest } = all[plan.lead - back];
    // Where the clip starts anew it is also back at the start.
    const round = back === 0 ? 1 : 0;
    const target = { ...rest, root: root.map((x, k) => x + (k === 1 ? 0 : round * (last[k] - first[k]))) };
    const share = 1 - back / plan.lead;
    poses[f] = blendPoses(poses[f], target, share * share * (3 - 2 * share));
  }
  return poses;
}

/** The pose of one simulated frame. */
function readPose(
  { motion, ground }: ContactScene,
  body: PhysicsBody,
  followed: SimulatedMotion,
  i: number,
  source: number,
  ahead: readonly number[],
): Pose {
  const { anatomy } = motion;
  const frame = motion.frames[source];
  const { parents } = anatomy.rig.skeleton;
  const count = body.joints.length;
  const tree = { parents, bones: frame.bones };
  const moved = createJointGlobals(parents.length);
  for (let a = 0; a < parents.length; a++) {
    const s = body.segmentOf[a];
    if (body.joints[s] === a) {
      const [o, q] = [(i * count + s) * 3, (i * count + s) * 4];
      for (let k = 0; k < 3; k++) {
        moved.positions[a * 3 + k] =
          followed.segmentPositions[o + k] / body.scale - ahead[k] + (k === 1 ? ground : 0);
      }
      for (let k = 0; k < 4; k++) moved.rotations[a * 4 + k] = followed.segmentRotations[q + ((k + 1) % 4)];
      continue;
    }
    // Merged joints go on as the reference has them.
    followParentsInto(moved.positions, moved.rotations, tree, frame.locals, a, a + 1);
  }
  const own = createJointGlobals(anatomy.original.parents.length);
  carryOwnInto(own, anatomy, frame, moved);
  return poseFromGlobals(anatomy.original, own);
}
