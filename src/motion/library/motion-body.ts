/**
 * @file What a motion needs to know of a body: its limbs with their lengths, sides and rows, how it stands, and how
 * its skin meets the ground. Everything is in the body's own axes, x to the left, y up, z forward, in metres, so that a
 * motion need not know how the file is oriented.
 *
 * It is measured on the anatomical tree: in a control rig feet are children of the root.
 */

import { PosespaceError } from '../../base/errors.js';
import {
  invertQuaternionInto,
  matrixToQuaternionInto,
  multiplyQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { add, scale, type Vec3, vectorAt } from '../../math/vector.js';
import { computeBox } from '../../mesh/box.js';
import {
  type AnatomicalRig,
  findAnatomicalRig,
  type PartialRig,
} from '../../rig/anatomy/find-anatomical-rig.js';
import { fromAnatomicalPose } from '../../rig/anatomy/from-anatomical-pose.js';
import type { BodyKind, BodyPlan, FoundBodyPlan } from '../../rig/body-plan/body-plan.js';
import { findBodyPlan } from '../../rig/body-plan/find-body-plan.js';
import { measureBodyHeight } from '../../rig/ground.js';
import type { Pose, Skeleton } from '../../rig/rig-records.js';
import { type BodyPoints, createBodyPoints } from './body-points.js';
import { findFishPlan } from './fish-plan.js';
import { mapPlan, readParts } from './loose-parts-plan.js';
import { type MotionArm, measureArms } from './measure-arms.js';
import { type MotionLeg, measureLegs } from './measure-legs.js';
import { type MotionWing, measureWings } from './measure-wings.js';
import { readNames } from './named-plan.js';
import { findSerpentPlan } from './serpent-plan.js';
import { keepSkinnedChains } from './skinned-chains.js';
import { findStandingLimbs, findWings, freeFromLegs } from './standing-limbs.js';

/** A body as motions see it: measured limbs, ground and skin, in its own axes (x left, y up, z forward). */
export interface MotionBody {
  readonly anatomy: AnatomicalRig;
  /** The anatomical skeleton in the body's axes. */
  readonly skeleton: Skeleton;
  readonly plan: BodyPlan;
  readonly kind: BodyKind;
  /** From character axes to the body's. xyzw */
  readonly turn: readonly number[];
  /** Height of the mesh, metres. */
  readonly height: number;
  /** Height of the ground that it stands on. */
  readonly ground: number;
  /** What motions are measured in, metres: the length of a leg, or a quarter of the length of a body without. */
  readonly unit: number;
  readonly legs: readonly MotionLeg[];
  /** Pairs of legs. */
  readonly rows: number;
  readonly arms: readonly MotionArm[];
  readonly wings: readonly MotionWing[];
  /** What the trunk turns about: the middle of the hips, or the root. */
  readonly pivot: Vec3;
  /** Whether the trunk stands upright, as that of a human. */
  readonly upright: boolean;
  readonly points: BodyPoints;
  /** Joints of each part that limbs take with them. */
  readonly partOf: readonly BodyPart[];
}

/** What a joint belongs to. */
export type BodyPart = 'trunk' | 'head' | 'tail' | 'leg' | 'arm' | 'wing' | 'extra';

/** Hands that hang stay this far from the ground, over the height. */
const HAND = 0.08;

/** Measures a rig; `found` is its body plan where it is known, `poses` are some of its clips, where it has any. */
export function createMotionBody(
  rig: PartialRig,
  found?: FoundBodyPlan,
  poses: readonly Pose[] = [],
): MotionBody {
  const first = readBody(rig, found, []);
  // Feet of a control rig hang from its root; poses show which leg they belong to.
  const { anatomy, read, named } = poses.length > 0 && !isWhole(first) ? readBody(rig, found, poses) : first;
  const body = anatomy.rig;
  const mesh = body.mesh ?? NO_MESH;
  const turn = turnToBody(read);
  const skeleton = { ...body.skeleton, rest: turnPoints(body.skeleton.rest, turn) };
  const points = createBodyPoints(
    {
      skeleton,
      skin: body.skin,
      mesh: body.mesh && { ...mesh, positions: turnPoints(mesh.positions, turn) },
    },
    read.plan.feet,
  );
  const skinned = keepSkinnedChains(read.plan, skeleton, body.skin, points.size);
  const lies = !isUpright(skeleton, skinned, points);
  const standing = findStandingLimbs(skinned, skeleton, points, {
    upright: !lies,
    known: found !== undefined,
    parts: isJoined(anatomy),
    named,
  });
  const plan = freeFromLegs(findWings(standing, skeleton, points.size, !lies), skeleton);
  const kind = plan.legs.length > read.plan.legs.length ? kindWithLegs(plan) : read.kind;
  const height = measureBodyHeight(body);
  if (!(height > 0)) throw new PosespaceError('bad-input', 'motion/generateMotion: the body has no height');
  const legs = measureLegs(skeleton, plan, points, height);
  const ground = Math.min(...(legs.length > 0 ? legs.map(({ sole }) => sole[1]) : [points.lowest]));
  const root = vectorAt(skeleton.rest, 0);
  const pivot =
    legs.length > 0
      ? scale(
          legs.reduce((sum: Vec3, { hip }) => add(sum, hip), [0, 0, 0]),
          1 / legs.length,
        )
      : root;
  const upright = legs.length < 3 && isUpright(skeleton, plan, points);
  const size = points.size;
  return {
    anatomy,
    skeleton,
    plan,
    kind,
    turn,
    height,
    ground,
    unit: legs.length > 0 ? legs.reduce((sum, { size: s }) => sum + s, 0) / legs.length : size / 4,
    legs,
    rows: legs.reduce((most, { row }) => Math.max(most, row + 1), 0),
    arms: measureArms(skeleton, plan, points, upright, ground + HAND * height),
    wings: measureWings(skeleton, plan),
    pivot,
    upright,
    points,
    partOf: assignParts(skeleton, plan),
  };
}

const NO_MESH = { positions: new Float32Array(0), triangles: new Uint32Array(0) };

interface BodyReading {
  readonly anatomy: AnatomicalRig;
  readonly read: FoundBodyPlan;
  /** Whether it is what a rigger called it. */
  readonly named: boolean;
}

function readBody(rig: PartialRig, found: FoundBodyPlan | undefined, poses: readonly Pose[]): BodyReading {
  const anatomy = findAnatomicalRig(rig, poses, { joinAtRest: poses.length === 0 });
  const { mesh = NO_MESH, skeleton, skin } = anatomy.rig;
  if (found)
    return { anatomy, read: { ...found, plan: toAnatomicalPlan(found.plan, anatomy) }, named: false };
  if (isJoined(anatomy))
    return { anatomy, read: readChain(readParts(anatomy.rig), anatomy.rig), named: false };
  const seen = findBodyPlan(mesh, skeleton, { skin });
  const named = readNames(seen, anatomy.rig);
  return { anatomy, read: readChain(named ?? seen, anatomy.rig), named: named !== undefined };
}

const isJoined = ({ findings }: AnatomicalRig): boolean =>
  findings.some(({ code }) => code === 'parts-joined');

/** Whether every joint of a leg is a child of the one before. */
const isWhole = ({ anatomy, read }: BodyReading): boolean =>
  read.plan.legs.every((leg) =>
    leg.every((j, k) => k === 0 || anatomy.rig.skeleton.parents[j] === leg[k - 1]),
  );

/** A pose in the body's axes, on the rig that the body was measured on. */
export function toRigPose({ anatomy, turn }: MotionBody, pose: Pose): Pose {
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, turn, 0);
  const rotations = new Float32Array(pose.rotations.length);
  const q = [0, 0, 0, 1];
  for (let j = 0; j < rotations.length; j += 4) {
    multiplyQuaternionInto(q, 0, back, 0, pose.rotations, j);
    multiplyQuaternionInto(rotations, j, q, 0, turn, 0);
  }
  const root = turnPoints(pose.root, back);
  const offsets = pose.offsets && turnPoints(pose.offsets, back);
  return fromAnatomicalPose(anatomy, { rotations, root, ...(offsets && { offsets }) });
}

/** A plan of the file's joints with those of the anatomical tree; joints that it dropped are left out. */
const toAnatomicalPlan = (plan: BodyPlan, { sources }: AnatomicalRig): BodyPlan =>
  mapPlan(plan, (j) => sources.indexOf(j));

/** The turn from character axes to the body's. xyzw */
export function turnToBody({ left, up, forward }: FoundBodyPlan): number[] {
  const q = [0, 0, 0, 1];
  const columns = [0, 1, 2].flatMap((k) => [left[k], up[k], forward[k]]);
  matrixToQuaternionInto(q, 0, columns, 0);
  return q;
}

function turnPoints(points: Float32Array, turn: readonly number[]): Float32Array {
  if (turn[3] === 1) return points;
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) rotateVectorInto(out, i, turn, 0, points, i);
  return out;
}

/** A reading in which a long thin chain is a serpent, and one that ends in an upright fin a fish. */
function readChain(read: FoundBodyPlan, { skeleton, mesh }: PartialRig): FoundBodyPlan {
  if (!LIMBLESS.has(read.kind)) return read;
  const turn = turnToBody(read);
  const own = { ...skeleton, rest: turnPoints(skeleton.rest, turn) };
  const points = mesh && mesh.positions.length > 0 ? turnPoints(mesh.positions, turn) : own.rest;
  const { min, max } = computeBox(points);
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const serpent = read.kind === 'serpent' ? undefined : findSerpentPlan(read.plan, own, sides);
  const chain = serpent ?? findFishPlan(read.plan, own, points);
  if (!chain) return read;
  const sign = chain.reversed ? -1 : 1;
  return {
    ...read,
    kind: serpent ? 'serpent' : 'fish',
    plan: chain.plan,
    forward: scale(read.forward, sign),
    left: scale(read.left, sign),
  };
}

const LIMBLESS: ReadonlySet<BodyKind> = new Set(['blob', 'unknown', 'serpent']);

/** What a body is whose legs were taken for something else. */
function kindWithLegs({ legs, wings }: BodyPlan): BodyKind {
  if (legs.length > 4) return legs.length > 6 ? 'spider' : 'insect';
  if (legs.length > 2) return wings.length > 1 ? 'dragon' : 'quadruped';
  return wings.length > 1 ? 'bird' : 'biped';
}

/** Whether the way from the root to the head rises more than it goes forward, and the trunk is not longer than high. */
function isUpright(skeleton: Skeleton, plan: BodyPlan, points: BodyPoints): boolean {
  const { rest } = skeleton;
  const { spine, neck, head } = plan;
  const from = spine[0] ?? 0;
  const to = neck[0] ?? (head >= 0 ? head : (spine[spine.length - 1] ?? 0));
  if (rest[to * 3 + 1] - rest[from * 3 + 1] <= Math.abs(rest[to * 3 + 2] - rest[from * 3 + 2])) return false;
  const parts = assignParts(skeleton, plan);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.owners.length; i++) {
    if (parts[points.owners[i]] !== 'trunk') continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points.rest[i * 3 + k]);
      high[k] = Math.max(high[k], points.rest[i * 3 + k]);
    }
  }
  return !(high[2] - low[2] > LONG_TRUNK * (high[1] - low[1]));
}

/** A trunk that is longer than high by this factor lies. */
const LONG_TRUNK = 1.3;

function assignParts({ parents }: Skeleton, plan: BodyPlan): BodyPart[] {
  const own = new Map<number, BodyPart>();
  const mark = (joints: readonly number[], part: BodyPart) => {
    for (const j of joints) if (j >= 0) own.set(j, part);
  };
  for (const { joints, kind } of plan.extras) {
    if (kind !== 'girdle' && kind !== 'shoulder') mark(joints.slice(0, 1), 'extra');
  }
  mark(plan.spine, 'trunk');
  mark([...plan.neck, plan.head, plan.jaw], 'head');
  mark(plan.tail, 'tail');
  for (const leg of plan.legs) mark(leg, 'leg');
  for (const arm of plan.arms) mark(arm, 'arm');
  for (const wing of plan.wings) mark(wing, 'wing');
  // What is below a limb belongs to it; what is below the trunk and nothing else, to the trunk.
  const parts: BodyPart[] = [];
  for (let j = 0; j < parents.length; j++) {
    const above = parents[j] >= 0 ? parts[parents[j]] : 'trunk';
    const named = own.get(j);
    parts.push(named === 'extra' && (above === 'leg' || above === 'arm') ? above : (named ?? above));
  }
  return parts;
}
