/**
 * @file An artist's rig as a labelled body: its anatomical tree without idle joints, turned to face +Z, with a role and
 * a side for each joint, and limb counts where these can be trusted.
 *
 * Names come first and are checked by tree and positions (`assign-roles.ts`); where most names say nothing (`Bone.012`),
 * the body plan that is read from mesh and skeleton is taken if the category agrees. Rigs that leave the limbs of their
 * mesh without joints (four joints for a whole dog) teach the wrong plan and are refused.
 */

import type { LimbCounts, Role } from '../../src/rig/learned/role-tokens.js';
import { findAnatomicalRig } from '../../src/rig/reading/find-anatomical-rig.js';
import { jointCount, type Pose, type Rig } from '../../src/rig/rig-records.js';
import { type AssignedRoles, assignRoles } from './assign-roles.js';
import { correctRoles, fitsSpecies } from './check-species.js';
import { countLimbs } from './count-limbs.js';
import { findFacing, turnRig } from './find-facing.js';
import { growTree } from './grow-tree.js';
import type { LabelledBody } from './labelled-body.js';
import { type RefusedRig, readPlanRoles } from './plan-roles.js';
import { type NamedTree, readNames } from './rig-limbs.js';

/** What is known of a rig beside its records. */
export interface RigFacts {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  /** A rough label: `quadruped`, `fish/marine`. */
  readonly category?: string;
}

/** Below this share of joints whose name is a known word, names are not used. */
const TELLING = 0.5;
/** With a larger share of joints that no role fits, the plan is not known. */
const MOST_OTHERS = 0.15;
/** With a larger share, nothing is. */
const MOST_UNKNOWN = 0.5;

/** Labels a rig; poses of its clips help to find its anatomical tree. */
export function labelRig(rig: Rig, facts: RigFacts, poses: readonly Pose[] = []): LabelledBody | RefusedRig {
  const anatomical = findAnatomicalRig(rig, poses).rig;
  const grown = anatomical.skin && growTree({ ...rig, ...anatomical, skin: anatomical.skin });
  if (!grown) return { reason: 'fewer than two joints move anything' };
  const named = readNames(grown.skeleton);
  const part = lonePartOf(facts.category);
  if (part) return labelLonePart(grown, named, facts, part);
  const read = isTelling(named) ? readByNames(grown, named) : readPlanRoles(grown, facts.category);
  if ('reason' in read) return read;
  const { sides, rig: turned } = read;
  const roles = correctRoles(read.roles, facts.category);
  if (!fitsSpecies(roles, turned.skeleton, facts.category))
    return { reason: 'its limbs are not those of its species' };
  const others = roles.filter((role) => role === 'other').length / roles.length;
  if (others > MOST_UNKNOWN) return { reason: 'most of its joints are no part of a body' };
  const counts = countLimbs(roles, sides, turned.skeleton.parents);
  if (!hasPlan(counts, facts.category)) return { reason: 'its skeleton has neither limbs nor length' };
  const known = others <= MOST_OTHERS && isConsistent(counts, roles, sides, turned.skeleton.parents);
  return {
    name: facts.name,
    family: facts.family,
    kind: kindOf(counts, facts.category),
    source: facts.source,
    whole: 'body',
    ...(known && { counts }),
    ...turned,
    roles,
    sides,
  };
}

/** Words of a category that tell a part which came alone; arms without a body are in pairs and no part of this kind. */
const LONE_PARTS: readonly (readonly [RegExp, 'hand' | 'head'])[] = [
  [/\bhand$/, 'hand'],
  [/^(head|bust)$/, 'head'],
];

const lonePartOf = (category = '') => LONE_PARTS.find(([words]) => words.test(category))?.[1];

/** What the joints of a hand or a head are; a bust's shoulders belong to the neck. */
const ROLES_OF_PART: Readonly<Record<'hand' | 'head', Readonly<Record<string, Role>>>> = {
  hand: { finger: 'finger', other: 'hand' },
  head: { head: 'head', jaw: 'jaw', ear: 'ear', face: 'face', other: 'neck' },
};

function labelLonePart(
  rig: Rig,
  { parts }: NamedTree,
  facts: RigFacts,
  whole: 'hand' | 'head',
): LabelledBody {
  const roles = parts.map(({ part }): Role => ROLES_OF_PART[whole][part] ?? ROLES_OF_PART[whole].other);
  const none = { legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 0 };
  return {
    name: facts.name,
    family: facts.family,
    kind: whole,
    source: facts.source,
    whole,
    counts: { ...none, heads: whole === 'head' ? 1 : 0 },
    ...rig,
    roles,
    sides: roles.map(() => 'middle'),
  };
}

const isTelling = ({ parts }: NamedTree) =>
  parts.filter(({ part }) => part !== 'other').length >= TELLING * parts.length;

function readByNames(rig: Rig, named: NamedTree): AssignedRoles & { readonly rig: Rig } {
  const turned = turnRig(rig, findFacing(rig, named));
  return { ...assignRoles(turned, { ...named, skeleton: turned.skeleton }), rig: turned };
}

/** Whether the joints show a body: limbs, or the length of a fish or a snake. */
function hasPlan({ legs, arms, wings, fins, tentacles, tails }: LimbCounts, category = ''): boolean {
  return legs + arms + wings + fins + tentacles + tails > 0 || /fish|marine|snake|serpent/.test(category);
}

/** Whether limbs come in pairs and there is a head: what is known of every plan in the data. */
function isConsistent(
  counts: LimbCounts,
  roles: readonly Role[],
  sides: AssignedRoles['sides'],
  parents: ArrayLike<number>,
): boolean {
  if (counts.heads === 0) return false;
  const onSide = (side: string) =>
    countLimbs(
      roles.map((role, j) => (sides[j] === side ? role : 'other')),
      sides,
      parents,
    );
  const [left, right] = [onSide('left'), onSide('right')];
  return (['legs', 'arms', 'wings', 'fins', 'tentacles'] as const).every(
    (limb) => left[limb] === right[limb],
  );
}

/** A word for a plan. */
function kindOf({ legs, arms, wings, fins, tentacles }: LimbCounts, category = ''): string {
  if (tentacles > 2) return 'octopus';
  if (legs > 4) return legs > 6 ? 'spider' : 'insect';
  if (legs > 2) return wings > 0 ? 'dragon' : 'quadruped';
  if (legs > 0) return wings > 0 && arms === 0 ? 'bird' : 'biped';
  if (wings > 0) return 'flier';
  if (fins > 0 || /fish|marine/.test(category)) return 'fish';
  return arms > 0 ? 'legless' : 'serpent';
}

/** Number of joints of a labelled body. */
export const labelledJoints = ({ skeleton }: LabelledBody): number => (skeleton ? jointCount(skeleton) : 0);
