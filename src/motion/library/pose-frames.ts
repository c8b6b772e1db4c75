/**
 * @file From frames of a motion to poses of a body: trunk and chains from their rotations, the trunk as high as all feet
 * can reach, legs folded so that each foot is exactly where it should be, soles on the ground by their lowest point.
 *
 * Heights that the trunk must give way to are enveloped over time (the greatest of neighbouring frames, then their
 * mean), so that the trunk gives way smoothly and never too little. What the skin does at the ground is known only
 * when it is posed, so the frames are posed a few times, each time with what the last one found.
 */

import {
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  relativeQuaternionInto,
  rotateVectorInto,
  slerpInto,
} from '../../math/quaternion.js';
import { clamp } from '../../math/scalar.js';
import { add, lengthOf, lerp, scale, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { Pose } from '../../rig/rig-records.js';
import { solveFoldInto } from './limb-fold.js';
import type { MotionArm } from './measure-arms.js';
import type { MotionLeg } from './measure-legs.js';
import type { MotionBody } from './motion-body.js';
import type { ArmControl, FootControl, GroundPlace, MotionFrame } from './motion-frame.js';
import { poseWings } from './pose-wings.js';

/** Options of `poseFrames`. */
export interface PoseFramesOptions {
  /** Whether the last frame is followed by the first. */
  readonly loop: boolean;
  /** Whether the body stands: swimmers and fliers have no ground. */
  readonly grounded: boolean;
  /** Height over the ground that all but feet and what rests there keep, metres. */
  readonly clearance: number;
  /** Frames over which heights are enveloped, to each side. */
  readonly width: number;
}

/** Times that the frames are posed at most, and what may be left, over the height. */
const ROUNDS = 4;
const SETTLED = 2e-5;
/** How far a leg of one bone may slide in its socket, over its length. */
const SLIDE = 0.3;
/** A foot that swings is kept this far over the ground, over the height: what is nearer slides along it. */
const SKIM = 0.026;
/** Most that a trunk comes down for a leg, over the leg's size. */
const MOST_DROP = 0.4;
/** How far into its range a joint turns before its limit is felt. */
const SOFT = 0.7;
/** Most that a joint of a part turns, radians. */
const LIMITS = { trunk: 0.7, head: 0.9, tail: 0.8, leg: 3, arm: 3, wing: 2.6, extra: 1 } as const;

interface WorkFrame {
  readonly frame: MotionFrame;
  /** Local rotations. [J, 4] */
  readonly locals: Float64Array;
  readonly offsets: Float64Array;
  readonly root: Float64Array;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  /** What the feet are raised by. [legs] */
  readonly raises: Float64Array;
}

/** Poses of the anatomical skeleton, in the body's axes, one per frame. */
export function poseFrames(
  body: MotionBody,
  frames: readonly MotionFrame[],
  options: PoseFramesOptions,
): Pose[] {
  const count = body.skeleton.parents.length;
  const works = frames.map(
    (frame): WorkFrame => ({
      frame,
      locals: new Float64Array(count * 4),
      offsets: new Float64Array(count * 3),
      root: new Float64Array(3),
      positions: new Float64Array(count * 3),
      rotations: new Float64Array(count * 4),
      raises: new Float64Array(body.legs.length),
    }),
  );
  const lifts = new Float64Array(frames.length);
  const tails = new Float64Array(frames.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [f, work] of works.entries()) poseTrunk(body, work, lifts[f], tails[f]);
    if (options.grounded) {
      const drops = envelope(
        works.map((work) => neededDrop(body, work)),
        options,
      );
      for (const [f, work] of works.entries()) {
        if (drops[f] === 0) continue;
        work.root[1] -= drops[f] * (1 - work.frame.lying);
        place(body, work, 0);
      }
    }
    for (const work of works) {
      for (let i = 0; i < body.legs.length; i++) poseLeg(body, work, i, options.grounded);
      place(body, work, 0);
    }
    if (!options.grounded) break;
    if (meetGround(body, works, lifts, tails, options, round === ROUNDS - 1) < SETTLED * body.height) break;
  }
  return works.map((work) => finish(body, work));
}

/** The greatest of neighbouring values, then their mean: smooth, and nowhere below the values. */
function envelope(values: readonly number[], { loop, width }: PoseFramesOptions): Float64Array {
  const n = values.length;
  const at = (list: ArrayLike<number>, i: number) => list[loop ? (i + n) % n : clamp(i, 0, n - 1)];
  const reach = Math.min(width, n - 1);
  const greatest = Float64Array.from(values, (_, f) => {
    let most = -Infinity;
    for (let k = -reach; k <= reach; k++) most = Math.max(most, at(values, f + k));
    return most;
  });
  // A triangle of the same width: smoother than a box.
  return greatest.map((_, f) => {
    let [sum, weight] = [0, 0];
    for (let k = -reach; k <= reach; k++) {
      const w = reach + 1 - Math.abs(k);
      sum += w * at(greatest, f + k);
      weight += w;
    }
    return sum / weight;
  });
}

function limited(x: number, bound: number): number {
  const size = Math.abs(x);
  const start = SOFT * bound;
  return size <= start
    ? x
    : Math.sign(x) * (start + (bound - start) * Math.tanh((size - start) / (bound - start)));
}

/** Root and all joints but those of legs. */
function poseTrunk(body: MotionBody, work: WorkFrame, lift: number, tailLift: number): void {
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
  for (const [k, j] of plan.tail.entries()) {
    if (tailLift === 0 || k >= TAIL_LIFTED) break;
    expRotationInto(turn, 0, [tailLift / Math.min(TAIL_LIFTED, plan.tail.length), 0, 0], 0);
    multiplyQuaternionInto(locals, j * 4, turn, 0, locals, j * 4);
  }
  for (const [i, arm] of body.arms.entries()) poseArm(locals, arm, frame.arms[i]);
  poseWings(locals, body, frame.wings);
  // The trunk turns about the middle of the hips, wherever the root is.
  const q = trunkRotation(path.yaw + lean[1], lean[0], lean[2]);
  multiplyQuaternionInto(locals, 0, q, 0, locals, 0);
  const arm = [0, 0, 0];
  rotateVectorInto(arm, 0, q, 0, subtract(vectorAt(skeleton.rest, 0), pivot), 0);
  const seat = onPath(path, [pivot[0] + shift[0], pivot[1] + shift[1] + lift, pivot[2] + shift[2]]);
  for (let k = 0; k < 3; k++) root[k] = seat[k] + arm[k];
  place(body, work, 0);
}

/** Joints at the base of a tail that raise it. */
const TAIL_LIFTED = 3;
const turn = [0, 0, 0, 1];

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

/** A point of the resting body taken along a path. */
function onPath({ x, z, yaw }: GroundPlace, [px, py, pz]: Vec3): Vec3 {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return [x + c * px + s * pz, py, z + c * pz - s * px];
}

/** Global positions and rotations of joints from `first` on. */
function place({ skeleton }: MotionBody, work: WorkFrame, first: number): void {
  const { parents, rest } = skeleton;
  const { positions, rotations, locals, offsets, root } = work;
  const bone = [0, 0, 0];
  for (let j = first; j < parents.length; j++) {
    const p = parents[j];
    if (p < 0) {
      for (let k = 0; k < 3; k++) positions[k] = root[k];
      for (let k = 0; k < 4; k++) rotations[k] = locals[k];
      continue;
    }
    for (let k = 0; k < 3; k++) bone[k] = rest[j * 3 + k] - rest[p * 3 + k] + offsets[j * 3 + k];
    rotateVectorInto(positions, j * 3, rotations, p * 4, bone, 0);
    for (let k = 0; k < 3; k++) positions[j * 3 + k] += positions[p * 3 + k];
    multiplyQuaternionInto(rotations, j * 4, rotations, p * 4, locals, j * 4);
  }
}

/** Turns an arm from rest to how it is carried, and from there to where the control has it. */
function poseArm(locals: Float64Array, arm: MotionArm, { swing, spread, bend, cross }: ArmControl): void {
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
  expRotationInto(r, 0, [-bend, 0, 0], 0);
  multiplyQuaternionInto(q, 0, q, 0, r, 0);
  const fore = [0, 0, 0];
  rotateVectorInto(fore, 0, q, 0, homeFore, 0);
  invertQuaternionInto(own, 0, own, 0);
  rotateVectorInto(fore, 0, own, 0, fore, 0);
  quaternionBetweenInto(own, 0, restFore, 0, fore, 0);
  multiplyQuaternionInto(locals, arm.fore * 4, locals, arm.fore * 4, own, 0);
}

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
  const held = grounded ? heldFoot(body, leg, control, work.raises[i]) : undefined;
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
function heldFoot({ ground }: MotionBody, leg: MotionLeg, control: FootControl, raise: number): FootTarget {
  const { sole, end } = leg;
  const { print, x, y, z, pitch } = control;
  const yaw = [0, 0, 0, 1];
  expRotationInto(yaw, 0, [0, print.yaw, 0], 0);
  const base = onPath(print, [sole[0] + x, ground + y + raise, sole[2] + z]);
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
function neededDrop(body: MotionBody, work: WorkFrame): number {
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
function poseLeg(body: MotionBody, work: WorkFrame, i: number, grounded: boolean): void {
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

/**
 * What the skin does at the ground, and what feet, tail and trunk are raised by for it; the return value is the most of
 * it, metres.
 */
function meetGround(
  body: MotionBody,
  works: readonly WorkFrame[],
  lifts: Float64Array,
  tails: Float64Array,
  options: PoseFramesOptions,
  last: boolean,
): number {
  const { ground, legs, points, partOf, height, plan } = body;
  const { owners } = points;
  const tailLength = chainLength(body, plan.tail);
  let changed = 0;
  const needs = works.map(() => 0);
  const tailNeeds = works.map(() => 0);
  for (const [f, work] of works.entries()) {
    const posed = points.pose(finish(body, work));
    const { feet, lying } = work.frame;
    for (const [i, leg] of legs.entries()) {
      let low = Infinity;
      for (const p of leg.points) low = Math.min(low, posed[p * 3 + 1]);
      if (low === Infinity) low = work.positions[leg.joints[leg.joints.length - 1] * 3 + 1];
      const control = feet[i];
      const stands = control.carried === 0 && control.y === 0;
      const floor = ground + clamp(control.y, 0, SKIM * height);
      const raise = stands ? ground - low : Math.max(0, floor - low) * (1 - lying);
      work.raises[i] += raise;
      changed = Math.max(changed, Math.abs(raise));
    }
    let [low, tail, whole] = [Infinity, Infinity, Infinity];
    for (let p = 0; p < owners.length; p++) {
      const y = posed[p * 3 + 1];
      whole = Math.min(whole, y);
      const part = partOf[owners[p]];
      if (part === 'leg') continue;
      if (part === 'tail') tail = Math.min(tail, y);
      else low = Math.min(low, y);
    }
    if (lying > 0) {
      lifts[f] += lying * (ground - whole);
      changed = Math.max(changed, lying * Math.abs(ground - whole));
    }
    if (lying === 1) continue;
    const floor = ground + options.clearance;
    needs[f] = Math.max(0, floor - low) * (1 - lying);
    if (tailLength > 0) tailNeeds[f] = (Math.max(0, floor - tail) * (1 - lying)) / tailLength;
  }
  if (last) return changed;
  const rise = envelope(needs, options);
  const tailRise = envelope(tailNeeds, options);
  for (let f = 0; f < works.length; f++) {
    lifts[f] += Math.min(rise[f], options.clearance + MOST_RISE * height);
    tails[f] = clamp(tails[f] + 1.2 * tailRise[f], 0, MOST_TAIL);
    changed = Math.max(changed, rise[f], tailRise[f] * tailLength);
  }
  return changed;
}

/** Most that a trunk is raised in a round, over the height, and a tail in all, radians. */
const MOST_RISE = 0.02;
const MOST_TAIL = 0.9;

function chainLength({ skeleton, points, partOf }: MotionBody, joints: readonly number[]): number {
  if (joints.length === 0) return 0;
  const base = vectorAt(skeleton.rest, joints[0]);
  let far = 0;
  for (let p = 0; p < points.owners.length; p++) {
    if (partOf[points.owners[p]] === 'tail') {
      far = Math.max(far, Math.hypot(points.rest[p * 3] - base[0], points.rest[p * 3 + 2] - base[2]));
    }
  }
  return far;
}

function finish({ skeleton }: MotionBody, { locals, offsets, root }: WorkFrame): Pose {
  const moves = offsets.some((x) => x !== 0);
  return {
    rotations: Float32Array.from(locals),
    root: Float32Array.of(root[0] - skeleton.rest[0], root[1] - skeleton.rest[1], root[2] - skeleton.rest[2]),
    ...(moves && { offsets: Float32Array.from(offsets) }),
  };
}
