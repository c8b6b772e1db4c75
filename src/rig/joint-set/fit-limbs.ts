/** @file Limbs with exactly the joints of a preset, missing ones created on the limb or at its end. */

import { add, distance, dot, lerp, scale, subtract, unitVector, type Vec3 } from '../../math/vector.js';
import { endDirection, type LimbSurface } from './limb-surface.js';
import { placeChain } from './place-chain.js';
import { type PartJoint, type PlanDraft, removeFromDraft } from './plan-draft.js';
import type { PresetJoints } from './preset-table.js';
import { positionAt, spaceJoints } from './space-joints.js';

/** A last bone that points forward by more than this (cosine) is a foot. */
const FOOT_BONE = 0.5;
/** Where the ball of a foot is between ankle and tip, and how high over the height of the ankle. */
const BALL = 0.65;
const BALL_HEIGHT = 0.35;
/** A foot is at least this long, over the length of the leg: stumps have toes too. */
const LEAST_FOOT = 0.06;
/** Where a shoulder is between chest and upper arm. */
const SHOULDER = 0.3;
/** Positions along an arm with a shoulder, and along one that starts at the upper arm. */
const ARM = [0, 0.2, 0.55, 0.95];
const BARE_ARM = [0, 0.5, 0.95];
/** An extended limb ends this far from its last joint to the surface. */
const EXTENT = 0.9;

/** A leg with the joints of a preset, under `above`. */
export function fitLeg(
  draft: PlanDraft,
  surface: LimbSurface,
  leg: readonly PartJoint[],
  joints: PresetJoints,
  above: PartJoint,
): PartJoint[] {
  const hasToe =
    joints.toes &&
    leg.length > joints.leg.length &&
    dot(unitVector(endDirection(leg)), surface.forward) > FOOT_BONE;
  const shank = hasToe ? leg.slice(0, -1) : leg;
  const down = scale(surface.up, -1);
  const positions = fractionsOf(withEnd(surface, shank, joints.leg.length, down), joints.leg);
  const toes = joints.toes ? [hasToe ? leg[leg.length - 1].position : ballOf(surface, leg, positions)] : [];
  return placeChain(draft, leg, [...positions, ...toes], above);
}

/** Where the ball of a foot is: in front of the ankle and below it. */
function ballOf(surface: LimbSurface, leg: readonly PartJoint[], positions: readonly Vec3[]): Vec3 {
  const { up, forward } = surface;
  const ankle = positions[positions.length - 1];
  const around = leg.slice(-2);
  const tip = surface.farthest(around, forward) ?? ankle;
  const sole = surface.farthest(around, scale(up, -1)) ?? ankle;
  const length = distance(positions[0], ankle);
  const ahead = Math.max(BALL * dot(subtract(tip, ankle), forward), LEAST_FOOT * length);
  const drop = (1 - BALL_HEIGHT) * Math.max(0, dot(subtract(ankle, sole), up));
  return add(ankle, subtract(scale(forward, ahead), scale(up, drop)));
}

/** An arm of shoulder, upper arm, forearm and hand, under `above`; `shoulder` is one that the plan keeps apart. */
export function fitArm(
  draft: PlanDraft,
  surface: LimbSurface,
  arm: readonly PartJoint[],
  above: PartJoint,
  shoulder: PartJoint | undefined,
): PartJoint[] {
  if (!shoulder && arm.length >= ARM.length) {
    return placeChain(draft, arm, fractionsOf(pointsOf(arm), ARM), above);
  }
  const outward = endDirection(arm);
  const bare = withEnd(surface, arm, BARE_ARM.length, outward);
  const positions = arm.length === BARE_ARM.length ? pointsOf(arm) : fractionsOf(bare, BARE_ARM);
  const first = shoulder?.position ?? lerp(above.position, positions[0], SHOULDER);
  return placeChain(draft, shoulder ? [shoulder, ...arm] : arm, [first, ...positions], above);
}

/** A wing with joints along its longest path, under `above`. */
export function fitWing(
  draft: PlanDraft,
  wing: readonly PartJoint[],
  targets: readonly number[],
  above: PartJoint,
): PartJoint[] {
  const path = longestPath(wing);
  const rest = wing.filter((joint) => !path.includes(joint));
  for (const joint of [...rest].reverse()) removeFromDraft(draft, joint, joint.parent);
  return placeChain(draft, path, fractionsOf(pointsOf(path), targets), above);
}

/** A finger or an ear: `count` joints from its start towards its tip. */
export function fitDigit(
  draft: PlanDraft,
  surface: LimbSurface,
  digit: readonly PartJoint[],
  count: number,
  above: PartJoint,
): PartJoint[] {
  const tip = surface.farthest(digit.slice(-1), endDirection(digit));
  const points = tip ? [...pointsOf(digit), tip] : pointsOf(digit);
  const targets = Array.from({ length: count }, (_, i) => i / count);
  return placeChain(draft, digit, alongOf(points, targets), above);
}

/** The points of a chain, with the end of its surface where it has too few joints to be divided. */
function withEnd(surface: LimbSurface, chain: readonly PartJoint[], count: number, direction: Vec3): Vec3[] {
  const points = pointsOf(chain);
  if (chain.length >= count) return points;
  const last = points[points.length - 1];
  const tip = surface.farthest(chain.slice(-1), direction);
  return tip ? [...points, lerp(last, tip, EXTENT)] : points;
}

const pointsOf = (chain: readonly PartJoint[]): Vec3[] => chain.map(({ position }) => position);

/** Positions near fractions of a polyline, at its bends where it has enough points to show them. */
function fractionsOf(points: readonly Vec3[], targets: readonly number[]): Vec3[] {
  if (points.length <= targets.length) return alongOf(points, targets);
  return spaceJoints(points, targets).map((point) => positionAt(points, point));
}

/** Positions at fractions of the length of a polyline. */
export function alongOf(points: readonly Vec3[], targets: readonly number[]): Vec3[] {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) lengths.push(lengths[i - 1] + distance(points[i - 1], points[i]));
  const total = lengths[lengths.length - 1];
  return targets.map((target) => {
    const at = target * total;
    const i = Math.max(
      1,
      lengths.findIndex((length) => length >= at - 1e-9 * total),
    );
    const bone = lengths[i] - lengths[i - 1];
    return i < points.length && bone > 0
      ? lerp(points[i - 1], points[i], Math.min(1, (at - lengths[i - 1]) / bone))
      : points[points.length - 1];
  });
}

/** From the first joint of a branching chain to the end that is farthest along it. */
function longestPath(joints: readonly PartJoint[]): PartJoint[] {
  const reach = (joint: PartJoint): { length: number; path: PartJoint[] } => {
    let best = { length: 0, path: [] as PartJoint[] };
    for (const child of joints.filter(({ parent }) => parent === joint)) {
      const further = reach(child);
      const length = further.length + distance(child.position, joint.position);
      if (length > best.length) best = { length, path: further.path };
    }
    return { length: best.length, path: [joint, ...best.path] };
  };
  return reach(joints[0]).path;
}
