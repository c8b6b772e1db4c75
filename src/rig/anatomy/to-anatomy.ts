/** @file The anatomy that a body plan says: a role, a side and a limb for each of its joints. */

import { dot, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan, ExtraKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import { type Anatomy, jointCount, type PartialRig, type Skeleton } from '../rig-records.js';
import { CONFIDENCE } from './confidence.js';
import { type AnatomyRole, roleNumber } from './roles.js';

/** A limb whose end is nearer to the mirror plane than this, as a fraction of the body's size, is in the middle. */
const MIDDLE = 0.02;

const EXTRA_ROLES: Readonly<Record<ExtraKind, AnatomyRole>> = {
  ear: 'ear',
  horn: 'horn',
  antenna: 'antenna',
  palp: 'palp',
  fin: 'fin',
  tentacle: 'spur',
  finger: 'finger',
  toe: 'toe',
  shoulder: 'shoulder',
  girdle: 'girdle',
  snout: 'face',
  crest: 'crest',
  spur: 'spur',
};

/** What of an anatomy a body plan does not say. */
export interface AnatomyTree {
  /** Absent: every joint moves with its parent. [J] */
  readonly moves?: Int16Array;
  /** Joints that are no part of the body. */
  readonly controls?: ReadonlySet<number>;
  /** How sure each joint is; absent: as sure as the plan, and less than what a person said. [J] */
  readonly confidence?: Float32Array;
}

/** The anatomy of a rig whose body plan was read; the plan is in the joints of the rig. */
export function toAnatomy(
  { skeleton, mesh }: PartialRig,
  body: FoundBodyPlan,
  tree: AnatomyTree = {},
): Anatomy {
  const count = jointCount(skeleton);
  const role = new Uint8Array(count).fill(roleNumber('other'));
  const side = new Int8Array(count);
  const limb = new Int16Array(count).fill(-1);
  for (const { joints, roles } of trunkOf(body))
    for (const [i, j] of joints.entries()) put(role, j, roles(i));
  const chains = limbsOf(body.plan, body.kind);
  for (const [number, { joints, roles, side: given }] of chains.entries()) {
    const at = given ?? sideOf(skeleton, body, joints);
    joints.forEach((j, i) => {
      put(role, j, roles(i));
      side[j] = at;
      limb[j] = number;
    });
  }
  for (const j of tree.controls ?? []) role[j] = roleNumber('control');
  return {
    role,
    side,
    limb,
    moves: tree.moves ?? skeleton.parents.slice(),
    partner: Int16Array.from(body.partner),
    up: body.up,
    forward: body.forward,
    ground: lowestAlong(mesh && mesh.positions.length > 0 ? mesh.positions : skeleton.rest, body.up),
    confidence: tree.confidence ?? new Float32Array(count).fill(Math.min(CONFIDENCE.most, body.confidence)),
    from: 'network',
  };
}

function put(role: Uint8Array, joint: number, what: AnatomyRole): void {
  if (joint >= 0) role[joint] = roleNumber(what);
}

interface Chain {
  readonly joints: readonly number[];
  /** The role of its joint at an index. */
  readonly roles: (index: number) => AnatomyRole;
  readonly side?: 1 | -1 | 0;
}

/** The chains of the trunk. What is no body has none, a blob only its middle. */
function trunkOf({ plan, kind }: FoundBodyPlan): Chain[] {
  const { spine, neck, head, jaw, tail } = plan;
  if (kind === 'blob') return [{ joints: spine.slice(0, 1), roles: () => 'hips' }];
  if (kind === 'hand') return [{ joints: spine, roles: () => 'hand' }];
  const hasFin = plan.wings.length > 0 || plan.extras.some((extra) => extra.kind === 'fin');
  // A fish without fins on its sides has one at the end of its tail.
  const endsInFin = kind === 'fish' && !hasFin;
  return [
    { joints: spine, roles: (i) => spineRole(i, spine.length) },
    { joints: neck, roles: () => 'neck' },
    { joints: tail, roles: (i) => (endsInFin && i === tail.length - 1 ? 'fin' : 'tail') },
    { joints: [head], roles: () => 'head' },
    { joints: [jaw], roles: () => 'jaw' },
  ];
}

/** Legs, arms, wings and smaller chains, in the order in which they are numbered. */
function limbsOf(plan: BodyPlan, kind: FoundBodyPlan['kind']): Chain[] {
  const perSide = Math.ceil(plan.legs.length / 2);
  return [
    ...plan.legs.map((joints, i): Chain => {
      const row = rowOf(i % perSide, perSide);
      return { joints, roles: (k) => `${row}${legRole(k, joints.length)}` };
    }),
    ...plan.arms.map((joints): Chain => {
      return { joints, roles: (k) => (kind === 'octopus' ? 'tentacle' : armRole(k, joints.length)) };
    }),
    ...plan.wings.map((joints): Chain => ({ joints, roles: () => (kind === 'fish' ? 'fin' : 'wing') })),
    ...plan.extras.map(({ joints, kind: extra, side }): Chain => {
      return { joints, roles: () => EXTRA_ROLES[extra], side };
    }),
  ];
}

/** Hips, spine, and the chest of a trunk that has more than two joints. */
export function spineRole(index: number, count: number): 'hips' | 'spine' | 'chest' {
  if (index === 0) return 'hips';
  return index === count - 1 && index > 1 ? 'chest' : 'spine';
}

/** The legs of a biped are hind legs; of more than two on a side, those between the first and the last are middle legs. */
export function rowOf(place: number, perSide: number): 'front' | 'middle' | 'hind' {
  if (place === perSide - 1) return 'hind';
  return place === 0 ? 'front' : 'middle';
}

/** Upper leg, lower leg, and from the ankle on the foot. */
export function legRole(index: number, count: number): 'UpperLeg' | 'LowerLeg' | 'Foot' {
  if (index === 0) return 'UpperLeg';
  return index < Math.max(2, count - 2) ? 'LowerLeg' : 'Foot';
}

/** Shoulder, upper arm, lower arm, hand. */
export function armRole(index: number, count: number): AnatomyRole {
  if (index === 0 && count > 3) return 'shoulder';
  if (index === count - 1 && count > 2) return 'hand';
  return index < count - 2 || index === 0 ? 'upperArm' : 'lowerArm';
}

/** Left of the mirror plane, right of it, or on it. */
export function sideOf(
  skeleton: Skeleton,
  { axes, left }: FoundBodyPlan,
  joints: readonly number[],
): 1 | -1 | 0 {
  const last = vectorAt(skeleton.rest, joints[joints.length - 1]);
  const across = dot(last, left) - dot(axes.origin, left);
  return Math.abs(across) < MIDDLE * axes.size ? 0 : across > 0 ? 1 : -1;
}

/** The height of the lowest of some points [N, 3] along a direction. */
export function lowestAlong(points: Float32Array, up: Vec3): number {
  let lowest = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    lowest = Math.min(lowest, points[i] * up[0] + points[i + 1] * up[1] + points[i + 2] * up[2]);
  }
  return Number.isFinite(lowest) ? lowest : 0;
}
