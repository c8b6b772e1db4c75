/**
 * @file Which limbs a body stands on, whatever its plan calls them: in a plan read from a shape, the stubby legs of a
 * box animal are taken for fins, wings or arms. Limbs that reach the ground far below the trunk are legs; what is
 * called a leg and hangs in the air while others stand is an arm.
 */

import { lengthOf, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../body-plan/body-plan.js';
import { subtreeOf } from '../joint-tree.js';
import type { BodyPoints } from '../kinematics/body-points.js';
import type { Skeleton } from '../rig-records.js';

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
/** Heights are over this share of the size of the body where that is more: of what lies flat. */
const FLAT = 0.2;
/** Loose parts in at least this many that touch the ground and have a twin are legs. */
const LEAST_PAIRED = 4;
/** A tail fin is this thin over its other sides, and this high over the body. */
const FIN_THIN = 0.35;
const FIN_HIGH = 0.35;

interface LimbReading {
  readonly joints: readonly number[];
  readonly from: 'leg' | 'arm' | 'wing' | 'extra' | 'end';
  /** Height of the lowest point over the lowest of the body. */
  readonly low: number;
  /** How steeply it goes down to there from its first joint, 0 to 1. */
  readonly steep: number;
  /** Middle of its points. */
  readonly middle: Vec3;
}

/** What is known of a body besides its plan. */
interface BodyTraits {
  readonly upright: boolean;
  /** Whether it is joined from loose parts. */
  readonly parts: boolean;
  /** Whether a rigger has named what its limbs are: fins, wings and tails are no legs then. */
  readonly named: boolean;
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

/** The plan with its limbs sorted anew. */
export function findStandingLimbs(
  plan: BodyPlan,
  skeleton: Skeleton,
  points: BodyPoints,
  { upright, parts, named }: BodyTraits,
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
    ...(named ? [] : plan.wings).map(read('wing')),
    ...(named ? [] : loose).map(({ joints }) => read('extra')(joints)),
  ];
  const stand = ({ low }: LimbReading) => low < STANDS * height;
  const legless = !legs.some(stand);
  // Arms of those that stand upright may reach the ground; fins hang below the belly of every other fish.
  const twins = ({ joints }: LimbReading) =>
    legs.some((leg) => stand(leg) && mirrorsJoint(skeleton, leg.joints[0], joints[0], MIRRORED * height));
  const hips = points.lowest + HIP * height;
  const reach = (limb: LimbReading) => stand(limb) && skeleton.rest[limb.joints[0] * 3 + 1] > hips;
  const touching = withoutParts(others.filter(reach), skeleton);
  const swims = parts && hasTailFin(plan, skeleton, points, height);
  const raised =
    !swims &&
    (restOf(touching) > REST_CLEAR * height ||
      ((touching.length > 2 || parts) && trunkOf(plan.spine) > CLEAR * height));
  const eligible = legless ? raised : !upright;
  const steep = [
    ...touching.filter((limb) => limb.steep > STEEP),
    ...(named ? [] : ends)
      .map(read('end'))
      .filter((limb) => reach(limb) && limb.steep > STEEP && twins(limb)),
  ];
  // Many limbs that all touch the ground around a raised trunk are legs although they sprawl.
  const sprawling = touching.filter((limb) => limb.steep > SPRAWLING);
  const paired = parts && legless && !upright && !swims ? findPaired(others, points.size, height) : [];
  const sorted =
    paired.length >= LEAST_PAIRED
      ? paired
      : !eligible
        ? steep.filter(twins)
        : legless && sprawling.length >= MANY
          ? sprawling
          : steep;
  // A leg that is lifted at rest stands across from its twin.
  const lifted = others.filter(
    (limb) => limb.low < HANGS * height && limb.steep > STEEP && twins(limb) && !sorted.includes(limb),
  );
  // Arms of a trunk that lies are front legs if they touch the ground, and so are those across from them.
  const mirrored = (limb: LimbReading, other: LimbReading) =>
    mirrorsJoint(skeleton, limb.joints[0], other.joints[0], MIRRORED * height);
  const low =
    upright || legless ? [] : others.filter((limb) => limb.from === 'arm' && limb.low < HANGS * height);
  const front = low.filter(
    (limb) =>
      !sorted.includes(limb) &&
      [...sorted, ...low].some((other) => mirrored(other, limb) && (stand(other) || stand(limb))),
  );
  const promoted = [...sorted, ...withoutParts([...new Set([...lifted, ...front])], skeleton)];
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

/** Limbs that touch the ground across from another one. */
function findPaired(limbs: readonly LimbReading[], size: number, height: number): LimbReading[] {
  const touching = limbs.filter(({ low }) => low < STANDS * Math.max(height, FLAT * size));
  const isTwin = ({ middle: a }: LimbReading, { middle: b }: LimbReading) =>
    a[0] * b[0] < 0 && Math.hypot(a[0] + b[0], a[1] - b[1], a[2] - b[2]) < MIRRORED * size;
  return touching.filter((limb) => touching.some((other) => other !== limb && isTwin(limb, other)));
}

/** Whether the last part of a tail is a sheet that stands upright, as fish have it. */
function hasTailFin({ tail }: BodyPlan, { parents }: Skeleton, points: BodyPoints, height: number): boolean {
  if (tail.length === 0) return false;
  const own = subtreeOf(parents, tail[tail.length - 1]);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.owners.length; i++) {
    if (!own.has(points.owners[i])) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points.rest[i * 3 + k]);
      high[k] = Math.max(high[k], points.rest[i * 3 + k]);
    }
  }
  const [x, y, z] = low.map((least, k) => high[k] - least);
  return x < FIN_THIN * Math.min(y, z) && y > FIN_HIGH * height;
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

function middleOf({ owners, rest }: BodyPoints, joints: ReadonlySet<number>): Vec3 {
  let [x, y, z, count] = [0, 0, 0, 0];
  for (let i = 0; i < owners.length; i++) {
    if (!joints.has(owners[i])) continue;
    x += rest[i * 3];
    y += rest[i * 3 + 1];
    z += rest[i * 3 + 2];
    count++;
  }
  return [x / count, y / count, z / count];
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
    const below = subtreeOf(skeleton.parents, top);
    const joint = [...below].reduce((a, b) => (own[b] < own[a] ? b : a));
    const base = vectorAt(skeleton.rest, top);
    if (lowest[joint] < 0) return { low: Infinity, steep: 0, middle: base };
    const way = subtract(vectorAt(points.rest, lowest[joint]), base);
    return { low: own[joint], steep: -way[1] / (lengthOf(way) || 1), middle: middleOf(points, below) };
  };
  const trunkOf = (spine: readonly number[]) => spine.reduce((low, j) => Math.min(low, own[j]), Infinity);
  const restOf = (limbs: readonly LimbReading[]) => {
    const taken = new Set(limbs.flatMap(({ joints }) => [...subtreeOf(skeleton.parents, joints[0])]));
    return own.reduce((low, y, j) => (taken.has(j) ? low : Math.min(low, y)), Infinity);
  };
  return { lows, height: high || 1, trunkOf, restOf };
}
