/**
 * @file The arms of a body, and how they hang: arms that rest stretched out to the sides, as rigs are modelled, are let
 * down beside the trunk as far as it is not in the way; others are carried as they rest.
 */

import { clamp } from '../../math/scalar.js';
import { quantile } from '../../math/statistics.js';
import {
  distance,
  dot,
  lengthOf,
  normalize,
  scale,
  subtract,
  type Vec3,
  vectorAt,
} from '../../math/vector.js';
import type { BodyPlan } from '../../rig/body-plan/body-plan.js';
import { subtreeOf } from '../../rig/joint-tree.js';
import type { BodyPoints } from '../../rig/kinematics/body-points.js';
import type { Skeleton } from '../../rig/rig-records.js';

export interface MotionArm {
  readonly side: 1 | -1;
  readonly joints: readonly number[];
  readonly upper: number;
  /** −1 where there is none. */
  readonly fore: number;
  readonly hand: number;
  /** Directions at rest, and as the arm is carried. */
  readonly restUpper: Vec3;
  readonly restFore: Vec3;
  readonly homeUpper: Vec3;
  readonly homeFore: Vec3;
  readonly length: number;
}

/** Bones shorter than this are none, over the size of the body. */
const LEAST = 1e-3;
/** Arms that point down less than this are let down. */
const RAISED = -0.7;
/** How much of a first bone, over the next, is a collar bone. */
const COLLAR = 0.6;
/** Angle of hanging arms from the upright, and of a relaxed elbow, radians. */
const HANGING = 0.1;
const WIDEST = 1.2;
const ELBOW = 0.3;
/** Least and most that is left between a hanging arm's middle and what is beside it, over its length. */
const THIN = 0.06;
const THICK = 0.2;
/** Share of an arm's points that its thickness is of. */
const MOST_POINTS = 0.75;

export function measureArms(
  skeleton: Skeleton,
  plan: BodyPlan,
  points: BodyPoints,
  upright: boolean,
  floor: number,
): MotionArm[] {
  const limbs = new Set(plan.arms.flatMap((arm) => [...subtreeOf(skeleton.parents, arm[0])]));
  for (const wing of plan.wings) for (const j of subtreeOf(skeleton.parents, wing[0])) limbs.add(j);
  const measured = plan.arms.map((joints) => {
    const at = (k: number) => vectorAt(skeleton.rest, joints[Math.min(k, joints.length - 1)]);
    const collared = joints.length > 3 && distance(at(0), at(1)) < COLLAR * distance(at(1), at(2));
    const first = collared ? 1 : 0;
    const tip = tipOf(skeleton, points, joints);
    const end = joints.length > first + 2 ? at(first + 2) : tip;
    // A last joint that nothing hangs from is no elbow.
    const hasFore = joints.length > first + 1 && distance(at(first + 1), end) > LEAST * points.size;
    const elbow = hasFore ? at(first + 1) : end;
    const wrist = end;
    const restUpper = normalize(subtract(elbow, at(first)));
    const restFore = hasFore ? normalize(subtract(wrist, elbow)) : restUpper;
    const side = (tip[0] + at(first)[0] < 0 ? -1 : 1) as 1 | -1;
    const length = distance(at(first), elbow) + distance(elbow, wrist);
    const lowers = upright && plan.legs.length > 0 && restUpper[1] > RAISED && Math.abs(restUpper[0]) > 0.5;
    const whole = length + distance(wrist, tip);
    // Long arms are held out, so that hands do not drag.
    const out = Math.acos(Math.min(1, Math.max(0, (at(first)[1] - floor) / whole)));
    const spread = lowers
      ? Math.max(
          out,
          spreadOf(points, limbs, at(first), whole, thicknessOf(points, skeleton, joints[first], tip)),
        )
      : 0;
    const hang = (angle: number, forward: number): Vec3 =>
      normalize([side * Math.sin(angle), -Math.cos(angle), Math.tan(forward)]);
    return {
      side,
      joints,
      upper: joints[first],
      fore: hasFore ? joints[first + 1] : -1,
      hand: joints.length > first + 2 ? joints[first + 2] : -1,
      restUpper,
      restFore,
      homeUpper: lowers ? hang(spread, -0.05) : restUpper,
      homeFore: lowers ? hang(0.7 * spread, ELBOW) : restFore,
      length,
    };
  });
  // Helpers beside an elbow are no arms.
  return measured.filter(({ length }) => length > LEAST * points.size);
}

/** The point of an arm's skin that is furthest from its first joint. */
function tipOf(skeleton: Skeleton, points: BodyPoints, joints: readonly number[]): Vec3 {
  const top = vectorAt(skeleton.rest, joints[0]);
  const own = subtreeOf(skeleton.parents, joints[0]);
  let tip = vectorAt(skeleton.rest, joints[joints.length - 1]);
  let far = distance(top, tip);
  for (let i = 0; i < points.owners.length; i++) {
    if (!own.has(points.owners[i])) continue;
    const away = distance(top, vectorAt(points.rest, i));
    if (away > far) [tip, far] = [vectorAt(points.rest, i), away];
  }
  return tip;
}

/** How far the skin of an arm is from the line from its shoulder to its tip, of most of its points. */
function thicknessOf(points: BodyPoints, skeleton: Skeleton, top: number, tip: Vec3): number {
  const own = subtreeOf(skeleton.parents, top);
  const shoulder = vectorAt(skeleton.rest, top);
  const line = normalize(subtract(tip, shoulder));
  const away: number[] = [];
  for (let i = 0; i < points.owners.length; i++) {
    if (!own.has(points.owners[i])) continue;
    const from = subtract(vectorAt(points.rest, i), shoulder);
    away.push(lengthOf(subtract(from, scale(line, dot(from, line)))));
  }
  return away.length > 0 ? quantile(away, MOST_POINTS) : 0;
}

/** Angle at which a hanging arm of a thickness clears what is beside it. */
function spreadOf(
  points: BodyPoints,
  limbs: ReadonlySet<number>,
  shoulder: Vec3,
  length: number,
  thickness: number,
): number {
  const room = clamp(thickness, THIN * length, THICK * length);
  let angle = HANGING;
  for (let i = 0; i < points.owners.length; i++) {
    if (limbs.has(points.owners[i])) continue;
    const down = shoulder[1] - points.rest[i * 3 + 1];
    if (down < 0.25 * length || down > length) continue;
    if (Math.abs(points.rest[i * 3 + 2] - shoulder[2]) > 0.3 * length) continue;
    const out = Math.abs(points.rest[i * 3]) + room - Math.abs(shoulder[0]);
    angle = Math.max(angle, Math.atan2(out, down));
  }
  return Math.min(WIDEST, angle);
}
