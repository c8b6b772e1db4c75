/**
 * @file What a motion needs to know of a body: its limbs with their lengths, sides and rows, how it stands, and how
 * its skin meets the ground. Everything is in the body's own axes, x to the left, y up, z forward, in metres, so that a
 * motion need not know how the file is oriented.
 *
 * What the joints are is what the rig's anatomy says; here it is only measured.
 */

import { PosespaceError } from '../../base/errors.js';
import { invertQuaternionInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { add, scale, type Vec3, vectorAt } from '../../math/vector.js';
import { type AnatomicalRig, toAnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { fromAnatomicalPose } from '../../rig/anatomy/from-anatomical-pose.js';
import { kindOf, planOf } from '../../rig/anatomy/views.js';
import type { BodyKind, BodyPlan } from '../../rig/body-plan/body-plan.js';
import { mapPlan } from '../../rig/body-plan/map-plan.js';
import { measureBodyHeight } from '../../rig/ground.js';
import { assignParts, type BodyPart, isUpright } from '../../rig/kinematics/assign-parts.js';
import { type BodyPoints, createBodyPoints } from '../../rig/kinematics/body-points.js';
import { turnPoints, turnToBody } from '../../rig/kinematics/turn-to-body.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import type { PartialRig, Pose, Skeleton } from '../../rig/rig-records.js';
import { type MotionArm, measureArms } from './measure-arms.js';
import { type MotionLeg, measureLegs } from './measure-legs.js';
import { type MotionWing, measureWings } from './measure-wings.js';

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

/** Hands that hang stay this far from the ground, over the height. */
const HAND = 0.08;

/** Measures the body of a rig. */
export function createMotionBody(rig: PartialRig): MotionBody {
  const anatomy = anatomyOf(rig);
  const tree = toAnatomicalRig(rig, anatomy);
  const body = tree.rig;
  const plan = mapPlan(planOf(anatomy), (j) => tree.sources.indexOf(j));
  const turn = turnToBody(anatomy);
  const skeleton = { ...body.skeleton, rest: turnPoints(body.skeleton.rest, turn) };
  const mesh = body.mesh && { ...body.mesh, positions: turnPoints(body.mesh.positions, turn) };
  const points = createBodyPoints({ skeleton, skin: body.skin, mesh }, plan.feet);
  const height = measureBodyHeight(body);
  if (!(height > 0)) throw new PosespaceError('bad-input', 'motion/generateMotion: the body has no height');
  const legs = measureLegs(skeleton, plan, points, height);
  const ground = Math.min(...(legs.length > 0 ? legs.map(({ sole }) => sole[1]) : [points.lowest]));
  const upright = legs.length < 3 && isUpright(skeleton, plan, points);
  return {
    anatomy: tree,
    skeleton,
    plan,
    kind: kindOf(anatomy),
    turn,
    height,
    ground,
    unit: legs.length > 0 ? legs.reduce((sum, { size }) => sum + size, 0) / legs.length : points.size / 4,
    legs,
    rows: legs.reduce((most, { row }) => Math.max(most, row + 1), 0),
    arms: measureArms(skeleton, plan, points, upright, ground + HAND * height),
    wings: measureWings(skeleton, plan),
    pivot: pivotOf(skeleton, legs),
    upright,
    points,
    partOf: assignParts(skeleton, plan),
  };
}

/** The middle of the hips, or the root of a body without legs. */
function pivotOf({ rest }: Skeleton, legs: readonly MotionLeg[]): Vec3 {
  if (legs.length === 0) return vectorAt(rest, 0);
  return scale(
    legs.reduce((sum: Vec3, { hip }) => add(sum, hip), [0, 0, 0]),
    1 / legs.length,
  );
}

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
