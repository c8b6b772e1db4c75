/** @file Legs of a frame: where each foot goes, how high the trunk may be for all to reach, and each leg folded to its foot. */

import {
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  relativeQuaternionInto,
  rotateVectorInto,
  slerpInto,
} from '../../math/quaternion.js';
import { clamp } from '../../math/scalar.js';
import { add, lengthOf, lerp, scale, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import { solveFoldInto } from './limb-fold.js';
import type { MotionLeg } from './measure-legs.js';
import type { MotionBody } from './motion-body.js';
import type { FootControl } from './motion-frame.js';
import { onPath, type WorkFrame } from './work-frame.js';

/** How far a leg of one bone may slide in its socket, over its length. */
const SLIDE = 0.5;
/** Most that a trunk comes down for a leg, over the leg's size. */
const MOST_DROP = 0.4;

interface FootTarget {
  /** Where the chain ends. */
  readonly end: Vec3;
  /** Rotation of the foot and of its toes in the world. */
  readonly foot: readonly number[];
  readonly toe: readonly number[];
}

/** Where a foot goes and how it is held. */
function footTarget(body: MotionBody, work: WorkFrame, i: number, grounded: boolean): FootTarget {
  const leg = body.legs[i];
  const control = work.frame.feet[i];
  const held = grounded ? heldFoot(body, leg, control, work, i) : undefined;
  const carried = grounded ? clamp(control.carried, 0, 1) : 1;
  if (held && carried === 0) return held;
  const other = carriedFoot(body, work, leg, control);
  if (!held) return other;
  const foot = [0, 0, 0, 1];
  const toe = [0, 0, 0, 1];
  slerpInto(foot, 0, held.foot, 0, other.foot, 0, carried);
  slerpInto(toe, 0, held.toe, 0, other.toe, 0, carried);
  const end = lerp(held.end, [other.end[0], other.end[1] + work.raises[i], other.end[2]], carried);
  return { end, foot, toe };
}

/** A foot that has its place in the world. */
function heldFoot(
  { ground }: MotionBody,
  leg: MotionLeg,
  control: FootControl,
  { raises, slides }: WorkFrame,
  i: number,
): FootTarget {
  const { sole, end } = leg;
  const { print, x, y, z, pitch } = control;
  const yaw = [0, 0, 0, 1];
  expRotationInto(yaw, 0, [0, print.yaw, 0], 0);
  const base = onPath(print, [
    sole[0] + x + slides[i * 2],
    ground + y + raises[i],
    sole[2] + z + slides[i * 2 + 1],
  ]);
  if (leg.foot < 0) return { end: base, foot: yaw, toe: yaw };
  const pivot = pitch > 0 ? leg.ball : leg.heel;
  const tilt = [0, 0, 0, 1];
  expRotationInto(tilt, 0, [pitch, 0, 0], 0);
  const from = [0, 0, 0];
  rotateVectorInto(from, 0, tilt, 0, subtract(end, pivot), 0);
  const local = add(subtract(pivot, sole), from as unknown as Vec3);
  const away = [0, 0, 0];
  rotateVectorInto(away, 0, yaw, 0, local, 0);
  const foot = [0, 0, 0, 1];
  multiplyQuaternionInto(foot, 0, yaw, 0, tilt, 0);
  return { end: add(base, away as unknown as Vec3), foot, toe: yaw };
}

/** A foot that goes with the body. */
function carriedFoot(body: MotionBody, work: WorkFrame, leg: MotionLeg, control: FootControl): FootTarget {
  const { skeleton } = body;
  const parent = Math.max(0, skeleton.parents[leg.joints[0]]);
  const away = add(subtract(leg.end, vectorAt(skeleton.rest, parent)), [control.x, control.y, control.z]);
  const from = [0, 0, 0];
  rotateVectorInto(from, 0, work.rotations, parent * 4, away, 0);
  const end = add(from as unknown as Vec3, vectorAt(work.positions, parent));
  const tilt = [0, 0, 0, 1];
  const foot = [0, 0, 0, 1];
  expRotationInto(tilt, 0, [control.pitch, 0, 0], 0);
  multiplyQuaternionInto(foot, 0, work.rotations, parent * 4, tilt, 0);
  return { end, foot, toe: foot };
}

/** How far the trunk must come down for all feet to be in reach; below 0 where legs would have to fold too far. */
export function neededDrop(body: MotionBody, work: WorkFrame): number {
  let [drop, rise] = [0, 0];
  for (const [i, leg] of body.legs.entries()) {
    const held = 1 - clamp(work.frame.feet[i].carried, 0, 1);
    if (held === 0) continue;
    const { end } = footTarget(body, work, i, true);
    const hip = vectorAt(work.positions, leg.joints[0]);
    const level = Math.hypot(hip[0] - end[0], hip[2] - end[2]);
    const high = (reach: number) => Math.sqrt(Math.max(0, reach * reach - level * level));
    const needed = Math.min(hip[1] - end[1] - high(leg.fold.longest), MOST_DROP * leg.size);
    drop = Math.max(drop, held * needed);
    if (leg.fold.joints.length > 1) rise = Math.max(rise, held * (end[1] + high(leg.fold.shortest) - hip[1]));
  }
  return drop > 0 ? drop : -rise;
}

/** Folds a leg to its foot's target and holds the foot as it should be. */
export function poseLeg(body: MotionBody, work: WorkFrame, i: number, grounded: boolean): void {
  const leg = body.legs[i];
  const { skeleton } = body;
  const { locals, rotations, positions, offsets } = work;
  const { end, foot, toe } = footTarget(body, work, i, grounded);
  const [first] = leg.joints;
  const parent = Math.max(0, skeleton.parents[first]);
  const inverse = [0, 0, 0, 1];
  invertQuaternionInto(inverse, 0, rotations, parent * 4);
  const bone = subtract(vectorAt(skeleton.rest, first), vectorAt(skeleton.rest, parent));
  const local = [0, 0, 0];
  rotateVectorInto(local, 0, inverse, 0, subtract(end, vectorAt(positions, parent)), 0);
  const target = subtract(local as unknown as Vec3, bone);
  for (let k = 0; k < 3; k++) offsets[first * 3 + k] = 0;
  const missing = solveFoldInto(locals, leg.fold, target);
  // A leg of one bone slides in its socket, as little as it must.
  if (leg.fold.joints.length === 1 && missing !== 0) {
    const most = SLIDE * leg.fold.length;
    const slide = scale(target, clamp(missing, -most, most) / Math.max(1e-9, lengthOf(target)));
    for (let k = 0; k < 3; k++) offsets[first * 3 + k] = slide[k];
  }
  if (leg.foot < 0) return;
  const above = chainRotation(work, skeleton.parents, leg.foot, parent);
  relativeQuaternionInto(locals, leg.foot * 4, above, 0, foot, 0);
  const { loose, pitch } = work.frame.feet[i];
  if (loose > 0) {
    const hanging = [0, 0, 0, 1];
    expRotationInto(hanging, 0, [pitch, 0, 0], 0);
    slerpInto(locals, leg.foot * 4, locals, leg.foot * 4, hanging, 0, clamp(loose, 0, 1));
  }
  if (leg.toe < 0) return;
  const flat = [0, 0, 0, 1];
  relativeQuaternionInto(flat, 0, chainRotation(work, skeleton.parents, leg.toe, parent), 0, toe, 0);
  slerpInto(locals, leg.toe * 4, [0, 0, 0, 1], 0, flat, 0, clamp(work.frame.feet[i].toes, 0, 1));
}

/** Rotation in the world of a joint's parent, from one whose rotation is known. */
function chainRotation(
  { locals, rotations }: WorkFrame,
  parents: Int16Array,
  joint: number,
  known: number,
): number[] {
  const way: number[] = [];
  for (let j = parents[joint]; j !== known && j >= 0; j = parents[j]) way.unshift(j);
  const q = [0, 1, 2, 3].map((k) => rotations[known * 4 + k]);
  for (const j of way) multiplyQuaternionInto(q, 0, q, 0, locals, j * 4);
  return q;
}
