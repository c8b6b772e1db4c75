/**
 * @file What a performance needs to know of a body: its limbs with their lengths, sides and rows, and the points of
 * its skin that may touch the ground.
 */

import { distance, type Vec3 } from '../../math/vector.js';
import type { JointLimits } from '../../rig/kinematics/clamp-to-limits.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { Creature, CreatureKind, CreaturePlan } from '../creature-record.js';

export interface Leg {
  /** Upper, lower, ankle, foot; of many-legged bodies the last two follow the lower leg. */
  readonly joints: readonly number[];
  /** 1 left, −1 right. */
  readonly side: 1 | -1;
  /** Pair it belongs to, 0 in front. */
  readonly row: number;
  /** Joint that carries it. */
  readonly base: number;
  /** The shoulder blade above it, −1 where there is none. */
  readonly shoulder: number;
  /** Where the foot stands at rest. */
  readonly foot: Vec3;
  /** Length of the two bones that reach. */
  readonly reach: number;
}

/** A point of the skin that moves with one joint. */
export interface Probe {
  readonly joint: number;
  readonly point: Vec3;
}

/** A bone of what the ground pushes aside: tails, wings, arms. */
export interface TrailingBone {
  readonly joint: number;
  /** Its far end, as it lies at rest. */
  readonly tip: Vec3;
  /** Lowest height of the end, metres. */
  readonly floor: number;
}

export interface Actor {
  readonly kind: CreatureKind;
  readonly skeleton: Skeleton;
  readonly plan: CreaturePlan;
  /** Range of every joint; the root's, which is where the body faces, is open. */
  readonly limits: JointLimits;
  /**
   * What motions are measured in, metres: the height of the hips; half the length of a leg that sprawls; a quarter of
   * the length of a body without legs.
   */
  readonly unit: number;
  readonly legs: readonly Leg[];
  /** Pairs of legs. */
  readonly rows: number;
  /** Whether the legs sprawl sideways, as those of insects, spiders and lizards. */
  readonly sprawls: boolean;
  /** Whether they end in points, as those of insects and spiders: no sole to lay flat on the ground. */
  readonly pointed: boolean;
  /** Joints of legs, whose rotations come from where the feet are. */
  readonly legJoints: ReadonlySet<number>;
  /** Ears, fins, tongues: what only follows. */
  readonly loose: readonly number[];
  /** Fingers of each arm. */
  readonly fingers: readonly (readonly number[])[];
  /** Skin of the trunk, and all skin that a fallen body may rest on. */
  readonly trunkProbes: readonly Probe[];
  readonly probes: readonly Probe[];
  /** What gives way to the ground, from the body outwards. */
  readonly trailing: readonly TrailingBone[];
}

/** A thigh that goes this share of its length to the side sprawls; a frog's, folded beside the body, do not. */
const SIDEWAYS = 0.8;
/** Limits are made for calm clips; fights and falls go this much further, and legs spread and twist more. */
const LIMIT_SLACK = 1.3;
const LEG_SLACK: readonly number[] = [1.4, 1.8, 1.8];

export function createActor(creature: Creature): Actor {
  const { kind, plan, rig } = creature;
  const { skeleton } = rig;
  const at = (j: number): Vec3 => [skeleton.rest[j * 3], skeleton.rest[j * 3 + 1], skeleton.rest[j * 3 + 2]];
  const pointed = plan.legs.length > 4;
  const sprawls = pointed || spreadsLegs(plan, at);
  const legs = describeLegs(skeleton, plan, pointed, at);
  const legJoints = new Set(plan.legs.flat());
  const known = new Set([...plan.spine, ...plan.neck, ...plan.tail, ...legJoints, plan.head, plan.jaw]);
  for (const j of [...plan.arms.flat(), ...plan.wings.flat(), ...legs.map((leg) => leg.shoulder)])
    known.add(j);
  const fingers = plan.arms.map((arm) => descendants(skeleton, arm[arm.length - 1]));
  for (const j of fingers.flat()) known.add(j);
  const probes = findProbes(creature);
  const limbs = new Set([
    ...legJoints,
    ...plan.tail,
    ...plan.wings.flat(),
    ...plan.arms.flat(),
    ...fingers.flat(),
  ]);
  // Tentacles and the tails of what has no legs carry the body; other tails, wings and arms lie where they can.
  const yielding = new Set(plan.wings.flat());
  if (legs.length > 0) {
    for (const j of [...plan.arms.flat(), ...fingers.flat()]) yielding.add(j);
    if (plan.tail.length > 2 && !pointed) for (const j of plan.tail) yielding.add(j);
  }
  return {
    kind,
    skeleton,
    plan,
    limits: loosen(creature.limits, legJoints),
    unit: sprawls
      ? 0.5 * legs[0].reach
      : legs.length > 0
        ? at(legs[legs.length - 1].joints[0])[1]
        : bodyLength(skeleton) / 4,
    legs,
    rows: legs.length / 2,
    sprawls,
    pointed,
    legJoints,
    loose: skeleton.names.flatMap((_, j) => (known.has(j) ? [] : [j])),
    fingers,
    probes: probes.filter((probe) => !yielding.has(probe.joint)),
    trunkProbes: probes.filter((probe) => !limbs.has(probe.joint)),
    trailing: findTrailing(skeleton, yielding, probes, sprawls && !pointed, at),
  };
}

/** Whether all thighs point straight to the sides. */
const spreadsLegs = ({ legs }: CreaturePlan, at: (joint: number) => Vec3): boolean =>
  legs.length === 4 &&
  legs.every(([hip, knee]) => Math.abs(at(knee)[0] - at(hip)[0]) > SIDEWAYS * distance(at(knee), at(hip)));

function describeLegs(
  skeleton: Skeleton,
  plan: CreaturePlan,
  pointed: boolean,
  at: (joint: number) => Vec3,
): Leg[] {
  const feet = plan.legs.map((joints) => at(joints[3])[2]);
  const rowPositions = [...new Set(feet.map((z) => Math.round(z * 1e4)))].sort((a, b) => b - a);
  return plan.legs.map((joints, i) => {
    const parent = skeleton.parents[joints[0]];
    const shoulder = skeleton.names[parent].endsWith('Shoulder') ? parent : -1;
    const [hip, knee, end] = [at(joints[0]), at(joints[1]), at(joints[pointed ? 3 : 2])];
    return {
      joints,
      side: at(joints[3])[0] < 0 ? -1 : 1,
      row: rowPositions.indexOf(Math.round(feet[i] * 1e4)),
      base: shoulder >= 0 ? skeleton.parents[shoulder] : parent,
      shoulder,
      foot: at(joints[3]),
      reach: distance(hip, knee) + distance(knee, end),
    };
  });
}

/**
 * The bones of joints that yield: to the first child, or to the furthest skin of a joint without one. `thick`: it is
 * their surface that lies on the ground, not their axis.
 */
function findTrailing(
  skeleton: Skeleton,
  yielding: ReadonlySet<number>,
  probes: readonly Probe[],
  thick: boolean,
  at: (joint: number) => Vec3,
): TrailingBone[] {
  return [...yielding]
    .sort((a, b) => a - b)
    .flatMap((joint) => {
      const child = skeleton.parents.indexOf(joint);
      const skin = probes.filter((p) => p.joint === joint).map((p) => p.point);
      const ends = child >= 0 ? [at(child)] : skin;
      const home = at(joint);
      const tip = ends.reduce((far, end) => (distance(end, home) > distance(far, home) ? end : far), home);
      const low = Math.min(tip[1], home[1]);
      const thickness = thick && skin.length > 0 ? low - Math.min(...skin.map((point) => point[1])) : 0;
      return tip === home ? [] : [{ joint, tip, floor: Math.max(0.08 * low, thickness) }];
    });
}

function descendants(skeleton: Skeleton, joint: number): number[] {
  const found: number[] = [];
  for (let j = joint + 1; j < skeleton.parents.length; j++) {
    const p = skeleton.parents[j];
    if (p === joint || found.includes(p)) found.push(j);
  }
  return found;
}

function bodyLength(skeleton: Skeleton): number {
  let [low, high] = [Infinity, -Infinity];
  for (let j = 0; j < skeleton.parents.length; j++) {
    low = Math.min(low, skeleton.rest[j * 3 + 2]);
    high = Math.max(high, skeleton.rest[j * 3 + 2]);
  }
  return high - low;
}

function loosen(limits: JointLimits, legJoints: ReadonlySet<number>): JointLimits {
  const slack = (i: number) => (legJoints.has(Math.floor(i / 3)) ? LEG_SLACK[i % 3] : LIMIT_SLACK);
  const lower = limits.lower.map((x, i) => (i < 3 ? -Math.PI : slack(i) * x));
  const upper = limits.upper.map((x, i) => (i < 3 ? Math.PI : slack(i) * x));
  return { lower, upper };
}

/** The vertices of each joint that lie furthest along the six axes. */
function findProbes({ rig }: Creature): Probe[] {
  const { mesh, skin, skeleton } = rig;
  const count = skeleton.parents.length;
  const best = new Int32Array(count * 6).fill(-1);
  const p = mesh.positions;
  for (let v = 0; v < p.length / 3; v++) {
    // Rows of our own skins are in descending order.
    const joint = skin.joints[v * skin.influenceCount];
    for (let k = 0; k < 6; k++) {
      const axis = k >> 1;
      const sign = k & 1 ? 1 : -1;
      const held = best[joint * 6 + k];
      if (held < 0 || sign * (p[v * 3 + axis] - p[held * 3 + axis]) > 0) best[joint * 6 + k] = v;
    }
  }
  const probes: Probe[] = [];
  for (let joint = 0; joint < count; joint++) {
    for (const v of new Set(best.subarray(joint * 6, joint * 6 + 6))) {
      if (v >= 0) probes.push({ joint, point: [p[v * 3], p[v * 3 + 1], p[v * 3 + 2]] });
    }
  }
  return probes;
}
