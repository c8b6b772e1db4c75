/**
 * @file Gives a skeleton exactly the joints of a preset. Spine, neck and limbs are resampled on the curve that was found;
 * what is missing is created: a shoulder between chest and upper arm, toes at the front of the foot, the end of a limb
 * from the surface around its last joint. What the preset has not is merged into the joints that are left.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { lerp, scale, type Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { BodyKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import type { NameConvention } from '../names/name-conventions.js';
import { alongOf, fitArm, fitDigit, fitLeg, fitWing } from './fit-limbs.js';
import { createLimbSurface, endDirection, type LimbSurface } from './limb-surface.js';
import { placeChain } from './place-chain.js';
import {
  createPlanDraft,
  type DraftExtra,
  finishPlanDraft,
  type PartJoint,
  type PlanDraft,
  type PlannedSkeleton,
  type ReplannedSkeleton,
  removeFromDraft,
} from './plan-draft.js';
import { PRESETS, type Preset, type PresetJoints, presetJoints, presetProblem } from './preset-table.js';

/** A skeleton with the joints of a preset, and what was merged away. */
export interface PresetSkeleton extends ReplannedSkeleton {
  readonly findings: readonly Finding[];
}

const KINDS: Readonly<Record<Preset, BodyKind>> = { humanoid: 'biped', quadruped: 'quadruped', bird: 'bird' };

/** A body of one joint has its chest this far from the hips to the head where no limb shows it. */
const CHEST = 0.6;
/** The base of the skull is this far above the narrowest part of the neck, from chest to the head that was found. */
const ABOVE_THROAT = 0.1;
/** A hand has at least this many fingers that have names of their own. */
const FEWEST_FINGERS = 3;
const MOST_FINGERS = 5;

/** The skeleton with the joints of a preset; throws the reason where the body does not allow it. */
export function applyPreset(
  planned: PlannedSkeleton,
  mesh: Mesh,
  preset: Preset,
  convention: NameConvention = 'native',
): PresetSkeleton {
  requirePreset(planned.body, preset);
  const joints = presetJoints(preset, convention);
  const draft = createPlanDraft(planned);
  const surface = createLimbSurface(mesh, [...draft.joints], planned.body);
  const parts = partsOf(draft);
  // (1) What the preset has not.
  dropParts(draft, joints);
  // (2) What it has.
  fitTrunk(draft, surface, joints);
  fitLimbs(draft, surface, joints);
  fitExtras(draft, surface, joints);
  if (joints.ends) addEnds(draft, surface);
  pairSides(draft);
  const finished = finishPlanDraft(draft, planned);
  const left = partsOf(draft);
  const merged = [...parts].filter((part) => !left.has(part));
  return {
    ...finished,
    body: { ...finished.body, kind: KINDS[preset] },
    findings: merged.length > 0 ? [mergedFinding(preset, merged)] : [],
  };
}

function requirePreset({ kind, reason, plan }: FoundBodyPlan, preset: Preset): void {
  if (!PRESETS.includes(preset)) {
    throw new PosespaceError(
      'bad-usage',
      `rig: there is no preset "${preset}"; choose one of ${PRESETS.join(', ')}`,
    );
  }
  const problem =
    kind === 'unknown' ? `this was not recognised as a body: ${reason}` : presetProblem(preset, plan);
  if (problem === null) return;
  throw new PosespaceError(
    'bad-input',
    `rig: ${problem}; choose another preset, or say which body it is (option body, --body)`,
  );
}

/** Words for the parts that a preset may lack. */
function partsOf({ tail, wings, jaw, extras }: PlanDraft): Set<string> {
  const words = new Set<string>(extras.map(({ kind }) => kind));
  for (const word of ['shoulder', 'girdle', 'spur', 'toe']) words.delete(word);
  if (tail.length > 0) words.add('tail');
  if (wings.length > 0) words.add('wings');
  if (jaw) words.add('jaw');
  return words;
}

const mergedFinding = (preset: Preset, parts: readonly string[]): Finding => ({
  code: 'preset-merged',
  severity: 'info',
  message: `A ${preset} has no joints for ${parts.join(', ')}: that surface moves with the joints next to it.`,
  fix: 'Rig without a preset to keep them.',
});

function removeChain(draft: PlanDraft, chain: readonly PartJoint[]): void {
  for (const joint of [...chain].reverse()) removeFromDraft(draft, joint, joint.parent);
}

function dropParts(draft: PlanDraft, joints: PresetJoints): void {
  const kept = (extra: DraftExtra) =>
    extra.kind === 'shoulder' ||
    (extra.kind === 'finger' && joints.finger > 0 && hasFingers(draft)) ||
    (extra.kind === 'ear' && joints.ears);
  for (const extra of draft.extras) if (!kept(extra)) removeChain(draft, extra.joints);
  draft.extras = draft.extras.filter(kept);
  if (joints.tail === 0) {
    removeChain(draft, draft.tail);
    draft.tail = [];
  }
  if (joints.wing.length === 0) {
    for (const wing of draft.wings) removeChain(draft, wing);
    draft.wings = [];
  }
  if (draft.jaw && !joints.jaw) {
    removeChain(draft, [draft.jaw]);
    draft.jaw = null;
  }
}

/** Whether both hands have as many fingers, and so many that each has a name. */
function hasFingers({ extras }: PlanDraft): boolean {
  const count = (side: number) =>
    extras.filter((extra) => extra.kind === 'finger' && extra.side === side).length;
  return count(1) === count(-1) && count(1) >= FEWEST_FINGERS && count(1) <= MOST_FINGERS;
}

/** Spine and neck; hips, chest and head are where they were, or where the limbs show them. */
function fitTrunk(
  draft: PlanDraft,
  surface: LimbSurface,
  { spine: count, neck: neckCount, skull }: PresetJoints,
): void {
  const head = draft.head as PartJoint;
  const points = trunkPoints(draft, head.position);
  const old = [...draft.spine.slice(-1), ...draft.neck, head];
  draft.spine = placeChain(draft, draft.spine, alongOf(points, evenly(count)), null);
  const chest = draft.spine[count - 1];
  let nape = [chest.position, ...draft.neck.map(({ position }) => position), head.position];
  if (skull) {
    const throat = surface.narrowest(old, chest.position, head.position) ?? 1;
    nape = alongOf(
      nape,
      evenly(5).map((target) => target * Math.min(1, throat + ABOVE_THROAT)),
    );
    head.position = nape[nape.length - 1];
  }
  const targets = Array.from({ length: neckCount }, (_, i) => (i + 1) / (neckCount + 1));
  draft.neck = placeChain(draft, draft.neck, alongOf(nape, targets), chest);
  head.parent = draft.neck[neckCount - 1];
  if (draft.jaw) draft.jaw.parent = head;
}

/** From hips to chest. */
function trunkPoints({ spine, legs, arms, wings }: PlanDraft, head: Vec3): Vec3[] {
  if (spine.length > 1) return spine.map(({ position }) => position);
  // Limbs are in order: left before right, front before back.
  const half = legs.length / 2;
  const hind = half > 0 ? middleOf([legs[half - 1], legs[legs.length - 1]]) : spine[0].position;
  const fore = arms.length > 0 ? arms : wings.length > 0 ? wings : half > 1 ? [legs[0], legs[half]] : [];
  return [hind, fore.length > 0 ? middleOf(fore) : lerp(hind, head, CHEST)];
}

function middleOf(chains: readonly (readonly PartJoint[])[]): Vec3 {
  const sum = [0, 0, 0];
  for (const [{ position }] of chains) for (let k = 0; k < 3; k++) sum[k] += position[k] / chains.length;
  return [sum[0], sum[1], sum[2]];
}

const evenly = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i / Math.max(1, count - 1));

function fitLimbs(draft: PlanDraft, surface: LimbSurface, joints: PresetJoints): void {
  const [hips, chest] = [draft.spine[0], draft.spine[draft.spine.length - 1]];
  const half = draft.legs.length / 2;
  draft.legs = draft.legs.map((leg, i) =>
    fitLeg(draft, surface, leg, joints, half > 1 && i % half === 0 ? chest : hips),
  );
  const shoulders = draft.extras.filter(({ kind }) => kind === 'shoulder').flatMap((extra) => extra.joints);
  draft.arms = draft.arms.map((arm) => {
    const shoulder = shoulders.find((joint) => joint === arm[0].parent);
    return fitArm(draft, surface, arm, chest, shoulder);
  });
  draft.wings = draft.wings.map((wing) => fitWing(draft, wing, joints.wing, chest));
  // Shoulders that no arm took.
  const taken = new Set(draft.arms.flat());
  removeChain(
    draft,
    shoulders.filter((joint) => !taken.has(joint)),
  );
  draft.extras = draft.extras.filter(({ kind }) => kind !== 'shoulder');
  if (draft.tail.length > 0) {
    const points = draft.tail.map(({ position }) => position);
    const tip = surface.farthest(draft.tail.slice(-1), endDirection(draft.tail));
    const targets = Array.from({ length: joints.tail }, (_, i) => (i + 0.2) / joints.tail);
    const isShort = draft.tail.length < joints.tail && tip !== undefined;
    draft.tail = placeChain(draft, draft.tail, alongOf(isShort ? [...points, tip] : points, targets), hips);
  }
}

function fitExtras(draft: PlanDraft, surface: LimbSurface, joints: PresetJoints): void {
  const hands = draft.arms.map((arm) => arm[arm.length - 1]);
  for (const extra of draft.extras) {
    const isFinger = extra.kind === 'finger';
    const above = isFinger ? hands[extra.side > 0 ? 0 : hands.length - 1] : (draft.head as PartJoint);
    extra.joints = fitDigit(draft, surface, extra.joints, isFinger ? joints.finger : 1, above);
  }
}

/** Joints at the ends of head, toes and fingers, which belong to no part. */
function addEnds(draft: PlanDraft, surface: LimbSurface): void {
  const end = (parent: PartJoint, around: readonly PartJoint[], direction: Vec3, reach: number) => {
    const tip = surface.farthest(around, direction);
    const bone = endDirection([parent]);
    const position: Vec3 = tip
      ? lerp(parent.position, alongAxis(parent.position, tip, direction), reach)
      : [parent.position[0] + bone[0], parent.position[1] + bone[1], parent.position[2] + bone[2]];
    draft.joints.add({
      parent,
      position,
      partner: null,
      confidence: parent.confidence,
      fixed: false,
      source: -1,
    });
  };
  if (draft.head) end(draft.head, [draft.head], surface.up, 0.98);
  for (const leg of draft.legs) end(leg[leg.length - 1], leg.slice(-2), surface.forward, 0.95);
  for (const { kind, joints } of draft.extras) {
    if (kind === 'finger') end(joints[joints.length - 1], joints.slice(-1), endDirection(joints), 0.95);
  }
}

/** The point as far from `from` as `to` is in a direction. */
function alongAxis(from: Vec3, to: Vec3, direction: Vec3): Vec3 {
  const squared = direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2;
  const along = direction.reduce((sum, value, k) => sum + value * (to[k] - from[k]), 0) / (squared || 1);
  const step = scale(direction, Math.max(0, along));
  return [from[0] + step[0], from[1] + step[1], from[2] + step[2]];
}

/** Partners of the joints as they are now: limbs come left before right. */
function pairSides(draft: PlanDraft): void {
  for (const joint of draft.joints) joint.partner = null;
  const middle = [...draft.spine, ...draft.neck, ...draft.tail, draft.head, draft.jaw];
  for (const joint of middle) if (joint) joint.partner = joint;
  const pair = (left: readonly PartJoint[], right: readonly PartJoint[]) => {
    if (left.length !== right.length) return;
    for (const [i, joint] of left.entries()) [joint.partner, right[i].partner] = [right[i], joint];
  };
  for (const limbs of [draft.legs, draft.arms, draft.wings]) {
    const half = limbs.length / 2;
    for (let i = 0; i < half; i++) pair(limbs[i], limbs[i + half]);
  }
  const ofSide = (side: number) => draft.extras.filter((extra) => extra.side === side);
  const rights = ofSide(-1);
  for (const [i, { joints }] of ofSide(1).entries()) if (rights[i]) pair(joints, rights[i].joints);
  // Ends are paired by what they end.
  for (const joint of draft.joints) {
    if (joint.partner || !joint.parent?.partner) continue;
    const other = joint.parent.partner;
    joint.partner =
      other === joint.parent
        ? joint
        : ([...draft.joints].find(({ parent, source }) => parent === other && source < 0) ?? null);
  }
}
