/**
 * @file The legs of a body: which joints fold to reach, which hold the foot flat, what of the skin is the sole.
 *
 * The foot begins at the first joint whose own skin touches the ground. A last bone that stands steeply is no foot but
 * part of what reaches: the leg of a spider, the shank of a robot.
 */

import { lengthOf, normalize, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../../rig/body-plan/body-plan.js';
import { subtreeOf } from '../../rig/joint-tree.js';
import type { BodyPoints } from '../../rig/kinematics/body-points.js';
import type { Skeleton } from '../../rig/rig-records.js';
import { type LimbFold, measureFold } from './limb-fold.js';

export interface MotionLeg {
  /** 1 left, −1 right. */
  readonly side: 1 | -1;
  /** Pair it belongs to, 0 in front. */
  readonly row: number;
  /** Whether it is a front leg of a body with four. */
  readonly fore: boolean;
  readonly joints: readonly number[];
  /** The joints that reach, to the foot's joint or to the tip. */
  readonly fold: LimbFold;
  /** The joint whose rotation keeps the foot flat; −1 for a leg that ends in a point. */
  readonly foot: number;
  /** The joint in front of the ball of the foot, −1 where there is none. */
  readonly toe: number;
  readonly hip: Vec3;
  /** Where the chain ends at rest: the foot's joint, or the tip. */
  readonly end: Vec3;
  /** Middle of the sole at rest, at the height of its lowest point. */
  readonly sole: Vec3;
  /** What a foot rolls over, at the height of the sole: in front and behind. */
  readonly ball: Vec3;
  readonly heel: Vec3;
  /** Length of the sole. */
  readonly soleLength: number;
  /** Height of the hip above the sole, or what stands for it where the leg sprawls. */
  readonly size: number;
  /** Whether the leg reaches out to the side more than down. */
  readonly sprawls: boolean;
  /** Points of the skin of the foot. */
  readonly points: Int32Array;
  /** Joints below the hip, the hip among them. */
  readonly subtree: ReadonlySet<number>;
}

/** Points this near to the lowest, over the height of the body, are of the sole. */
const SOLE = 0.025;
/** A joint that owns this share of the sole's points is of the foot. */
const TOUCHES = 0.2;
/** A third joint or later, with any of them, that is lower than this share of the hip's height, as well. */
const LOW_ANKLE = 0.2;
/** Above this share of the hip's height a last bone that stands this steeply belongs to the leg. */
const HIGH = 0.2;
const STEEP = 0.75;
/** Below this share of the hip's height the second joint is an ankle. */
const ANKLE = 0.3;
/** A sole that is longer than this times the height of its joint is a flat foot. */
const LONG_SOLE = 1.2;
/** Bones of a girdle are this short against the next; those that go so much to the side may be longer. */
const GIRDLE_SHORT = 0.3;
const GIRDLE_LONG = 0.75;
const GIRDLE_ASIDE = 0.7;
/** and start this near to the middle, over where they end. */
const GIRDLE_START = 0.4;
/** A leg sprawls whose foot is further out than this share of the hip's height. */
const SPRAWL = 0.7;
/** Size of a leg that sprawls over its length. */
const SPRAWL_SIZE = 0.45;

export function measureLegs(
  skeleton: Skeleton,
  plan: BodyPlan,
  points: BodyPoints,
  height: number,
): MotionLeg[] {
  const girdles = plan.legs.map((joints) => girdleOf(skeleton, joints));
  const drafts = plan.legs.map((joints, i) => {
    const twin = plan.legs.findIndex(
      (other, k) => k !== i && mirrors(skeleton, joints[0], other[0]) && other.length === joints.length,
    );
    const first = twin < 0 ? girdles[i] : Math.max(girdles[i], girdles[twin]);
    return draftLeg(skeleton, joints.slice(first), points, height);
  });
  const rowOf = assignRows(drafts);
  const rows = Math.max(0, ...rowOf) + 1;
  return drafts.map((draft, i) => finishLeg(skeleton, points, height, draft, rowOf[i], rows));
}

/** Whether two joints are about as far in front and as high as each other. */
function mirrors({ rest }: Skeleton, a: number, b: number): boolean {
  const [p, q] = [vectorAt(rest, a), vectorAt(rest, b)];
  return (
    Math.hypot(p[1] - q[1], p[2] - q[2]) < 0.3 * (Math.hypot(...p) + Math.hypot(...q)) && p[0] * q[0] <= 0
  );
}

/** How many bones of a leg are its girdle: those that lead to the side, or are short, before two that reach down. */
function girdleOf(skeleton: Skeleton, joints: readonly number[]): number {
  const bone = (k: number) =>
    subtract(vectorAt(skeleton.rest, joints[k + 1]), vectorAt(skeleton.rest, joints[k]));
  let first = 0;
  while (joints.length - first > 3) {
    const [own, next] = [bone(first), bone(first + 1)];
    const [length, after] = [lengthOf(own), lengthOf(next)];
    const from = Math.abs(skeleton.rest[joints[first] * 3]);
    const to = Math.abs(skeleton.rest[joints[first + 1] * 3]);
    const sideways = Math.abs(own[0]) > GIRDLE_ASIDE * length && from < GIRDLE_START * to;
    if (length > (sideways ? GIRDLE_LONG : GIRDLE_SHORT) * after) break;
    first++;
  }
  return first;
}

interface LegDraft {
  readonly joints: readonly number[];
  readonly subtree: ReadonlySet<number>;
  readonly side: 1 | -1;
  readonly hip: Vec3;
  readonly low: number;
  /** First joint of the chain that touches the ground. */
  readonly touching: number;
  readonly own: Int32Array;
  readonly soles: Int32Array;
}

function draftLeg(
  skeleton: Skeleton,
  joints: readonly number[],
  points: BodyPoints,
  height: number,
): LegDraft {
  const subtree = subtreeOf(skeleton.parents, joints[0]);
  const own = Int32Array.from([...points.owners.keys()].filter((i) => subtree.has(points.owners[i])));
  const last = vectorAt(skeleton.rest, joints[joints.length - 1]);
  let low = Infinity;
  for (const i of own) low = Math.min(low, points.rest[i * 3 + 1]);
  if (own.length === 0) low = last[1];
  const soles = own.filter((i) => points.rest[i * 3 + 1] < low + SOLE * height);
  const hip = vectorAt(skeleton.rest, joints[0]);
  // What each joint of the chain owns, toes that branch off among it.
  const index = new Int16Array(skeleton.parents.length).fill(-1);
  for (const [k, j] of joints.entries()) index[j] = k;
  for (let j = 1; j < index.length; j++) {
    if (index[j] < 0 && subtree.has(j)) index[j] = index[skeleton.parents[j]];
  }
  const shares = joints.map(() => 0);
  for (const i of soles) shares[index[points.owners[i]]] += 1 / soles.length;
  const first = shares.findIndex(
    (share, k) =>
      share >= TOUCHES ||
      (k > 1 && share > 0 && skeleton.rest[joints[k] * 3 + 1] - low < LOW_ANKLE * (hip[1] - low)),
  );
  const touching = first < 0 ? joints.length - 1 : first;
  const x = soles.length > 0 ? soles.reduce((sum, i) => sum + points.rest[i * 3], 0) / soles.length : last[0];
  return { joints, subtree, side: x < 0 ? -1 : 1, hip, low, touching, own, soles };
}

/** The pair of each leg, counted from the front on its own side. */
function assignRows(legs: readonly LegDraft[]): number[] {
  const row = legs.map(() => 0);
  for (const side of [1, -1]) {
    const mine = [...legs.keys()].filter((i) => legs[i].side === side);
    mine.sort((a, b) => legs[b].hip[2] - legs[a].hip[2]);
    for (const [k, i] of mine.entries()) row[i] = k;
  }
  return row;
}

function finishLeg(
  skeleton: Skeleton,
  points: BodyPoints,
  height: number,
  draft: LegDraft,
  row: number,
  rows: number,
): MotionLeg {
  const { joints, hip, low, soles, own, side, subtree } = draft;
  const at = (k: number) => vectorAt(skeleton.rest, joints[k]);
  const last = joints.length - 1;
  const hipHeight = Math.max(1e-6, hip[1] - low);
  const sole = middleOf(points, soles, low) ?? [at(last)[0], low, at(last)[2]];
  // (1) Where the foot begins.
  const k = draft.touching;
  const rest = subtract(sole, at(k));
  const raised = at(k)[1] - low;
  const steep = -rest[1] / Math.max(1e-9, lengthOf(rest));
  let [front, back] = [sole[2], sole[2]];
  for (const i of soles) {
    front = Math.max(front, points.rest[i * 3 + 2]);
    back = Math.min(back, points.rest[i * 3 + 2]);
  }
  const pointed =
    k === 0 ||
    (front - back < LONG_SOLE * raised &&
      ((k === 1 && raised > ANKLE * hipHeight) || (k > 1 && raised > HIGH * hipHeight && steep > STEEP)));
  const chain = pointed ? joints.slice(0, k + 1) : joints.slice(0, k);
  const end = pointed ? sole : at(k);
  const outwards = Math.hypot(sole[0] - hip[0], sole[2] - hip[2]);
  const sprawls = outwards > SPRAWL * hipHeight;
  const fore = row === 0 && rows === 2;
  // (2) What it bends about where it is straight.
  const out = normalize([sole[0] - hip[0], 0, sole[2] - hip[2]]);
  const axis: Vec3 = sprawls ? [out[2], 0, -out[0]] : [fore ? -1 : 1, 0, 0];
  const fold = measureFold(chain, [...chain.map((j) => vectorAt(skeleton.rest, j)), end], axis);
  // (3) What it rolls over.
  const foot = pointed ? -1 : joints[k];
  const toe = !pointed && k < last && at(k + 1)[2] > at(k)[2] ? joints[k + 1] : -1;
  const tip = toe >= 0 ? Math.min(front, vectorAt(skeleton.rest, toe)[2]) : front;
  return {
    side,
    row,
    fore,
    joints,
    fold,
    foot,
    toe,
    hip,
    end,
    sole,
    ball: [sole[0], low, tip],
    heel: [sole[0], low, back],
    soleLength: front - back,
    size: sprawls ? Math.max(hipHeight, SPRAWL_SIZE * fold.length) : hipHeight,
    sprawls,
    points: own.filter(
      (i) =>
        joints.length === 1 || points.owners[i] !== joints[0] || points.rest[i * 3 + 1] < low + SOLE * height,
    ),
    subtree,
  };
}

function middleOf(points: BodyPoints, list: Int32Array, y: number): Vec3 | undefined {
  if (list.length === 0) return undefined;
  let [x, z] = [0, 0];
  for (const i of list) {
    x += points.rest[i * 3] / list.length;
    z += points.rest[i * 3 + 2] / list.length;
  }
  return [x, y, z];
}
