/**
 * @file An anatomy opened up for corrections: chains of joints that can be called something else, joined and cut.
 * `closeDraft` gives every joint its role, side and limb again; chains that nothing was said of keep their roles.
 */

import { dot, vectorAt } from '../../math/vector.js';
import type { Anatomy, PartialRig } from '../rig-records.js';
import { bodyOf } from './body-of.js';
import type { JointWord, LegRow, PartWord } from './joint-labels.js';
import { type AnatomyRole, roleNumber } from './roles.js';
import { armRole, legRole, rowOf, sideOf, spineRole } from './to-anatomy.js';
import { isControl, limbsIn, planOf, roleAt } from './views.js';

/** A limb, or a smaller chain. */
export interface DraftLimb {
  part: PartWord;
  /** From the body outwards. */
  joints: number[];
  side?: 1 | -1 | 0;
  row?: LegRow;
}

/** Chains of joints; a joint is in one of them or in none. */
export interface AnatomyDraft {
  spine: number[];
  neck: number[];
  head: number;
  jaw: number;
  tail: number[];
  limbs: DraftLimb[];
  readonly controls: Set<number>;
  readonly moves: Int16Array;
  /** What single joints are said to be. */
  readonly pinned: Map<number, JointWord | 'shoulder'>;
  readonly confidence: Float32Array;
}

/** An anatomy as chains. */
export function openDraft(anatomy: Anatomy): AnatomyDraft {
  const { spine, neck, head, jaw, tail } = planOf(anatomy);
  return {
    spine: [...spine],
    neck: [...neck],
    head,
    jaw,
    tail: [...tail],
    limbs: limbsIn(anatomy).map(({ part, joints, side }) => ({ part, joints: [...joints], side })),
    controls: new Set([...anatomy.role.keys()].filter((j) => isControl(anatomy, j))),
    moves: anatomy.moves.slice(),
    pinned: new Map(),
    confidence: anatomy.confidence.slice(),
  };
}

/** The anatomy of the chains of a draft; `before` is the one that was opened. */
export function closeDraft(rig: PartialRig, before: Anatomy, draft: AnatomyDraft): Anatomy {
  const old = openDraft(before);
  const limbs = orderLimbs(rig, before, draft.limbs, old.limbs);
  const role = before.role.slice();
  const side = new Int8Array(role.length);
  const limb = new Int16Array(role.length).fill(-1);
  const put = (joints: readonly number[], same: boolean, roleOf: (i: number) => AnatomyRole) =>
    joints.forEach((j, i) => {
      if (!same) role[j] = roleNumber(roleOf(i));
    });
  // (1) Joints of no chain.
  const inChains = new Set(chainsOf(draft).flat());
  for (let j = 0; j < role.length; j++)
    if (!inChains.has(j)) role[j] = roleNumber(draft.controls.has(j) ? 'control' : 'other');
  // (2) The trunk.
  const isSame = (part: 'spine' | 'neck' | 'tail') => equals(draft[part], old[part]);
  put(draft.spine, isSame('spine'), (i) => spineRole(i, draft.spine.length));
  put(draft.neck, isSame('neck'), () => 'neck');
  put(draft.tail, isSame('tail'), () => 'tail');
  put(draft.head < 0 ? [] : [draft.head], draft.head === old.head, () => 'head');
  put(draft.jaw < 0 ? [] : [draft.jaw], draft.jaw === old.jaw, () => 'jaw');
  // (3) Limbs, in order.
  const kept = new Set(old.limbs.map(limbKey));
  for (const [number, one] of limbs.entries()) {
    const same = kept.has(limbKey(one)) && !one.joints.some((j) => draft.pinned.has(j));
    put(one.joints, same && one.part !== 'leg', limbRoles(one, limbs, draft, same ? before : undefined));
    for (const j of one.joints) [side[j], limb[j]] = [one.side as number, number];
  }
  return { ...before, role, side, limb, moves: draft.moves, confidence: draft.confidence, from: 'user' };
}

/** All chains of a draft. */
export const chainsOf = ({ spine, neck, head, jaw, tail, limbs }: AnatomyDraft): readonly number[][] => [
  spine,
  neck,
  [head, jaw].filter((j) => j >= 0),
  tail,
  ...limbs.map(({ joints }) => joints),
];

/** Takes joints out of whatever chain they are in. */
export function freeJoints(draft: AnatomyDraft, joints: Iterable<number>): void {
  const freed = new Set(joints);
  const without = (chain: readonly number[]) => chain.filter((j) => !freed.has(j));
  draft.spine = without(draft.spine);
  draft.neck = without(draft.neck);
  draft.tail = without(draft.tail);
  if (freed.has(draft.head)) draft.head = -1;
  if (freed.has(draft.jaw)) draft.jaw = -1;
  for (const limb of draft.limbs) limb.joints = without(limb.joints);
  draft.limbs = draft.limbs.filter((limb) => limb.joints.length > 0);
  for (const j of freed) draft.pinned.delete(j);
}

const equals = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((j, i) => j === b[i]);

const limbKey = ({ part, joints }: DraftLimb): string => `${part}:${joints.join()}`;

const RANKS: Readonly<Partial<Record<PartWord, number>>> = { leg: 0, arm: 1, tentacle: 1, wing: 2 };
const ROWS: readonly LegRow[] = ['front', 'middle', 'hind'];

/** Legs, arms, wings, then smaller chains; where a part has other limbs than before, left before right, front before back. */
function orderLimbs(
  rig: PartialRig,
  anatomy: Anatomy,
  limbs: readonly DraftLimb[],
  old: readonly DraftLimb[],
): DraftLimb[] {
  const body = bodyOf(rig, anatomy);
  const sided = limbs.map((limb) => ({
    ...limb,
    side: limb.side ?? sideOf(rig.skeleton, body, limb.joints),
  }));
  const along = ({ joints }: DraftLimb) => dot(vectorAt(rig.skeleton.rest, joints[0]), body.forward);
  const inOrder = (a: (typeof sided)[number], b: (typeof sided)[number]) =>
    b.side - a.side ||
    (a.row && b.row ? ROWS.indexOf(a.row) - ROWS.indexOf(b.row) : 0) ||
    along(b) - along(a);
  const keys = (of: readonly DraftLimb[], rank: number) =>
    of.filter(({ part }) => (RANKS[part] ?? 3) === rank).map((limb) => `${limbKey(limb)} ${limb.side}`);
  return [0, 1, 2, 3].flatMap((rank) => {
    const own = sided.filter(({ part }) => (RANKS[part] ?? 3) === rank);
    const same = equalSets(keys(sided, rank), keys(old, rank)) && !own.some(({ row }) => row);
    return same || rank === 3 ? own : own.sort(inOrder);
  });
}

const equalSets = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** The role of each joint of a limb by its index; `kept` is the anatomy that says it for a limb that is as it was. */
function limbRoles(
  limb: DraftLimb,
  limbs: readonly DraftLimb[],
  { pinned }: AnatomyDraft,
  kept: Anatomy | undefined,
): (index: number) => AnatomyRole {
  const { part, joints } = limb;
  if (part !== 'leg' && part !== 'arm') return () => ROLE_OF_PART[part];
  const row = part === 'leg' ? (limb.row ?? rowAmong(limb, limbs)) : 'hind';
  if (kept) return (i) => roleAt(kept, joints[i]).replace(/^(front|middle|hind)/, row) as AnatomyRole;
  // From a joint that is said to be the hand or the foot, the rest is hand or foot.
  const end = joints.findIndex((j) => pinned.get(j) === 'end');
  const isEnd = (i: number) => end >= 0 && i >= end;
  if (part === 'arm') {
    const count = end < 0 ? joints.length : end + 1;
    return (i) => (isEnd(i) ? 'hand' : (ARM_ROLES.get(pinned.get(joints[i])) ?? armRole(i, count)));
  }
  const count = end < 0 ? joints.length : end + 2;
  return (i) => `${row}${isEnd(i) ? 'Foot' : (LEG_ROLES.get(pinned.get(joints[i])) ?? legRole(i, count))}`;
}

const ARM_ROLES = new Map<string | undefined, AnatomyRole>([
  ['shoulder', 'shoulder'],
  ['upper', 'upperArm'],
  ['lower', 'lowerArm'],
]);
const LEG_ROLES = new Map<string | undefined, 'UpperLeg' | 'LowerLeg'>([
  ['upper', 'UpperLeg'],
  ['lower', 'LowerLeg'],
]);

/** Front, middle or hind, by its place among the legs of its side. */
function rowAmong(leg: DraftLimb, limbs: readonly DraftLimb[]): LegRow {
  const legs = limbs.filter(({ part }) => part === 'leg');
  const perSide = Math.ceil(legs.length / 2);
  return rowOf(legs.indexOf(leg) % perSide, perSide);
}

const ROLE_OF_PART: Readonly<Record<Exclude<PartWord, 'leg' | 'arm'>, AnatomyRole>> = {
  trunk: 'spine',
  neck: 'neck',
  head: 'head',
  jaw: 'jaw',
  tail: 'tail',
  wing: 'wing',
  fin: 'fin',
  tentacle: 'tentacle',
  ear: 'ear',
  horn: 'horn',
  antenna: 'antenna',
  palp: 'palp',
  crest: 'crest',
  spur: 'spur',
  face: 'face',
  finger: 'finger',
  toe: 'toe',
  shoulder: 'shoulder',
  girdle: 'girdle',
  other: 'other',
  control: 'control',
};
