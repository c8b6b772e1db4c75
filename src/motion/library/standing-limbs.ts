/**
 * @file Which limbs a body stands on, whatever its plan calls them: in a plan read from a shape, the stubby legs of a
 * box animal are taken for fins, wings or arms. Limbs that reach the ground far below the trunk are legs; what is
 * called a leg and hangs in the air while others stand is an arm.
 */

import { lengthOf, subtract, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../../rig/body-plan/body-plan.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { BodyPoints } from './body-points.js';
import { subtreeOf } from './measure-legs.js';

/** Limbs stand that come this near to the lowest point at rest, and hang that stay this far from it, over the height. */
const STANDS = 0.05;
const HANGS = 0.15;
/** Legs that were taken for something else go down this steeply. */
const STEEP = 0.75;
/** and this steeply where they are so many. */
const SPRAWLING = 0.4;
const MANY = 4;
/** A limb across from a leg is a leg, this near to its mirror image, over the height. */
const MIRRORED = 0.12;
/** What legs are taken for. */
const LEGLIKE = new Set(['fin', 'spur', 'palp', 'ear', 'horn', 'antenna', 'tentacle']);
/** Arms that are wings point to the side this much, and are this long over the size of the body. */
const SIDEWAYS = 0.75;
const LONG = 0.2;
/** The trunk is at least this far from the ground where fins are legs, over the height. */
const CLEAR = 0.15;
/** or all of the body is, where only two fins would be. */
const REST_CLEAR = 0.18;
/** and hips are above this. */
const HIP = 0.22;

interface LimbReading {
  readonly joints: readonly number[];
  readonly from: 'leg' | 'arm' | 'wing' | 'extra' | 'end';
  /** Height of the lowest point over the lowest of the body. */
  readonly low: number;
  /** How steeply it goes down to there from its first joint, 0 to 1. */
  readonly steep: number;
}

/** A plan whose head, neck and tail carry no legs: a trunk of one joint may be called a head. */
export function freeFromLegs(plan: BodyPlan, { parents }: Skeleton): BodyPlan {
  const carrying = new Set<number>();
  for (const [first] of plan.legs) for (let j = parents[first]; j >= 0; j = parents[j]) carrying.add(j);
  const free = (joints: readonly number[]) => joints.filter((j) => !carrying.has(j));
  return {
    ...plan,
    neck: free(plan.neck),
    tail: free(plan.tail),
    head: carrying.has(plan.head) ? -1 : plan.head,
    jaw: carrying.has(plan.jaw) ? -1 : plan.jaw,
  };
}

/** A plan in which arms that a lying trunk stretches out to the sides are wings: those of birds without a flat wing. */
export function findWings(plan: BodyPlan, { rest }: Skeleton, size: number, upright: boolean): BodyPlan {
  if (upright || plan.wings.length > 0 || plan.legs.length === 0) return plan;
  const isWing = (joints: readonly number[]) => {
    const way = subtract(vectorAt(rest, joints[joints.length - 1]), vectorAt(rest, joints[0]));
    return joints.length > 1 && Math.abs(way[0]) > SIDEWAYS * lengthOf(way) && lengthOf(way) > LONG * size;
  };
  const wings = plan.arms.filter(isWing);
  return wings.length < 2
    ? plan
    : { ...plan, wings, arms: plan.arms.filter((joints) => !wings.includes(joints)) };
}

/** The plan with its limbs sorted anew; `known`: head and tail are what they are called. */
export function findStandingLimbs(
  plan: BodyPlan,
  skeleton: Skeleton,
  points: BodyPoints,
  upright: boolean,
  known = false,
): BodyPlan {
  const { lows, height, trunkOf, restOf } = measureLows(skeleton, points);
  const read = (from: LimbReading['from']) => (joints: readonly number[]) => ({
    joints,
    from,
    ...lows(joints[0]),
  });
  // Of four legs two may be taken for head and tail, with what is left and right.
  const ends = [[...plan.neck, plan.head].filter((j) => j >= 0), plan.tail].filter(
    (joints) => joints.length > 0,
  );
  const loose = plan.extras.filter(({ kind }) => LEGLIKE.has(kind));
  const legs = plan.legs.map(read('leg'));
  const others = [
    ...plan.arms.map(read('arm')),
    ...plan.wings.map(read('wing')),
    ...loose.map(({ joints }) => read('extra')(joints)),
  ];
  const stand = ({ low }: LimbReading) => low < STANDS * height;
  const legless = !legs.some(stand);
  // Arms of those that stand upright may reach the ground; fins hang below the belly of every other fish.
  const twins = ({ joints }: LimbReading) =>
    legs.some((leg) => stand(leg) && mirrorsJoint(skeleton, leg.joints[0], joints[0], MIRRORED * height));
  const hips = points.lowest + HIP * height;
  const reach = (limb: LimbReading) => stand(limb) && skeleton.rest[limb.joints[0] * 3 + 1] > hips;
  const touching = withoutParts(others.filter(reach), skeleton);
  const raised =
    restOf(touching) > REST_CLEAR * height || (touching.length > 2 && trunkOf(plan.spine) > CLEAR * height);
  const eligible = legless ? raised : !upright;
  const steep = [
    ...touching.filter((limb) => limb.steep > STEEP),
    ...(known ? [] : ends)
      .map(read('end'))
      .filter((limb) => reach(limb) && limb.steep > STEEP && twins(limb)),
  ];
  // Many limbs that all touch the ground around a raised trunk are legs although they sprawl.
  const sprawling = touching.filter((limb) => limb.steep > SPRAWLING);
  const sorted = !eligible ? steep.filter(twins) : legless && sprawling.length >= MANY ? sprawling : steep;
  // A leg that is lifted at rest stands across from its twin.
  const lifted = others.filter(
    (limb) => limb.low < HANGS * height && limb.steep > STEEP && twins(limb) && !sorted.includes(limb),
  );
  const promoted = [...sorted, ...withoutParts(lifted, skeleton)];
  if (legless && promoted.length < 2) return plan;
  const demoted = legs.filter(({ low }) => low > HANGS * height);
  if (promoted.length === 0 && demoted.length === 0) return plan;
  const taken = new Set<readonly number[]>(promoted.map(({ joints }) => joints));
  const kept = [...promoted, ...legs.filter((leg) => !demoted.includes(leg))].map(({ joints }) => joints);
  const leftOf = (joints: readonly number[]) =>
    ends.some((end) => taken.has(end) && end.includes(joints[0])) ? [] : joints;
  return {
    ...plan,
    neck: leftOf(plan.neck),
    head: leftOf([plan.head])[0] ?? -1,
    tail: leftOf(plan.tail),
    legs: kept,
    feet: kept.map((joints) => joints[joints.length - 1]),
    arms: [...plan.arms.filter((joints) => !taken.has(joints)), ...demoted.map(({ joints }) => joints)],
    wings: plan.wings.filter((joints) => !taken.has(joints)),
    extras: plan.extras.filter(({ joints }) => !taken.has(joints)),
  };
}

/** Whether a joint is where the mirror image of another one is. */
function mirrorsJoint({ rest }: Skeleton, a: number, b: number, near: number): boolean {
  const [p, q] = [vectorAt(rest, a), vectorAt(rest, b)];
  return p[0] * q[0] < 0 && Math.hypot(p[0] + q[0], p[1] - q[1], p[2] - q[2]) < near;
}

/** Limbs that are not part of others: a foot that a plan takes for a spur belongs to its leg. */
function withoutParts(limbs: readonly LimbReading[], { parents }: Skeleton): LimbReading[] {
  const all = limbs.map(({ joints }) => subtreeOf(parents, joints[0]));
  return limbs.filter(({ joints }, i) => all.every((other, k) => k === i || !other.has(joints[0])));
}

/** Heights over the lowest point: of what is below a joint, and of the trunk. */
function measureLows(skeleton: Skeleton, points: BodyPoints) {
  const own = new Float64Array(skeleton.parents.length).fill(Infinity);
  const lowest = new Int32Array(skeleton.parents.length).fill(-1);
  let high = -Infinity;
  for (let i = 0; i < points.owners.length; i++) {
    const y = points.rest[i * 3 + 1] - points.lowest;
    if (y < own[points.owners[i]]) [own[points.owners[i]], lowest[points.owners[i]]] = [y, i];
    high = Math.max(high, y);
  }
  const lows = (top: number) => {
    const joint = [...subtreeOf(skeleton.parents, top)].reduce((a, b) => (own[b] < own[a] ? b : a));
    if (lowest[joint] < 0) return { low: Infinity, steep: 0 };
    const way = subtract(vectorAt(points.rest, lowest[joint]), vectorAt(skeleton.rest, top));
    return { low: own[joint], steep: -way[1] / (lengthOf(way) || 1) };
  };
  const trunkOf = (spine: readonly number[]) => spine.reduce((low, j) => Math.min(low, own[j]), Infinity);
  const restOf = (limbs: readonly LimbReading[]) => {
    const taken = new Set(limbs.flatMap(({ joints }) => [...subtreeOf(skeleton.parents, joints[0])]));
    return own.reduce((low, y, j) => (taken.has(j) ? low : Math.min(low, y)), Infinity);
  };
  return { lows, height: high || 1, trunkOf, restOf };
}
