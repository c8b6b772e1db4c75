/** @file Root, trunk, tail, head, arms and wings of a frame, from their rotations: everything but the legs. */

import {
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { subtract, vectorAt } from '../../math/vector.js';
import type { MotionArm } from './measure-arms.js';
import type { MotionBody } from './motion-body.js';
import type { ArmControl } from './motion-frame.js';
import { poseWings } from './pose-wings.js';
import { onPath, placeJoints, type WorkFrame } from './work-frame.js';

/** How far into its range a joint turns before its limit is felt. */
const SOFT = 0.7;
/** Most that a joint of a part turns, radians. */
const LIMITS = { trunk: 0.7, head: 0.9, tail: 0.8, leg: 3, arm: 3, wing: 2.6, extra: 1 } as const;
/** Joints at the base of a tail that raise it. */
const TAIL_LIFTED = 3;

/** Root and all joints but those of legs. */
export function poseTrunk(body: MotionBody, work: WorkFrame): void {
  const { lift, tail: tailLift, head: headLift } = work;
  const { skeleton, partOf, pivot, plan } = body;
  const { frame, locals, root } = work;
  const { rotations, path, lean, shift } = frame;
  work.offsets.fill(0);
  const vector = [0, 0, 0];
  for (let j = 0; j < partOf.length; j++) {
    const bound = LIMITS[partOf[j]];
    for (let k = 0; k < 3; k++) vector[k] = limited(rotations[j * 3 + k], bound);
    expRotationInto(locals, j * 4, vector, 0);
  }
  raiseChain(locals, plan.tail.slice(0, TAIL_LIFTED), tailLift);
  raiseChain(locals, plan.head >= 0 ? [...plan.neck, plan.head] : plan.neck, -headLift);
  for (const [i, arm] of body.arms.entries()) {
    const control = frame.arms[i];
    poseArm(locals, arm, { ...control, spread: control.spread + work.arms[i] });
  }
  poseWings(
    locals,
    body,
    frame.wings.map((control, i) => ({ ...control, raise: control.raise + work.wings[i] })),
  );
  // The trunk turns about the middle of the hips, wherever the root is.
  const q = trunkRotation(path.yaw + lean[1], lean[0], lean[2]);
  multiplyQuaternionInto(locals, 0, q, 0, locals, 0);
  const arm = [0, 0, 0];
  const hips = vectorAt(skeleton.rest, 0);
  rotateVectorInto(arm, 0, q, 0, subtract(hips, pivot), 0);
  const seat = onPath(path, [pivot[0] + shift[0], pivot[1] + shift[1] + lift, pivot[2] + shift[2]]);
  for (let k = 0; k < 3; k++) root[k] = seat[k] + arm[k] - hips[k];
  placeJoints(body, work);
}

/** Pitches a chain, its joints in equal shares. */
function raiseChain(locals: Float64Array, joints: readonly number[], angle: number): void {
  if (angle === 0) return;
  const turn = [0, 0, 0, 1];
  expRotationInto(turn, 0, [angle / joints.length, 0, 0], 0);
  for (const j of joints) multiplyQuaternionInto(locals, j * 4, turn, 0, locals, j * 4);
}

function trunkRotation(yaw: number, pitch: number, roll: number): number[] {
  const q = [0, 0, 0, 1];
  const r = [0, 0, 0, 1];
  expRotationInto(q, 0, [0, yaw, 0], 0);
  expRotationInto(r, 0, [pitch, 0, 0], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  expRotationInto(r, 0, [0, 0, roll], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  return q;
}

function limited(x: number, bound: number): number {
  const size = Math.abs(x);
  const start = SOFT * bound;
  return size <= start
    ? x
    : Math.sign(x) * (start + (bound - start) * Math.tanh((size - start) / (bound - start)));
}

/** Turns an arm from rest to how it is carried, and from there to where the control has it. */
function poseArm(
  locals: Float64Array,
  arm: MotionArm,
  { swing, spread, bend, cross, lift }: ArmControl,
): void {
  const { side, restUpper, restFore, homeUpper, homeFore } = arm;
  const q = [0, 0, 0, 1];
  const r = [0, 0, 0, 1];
  // Forward, then outward, then across the chest.
  expRotationInto(q, 0, [0, -side * cross, 0], 0);
  expRotationInto(r, 0, [-swing, 0, 0], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  expRotationInto(r, 0, [0, 0, side * spread], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  const upper = [0, 0, 0];
  rotateVectorInto(upper, 0, q, 0, homeUpper, 0);
  const own = [0, 0, 0, 1];
  quaternionBetweenInto(own, 0, restUpper, 0, upper, 0);
  multiplyQuaternionInto(locals, arm.upper * 4, locals, arm.upper * 4, own, 0);
  if (arm.fore < 0) return;
  expRotationInto(r, 0, [0, 0, side * lift], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  expRotationInto(r, 0, [-bend, 0, 0], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  const fore = [0, 0, 0];
  rotateVectorInto(fore, 0, q, 0, homeFore, 0);
  invertQuaternionInto(own, 0, own, 0);
  rotateVectorInto(fore, 0, own, 0, fore, 0);
  quaternionBetweenInto(own, 0, restFore, 0, fore, 0);
  multiplyQuaternionInto(locals, arm.fore * 4, locals, arm.fore * 4, own, 0);
}
