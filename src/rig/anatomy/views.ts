/** @file Views over an anatomy: the limbs of a body, its trunk, what kind of body it is, how sure that is. */

import { mean } from '../../math/statistics.js';
import type { BodyKind, BodyPlan, ExtraChain, ExtraKind } from '../body-plan/body-plan.js';
import type { Anatomy } from '../rig-records.js';
import { orderJoints } from './anatomical-rig.js';
import { ANATOMY_ROLES, type AnatomyRole, isLegRole } from './roles.js';

type Chains = readonly (readonly number[])[];

/** What a joint is. */
export const roleAt = (anatomy: Anatomy, joint: number): AnatomyRole => ANATOMY_ROLES[anatomy.role[joint]];

/** The joints of each leg, from the body outwards; left before right, front before back. */
export const legs = (anatomy: Anatomy): Chains => limbsOf(anatomy, isLegRole);

/** The joints of each arm; those of an octopus are tentacles. */
export const arms = (anatomy: Anatomy): Chains => limbsOf(anatomy, isArmRole);

/** The joints of each wing, or of the first pair of fins of a fish; all joints of a branching wing. */
export const wings = (anatomy: Anatomy): Chains => planOf(anatomy).wings;

/** The joint of each leg that stands on the ground. */
export const feet = (anatomy: Anatomy): readonly number[] => planOf(anatomy).feet;

/** From the hips to the chest. */
export const spine = (anatomy: Anatomy): readonly number[] => planOf(anatomy).spine;

/** From the body outwards. */
export const tail = (anatomy: Anatomy): readonly number[] => planOf(anatomy).tail;

/** How sure it is what the body as a whole is, 0 to 1: as sure as its spine, or as what there is without one. */
export function confidenceOf(anatomy: Anatomy): number {
  const body = [...anatomy.role.keys()].filter((j) => !isControl(anatomy, j));
  const trunk = body.filter((j) => anatomy.limb[j] < 0 && SPINE.has(roleAt(anatomy, j)));
  const joints = trunk.length > 0 ? trunk : body;
  return joints.length > 0 ? mean(joints.map((j) => anatomy.confidence[j])) : 0;
}

/** Whether a joint is no part of the body. */
export const isControl = (anatomy: Anatomy, joint: number): boolean => roleAt(anatomy, joint) === 'control';

const isArmRole = (role: AnatomyRole): boolean =>
  role === 'upperArm' || role === 'lowerArm' || role === 'hand' || role === 'tentacle';

const SPINE: ReadonlySet<AnatomyRole> = new Set(['hips', 'spine', 'chest', 'hand']);
const EXTRAS: ReadonlySet<AnatomyRole> = new Set<ExtraWord>([
  'ear',
  'horn',
  'antenna',
  'palp',
  'fin',
  'finger',
  'toe',
  'shoulder',
  'girdle',
  'face',
  'crest',
  'spur',
]);

/** What a limb is: the role of its last joint, since an arm may begin with a shoulder. */
const limbRole = (anatomy: Anatomy, chain: readonly number[]): AnatomyRole =>
  roleAt(anatomy, chain[chain.length - 1]);

function limbsOf(anatomy: Anatomy, isRole: (role: AnatomyRole) => boolean): number[][] {
  return [...limbChains(anatomy).values()].filter((chain) => isRole(limbRole(anatomy, chain)));
}

/** A limb or a smaller chain: what it is, and its joints from the body outwards. */
export interface LimbChain {
  readonly part: LimbPart;
  readonly joints: readonly number[];
  readonly side: 1 | -1 | 0;
}

/** What a limb is; what no other word fits is a spur. */
export type LimbPart = 'leg' | 'arm' | 'wing' | ExtraWord;
type ExtraWord = Exclude<ExtraKind, 'snout'> | 'face';

const partOf = (role: AnatomyRole): LimbPart => {
  if (isLegRole(role)) return 'leg';
  if (role === 'tentacle' || role === 'wing') return role;
  return isArmRole(role) ? 'arm' : EXTRAS.has(role) ? (role as ExtraWord) : 'spur';
};

/** All limbs and smaller chains, in the order of their numbers. */
export function limbsIn(anatomy: Anatomy): LimbChain[] {
  return [...limbChains(anatomy).values()].map((joints) => ({
    part: partOf(limbRole(anatomy, joints)),
    joints,
    side: anatomy.side[joints[0]] as 1 | -1 | 0,
  }));
}

/** The joints of each limb by its number, from the body outwards. */
function limbChains(anatomy: Anatomy): Map<number, number[]> {
  const count = anatomy.limb.reduce((most, limb) => Math.max(most, limb + 1), 0);
  const chains = new Map(Array.from({ length: count }, (_, limb): [number, number[]] => [limb, []]));
  for (const j of orderJoints(anatomy)) chains.get(anatomy.limb[j])?.push(j);
  for (const [limb, chain] of chains) if (chain.length === 0) chains.delete(limb);
  return chains;
}

/** The joints of each part of a body. */
export function planOf(anatomy: Anatomy): BodyPlan {
  const order = orderJoints(anatomy);
  const trunk = byDistance(anatomy, order);
  const axial = (isRole: (role: AnatomyRole) => boolean) => trunk.filter((j) => isRole(roleAt(anatomy, j)));
  const limbs = { legs: [] as number[][], arms: [] as number[][], wings: [] as number[][] };
  const extras: ExtraChain[] = [];
  for (const { part, joints, side } of limbsIn(anatomy)) {
    const chain = [...joints];
    if (part === 'leg') limbs.legs.push(chain);
    else if (part === 'arm' || part === 'tentacle') limbs.arms.push(chain);
    else if (part === 'wing') limbs.wings.push(chain);
    else extras.push({ kind: part === 'face' ? 'snout' : part, joints: chain, side });
  }
  // The first pair of fins of a fish is where other bodies have their wings.
  if (limbs.legs.length + limbs.arms.length + limbs.wings.length === 0) {
    const pair = extras.filter(({ kind, side }) => kind === 'fin' && side !== 0).slice(0, 2);
    if (pair.length === 2) {
      limbs.wings.push(...pair.map(({ joints }) => [...joints]));
      for (const fin of pair) extras.splice(extras.indexOf(fin), 1);
    }
  }
  return {
    spine: axial((role) => SPINE.has(role)),
    neck: axial((role) => role === 'neck'),
    head: axial((role) => role === 'head')[0] ?? -1,
    jaw: axial((role) => role === 'jaw')[0] ?? -1,
    tail: axial((role) => role === 'tail' || role === 'fin'),
    ...limbs,
    feet: limbs.legs.map((leg) => leg[leg.length - 1]),
    extras,
  };
}

/** The joints of the trunk, the nearest to the hips first. */
function byDistance(anatomy: Anatomy, order: readonly number[]): number[] {
  const hips = order.find((j) => roleAt(anatomy, j) === 'hips') ?? order[0];
  const up: number[] = [];
  for (let j = hips; j >= 0; j = anatomy.moves[j]) up.push(j);
  const steps = new Map<number, number>();
  for (const j of order) {
    const above = up.indexOf(j);
    steps.set(j, above >= 0 ? above : (steps.get(anatomy.moves[j]) ?? 0) + 1);
  }
  return order
    .filter((j) => anatomy.limb[j] < 0)
    .sort((a, b) => (steps.get(a) as number) - (steps.get(b) as number));
}

/** The kind of body: what the numbers of its limbs say. */
export function kindOf(anatomy: Anatomy): BodyKind {
  const roles = Array.from(anatomy.role, (_, j) => roleAt(anatomy, j));
  const isTrunk = (role: AnatomyRole, j: number) =>
    anatomy.limb[j] < 0 && /^(hips|spine|chest|tail|neck)$/.test(role);
  const plan = planOf(anatomy);
  const limbs = plan.legs.length + plan.arms.length + plan.wings.length;
  if (!roles.some(isTrunk)) {
    if (roles.some((role, j) => role === 'hand' && anatomy.limb[j] < 0)) return 'hand';
    if (plan.head >= 0 && limbs === 0) return 'head';
    if (plan.arms.length === 1 && plan.legs.length + plan.wings.length === 0) return 'arm';
    if (limbs === 0) return 'unknown';
  }
  const tentacles = plan.arms.filter((arm) => limbRole(anatomy, arm) === 'tentacle').length;
  if (plan.legs.length === 0 && tentacles > 2) return 'octopus';
  return kindOfLimbs(plan, roles.includes('fin'), roles.includes('wing'));
}

function kindOfLimbs(plan: BodyPlan, hasFins: boolean, hasWings: boolean): BodyKind {
  const count = plan.legs.length;
  if (count > 8) return 'arthropod';
  if (count >= 7) return 'spider';
  if (count >= 5) return 'insect';
  if (count >= 3) return hasWings ? 'dragon' : 'quadruped';
  if (count >= 1) return hasWings && plan.arms.length === 0 ? 'bird' : 'biped';
  if (plan.arms.length > 0) return 'biped';
  if (hasWings) return 'flier';
  if (hasFins) return 'fish';
  return plan.spine.length + plan.neck.length + plan.tail.length < 3 ? 'blob' : 'serpent';
}
