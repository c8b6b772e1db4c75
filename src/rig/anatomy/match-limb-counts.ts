/**
 * @file Gives a body as many legs, arms and wings as a person says it has. Limbs that are too many become what is lacking,
 * in mirrored pairs, the least certain first; what is lacking still is taken from smaller chains, from chains that nothing
 * was said of, and from a neck or a tail that is across from one of them. What a person said stays.
 */

import { PosespaceError } from '../../base/errors.js';
import { mean } from '../../math/statistics.js';
import { dot, lengthOf, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import type { LimbNumbers } from '../body-plan/known-body.js';
import type { Skeleton } from '../rig-records.js';
import { type AnatomyDraft, chainsOf, type DraftLimb } from './anatomy-draft.js';
import { applyLabel, childrenIn } from './apply-label.js';
import { CONFIDENCE } from './confidence.js';
import type { PartWord } from './joint-labels.js';
import { sideOf } from './to-anatomy.js';

/** One limb, or two across from each other. */
interface Unit {
  readonly limbs: readonly DraftLimb[];
  /** What the limbs were: `surplus` of what there are too many of. */
  readonly surplus: boolean;
  readonly low: number;
  readonly length: number;
  readonly sideways: number;
  /** How far forward they are, and whether they are beside the middle. */
  readonly along: number;
  readonly lateral: boolean;
  readonly confidence: number;
}

type CountedPart = 'leg' | 'wing' | 'arm';

/** Limbs whose ends are nearer to each other's mirror images than this share of the body's size are a pair. */
const MIRRORED = 0.12;
/** Being too many of something else is worth this much, in points of a measure. */
const SURPLUS = 1;
/** Loose joints shorter than this share of the body's size are helpers. */
const LEAST_LENGTH = 0.05;
/** A body with fewer arms than this has room for limbs that are no legs and no wings. */
const ARMS = 2;

/** A draft whose limbs are counted. */
interface Count {
  readonly draft: AnatomyDraft;
  readonly skeleton: Skeleton;
  readonly body: FoundBodyPlan;
  /** The parts that a person gave a number of. */
  readonly wanted: ReadonlyMap<PartWord, number>;
  /** Limbs that are too many of what they were, and nothing else yet. */
  readonly surplus: Set<DraftLimb>;
  /** Parts of which other limbs could have been taken as well. */
  readonly chosen: Set<PartWord>;
}

/** Makes the limbs of a draft as many as said, and returns the joints of those about which there was no choice. */
export function matchLimbCounts(
  draft: AnatomyDraft,
  skeleton: Skeleton,
  body: FoundBodyPlan,
  { legs, wings, arms }: LimbNumbers,
): readonly number[] {
  const numbers = [['leg', legs] as const, ['wing', wings] as const, ['arm', arms] as const];
  const said = numbers.flatMap(([part, count]) => (count === undefined ? [] : [[part, count] as const]));
  const count: Count = {
    draft,
    skeleton,
    body,
    wanted: new Map(said),
    surplus: new Set(),
    chosen: new Set(),
  };
  for (const [part, number] of said) giveUp(count, part, number);
  for (const [part, number] of said) fillUp(count, part, number);
  // What nothing lacks are arms, where the body may have them.
  const idle = draft.limbs.filter((limb) => count.surplus.has(limb));
  const hasRoom = arms === undefined && limbsOf(draft, 'arm').length + idle.length <= ARMS;
  if (hasRoom) for (const limb of idle) limb.part = 'arm';
  const sure = said.filter(([part]) => !count.chosen.has(part));
  return sure.flatMap(([part]) => limbsOf(draft, part).flatMap(({ joints }) => joints));
}

const limbsOf = ({ limbs }: AnatomyDraft, part: PartWord) => limbs.filter((limb) => limb.part === part);

/** Whether a person said what some of these joints are. */
const isSaid = ({ confidence }: AnatomyDraft, { joints }: DraftLimb): boolean =>
  joints.some((j) => confidence[j] === CONFIDENCE.said);

/** Limbs of which there are too many, the least certain first. */
function giveUp(count: Count, part: CountedPart, wanted: number): void {
  const { draft, surplus, chosen } = count;
  const have = limbsOf(draft, part);
  const open = findUnits(
    count,
    have.filter((limb) => !isSaid(draft, limb)),
    true,
  );
  open.sort((a, b) => a.confidence - b.confidence || worth(part, a) - worth(part, b));
  let extra = have.length - wanted;
  for (const { limbs } of open) {
    if (limbs.length > extra) continue;
    for (const limb of limbs) surplus.add(Object.assign(limb, { part: 'spur' }));
    extra -= limbs.length;
  }
  if (extra > 0) throw impossible(part, have.length, wanted);
  if (wanted > 0 && wanted < have.length) chosen.add(part);
}

/** Limbs that are lacking, the worthiest first. */
function fillUp(count: Count, part: CountedPart, wanted: number): void {
  const { draft, surplus, chosen } = count;
  const isOpen = (limb: DraftLimb) =>
    !isSaid(draft, limb) && !count.wanted.has(limb.part) && limb.part !== 'girdle';
  const [given, rest] = [true, false].map((is) =>
    draft.limbs.filter((limb) => isOpen(limb) && surplus.has(limb) === is),
  );
  const others = [...rest, ...looseChains(draft), ...ends(draft)];
  const pool = [...findUnits(count, given, true), ...findUnits(count, others, false)];
  pool.sort((a, b) => worth(part, b) - worth(part, a));
  let lacking = wanted - limbsOf(draft, part).length;
  const used: Unit[] = [];
  for (const unit of pool) {
    if (unit.limbs.length > lacking || !isLimb(unit, lacking)) continue;
    for (const { joints } of unit.limbs) applyLabel(draft, joints[0], { part });
    lacking -= unit.limbs.length;
    used.push(unit);
  }
  if (lacking > 0) throw impossible(part, wanted - lacking, wanted);
  // There was a choice where something as good as what was taken is left.
  const isLike = (unit: Unit) =>
    !used.includes(unit) && used.some(({ surplus: was }) => was === unit.surplus);
  if (pool.some(isLike)) chosen.add(part);
}

/** How well limbs would do as a part: legs reach down and lie behind arms, wings reach out to the side; all are long. */
function worth(part: CountedPart, { low, length, sideways, along, surplus, limbs }: Unit): number {
  const shape = part === 'leg' ? 1 - low - along : part === 'wing' ? sideways : 0;
  return shape + length + (surplus ? SURPLUS : 0) + (limbs.length > 1 ? SURPLUS : 0);
}

/** Whether limbs may be legs, arms or wings: loose joints need some length, a neck or a middle limb one across from it. */
const isLimb = ({ limbs, length, lateral }: Unit, lacking: number): boolean =>
  limbs.every(({ part }) => part !== 'other' || length > LEAST_LENGTH) &&
  (limbs.length > 1 || (limbs[0].part !== 'neck' && (lateral || lacking % 2 === 1)));

/** Limbs as mirrored pairs and single ones. */
function findUnits({ draft, skeleton, body }: Count, limbs: readonly DraftLimb[], surplus: boolean): Unit[] {
  const { axes, left, up } = body;
  const place = (j: number): Vec3 => subtract(vectorAt(skeleton.rest, j), axes.origin);
  const mirrored = (p: Vec3): Vec3 => {
    const across = dot(p, left);
    return [0, 1, 2].map((k) => p[k] - 2 * across * left[k]) as unknown as Vec3;
  };
  const tip = ({ joints }: DraftLimb) => place(joints[joints.length - 1]);
  const isPartner = (a: DraftLimb, b: DraftLimb) => body.partner[a.joints[0]] === b.joints[0];
  const isAcross = (a: DraftLimb, b: DraftLimb) =>
    lengthOf(subtract(mirrored(tip(a)), tip(b))) < MIRRORED * axes.size;
  const isLateral = ({ joints }: DraftLimb) => sideOf(skeleton, body, joints) !== 0;
  const height = Math.max(1e-9, ...Array.from(skeleton.parents, (_, j) => dot(place(j), up)));
  const done = new Set<DraftLimb>();
  const units: Unit[] = [];
  for (const limb of limbs) {
    if (done.has(limb)) continue;
    const others = limbs.filter((other) => other !== limb && !done.has(other));
    const twin =
      others.find((other) => isPartner(limb, other)) ?? others.find((other) => isAcross(limb, other));
    const pair = twin && (isLateral(limb) || isLateral(twin)) ? [limb, twin] : [limb];
    for (const one of pair) done.add(one);
    const way = (one: DraftLimb) => subtract(tip(one), place(one.joints[0]));
    const span = (one: DraftLimb) => lengthOf(way(one)) / axes.size;
    units.push({
      limbs: pair,
      surplus,
      low: mean(pair.map((one) => Math.min(...one.joints.map((j) => dot(place(j), up))) / height)),
      length: mean(pair.map(span)),
      sideways: mean(pair.map((one) => Math.abs(dot(way(one), left)) / axes.size)),
      along: mean(pair.map((one) => dot(place(one.joints[0]), body.forward) / axes.size)),
      lateral: pair.some(isLateral),
      confidence: mean(pair.flatMap(({ joints }) => joints.map((j) => draft.confidence[j]))),
    });
  }
  return units;
}

/** Chains that nothing was said of: where a branch leaves the body, out to its end. */
function looseChains(draft: AnatomyDraft): DraftLimb[] {
  const taken = new Set(chainsOf(draft).flat());
  const children = childrenIn(draft);
  const isLoose = (j: number) => !taken.has(j) && !draft.controls.has(j);
  const starts = [...draft.moves.keys()].filter((j) => isLoose(j) && taken.has(draft.moves[j]));
  return starts.map((start) => {
    const joints = [start];
    for (
      let next = children[start].filter(isLoose);
      next.length > 0;
      next = children[next[0]].filter(isLoose)
    )
      joints.push(next[0]);
    return { part: 'other', joints };
  });
}

/** Neck and head, and the tail, as limbs: of arms whose other side was not seen one may have been taken for them. */
function ends({ neck, head, jaw, tail, confidence }: AnatomyDraft): DraftLimb[] {
  const front: DraftLimb = { part: 'neck', joints: [...neck, ...[head, jaw].filter((j) => j >= 0)] };
  const back: DraftLimb = { part: 'neck', joints: [...tail] };
  return [front, back].filter(
    ({ joints }) => joints.length > 0 && !joints.some((j) => confidence[j] === CONFIDENCE.said),
  );
}

function impossible(part: CountedPart, have: number, wanted: number): PosespaceError {
  const found =
    have > wanted ? `${have} were said to be ${part}s` : `only ${have} could be found among its joints`;
  return new PosespaceError(
    'bad-input',
    `rig/editAnatomy: ${wanted} ${part}${wanted === 1 ? ' was' : 's were'} said, and ${found}; ` +
      'say which joints they are (labels, --label), or find the joints again (mode find, --replace)',
  );
}
