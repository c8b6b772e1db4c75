/**
 * @file What a person says of a body: the kind it is, how many limbs it has, which joints they are, where it faces. What was
 * said has a confidence of 1; later corrections and readings leave it alone, unless they are about the same joints.
 */

import { PosespaceError } from '../../base/errors.js';
import { cross, dot, lengthOf, scale, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import { toBody } from '../body-plan/body-axes.js';
import type { BodyKind } from '../body-plan/body-plan.js';
import { type KnownBody, limbsOfBody, requireBodyKind } from '../body-plan/known-body.js';
import { isLonePart, type LonePart, toLonePart } from '../body-plan/lone-part.js';
import { pairJoints } from '../body-plan/pair-joints.js';
import { toUnknownBody } from '../body-plan/unknown-body.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import { anatomyOf } from '../reading/read-anatomy.js';
import type { Anatomy, PartialRig } from '../rig-records.js';
import { type AnatomyDraft, closeDraft, openDraft } from './anatomy-draft.js';
import { applyLabel } from './apply-label.js';
import { bodyOf } from './body-of.js';
import { CONFIDENCE } from './confidence.js';
import { readJointLabel } from './joint-labels.js';
import { matchLimbCounts } from './match-limb-counts.js';
import { toAnatomy } from './to-anatomy.js';
import { kindOf } from './views.js';

/** What a person says of a body; what is absent stays as it is. */
export interface AnatomyCorrections extends KnownBody {
  /** What joints are: `leftHand`, `tail`, `right front paw`; a limb word (leg, arm, wing, tail …) is about the whole limb. */
  readonly labels?: readonly { readonly joint: JointRef; readonly is: string }[];
  /** Where the body faces; need not be exact. */
  readonly forward?: Vec3;
}

/**
 * The anatomy of a rig with corrections. Labels hold across the body too, where nothing else is said there. Throws where a
 * body cannot be what was said, with the reason.
 *
 * @example
 * const anatomy = editAnatomy(rig, { labels: [{ joint: 'Bone.012', is: 'leftHand' }], limbs: { legs: 2, arms: 2 } });
 * const corrected = { ...rig, anatomy };
 */
export function editAnatomy(rig: PartialRig, corrections: AnatomyCorrections): Anatomy {
  const { labels = [], kind, limbs, forward } = corrections;
  if (kind !== undefined) requireBodyKind(kind);
  let anatomy = anatomyOf(rig);
  if (forward) anatomy = faceForward(rig, anatomy, forward);
  if (labels.length > 0) anatomy = applyLabels(rig, anatomy, labels);
  if (kind === 'blob' || kind === 'unknown' || isLonePart(kind)) return asPart(rig, anatomy, kind);
  if (kind === undefined && limbs === undefined) return anatomy;
  return asKind(rig, anatomy, { kind, limbs });
}

/** Joints as they are labelled, and those across from them. */
function applyLabels(
  rig: PartialRig,
  anatomy: Anatomy,
  labels: NonNullable<AnatomyCorrections['labels']>,
): Anatomy {
  const { skeleton } = rig;
  const read = labels.map(({ joint, is }) => ({
    joint: jointIndex(skeleton, joint, 'rig/editAnatomy'),
    label: readJointLabel(is),
  }));
  const draft = openDraft(anatomy);
  const said = new Set(read.map(({ joint }) => joint));
  const isSaid = (j: number) => said.has(j) || draft.confidence[j] === CONFIDENCE.said;
  for (const { joint, label } of read) {
    const { part, side } = label;
    const twin = anatomy.partner[joint];
    const isPaired = twin >= 0 && twin !== joint && !SINGLE.has(part) && !isSaid(twin);
    const across = { ...label, ...(side !== undefined && { side: -side as 1 | -1 | 0 }) };
    if (isPaired) sure(draft, applyLabel(draft, twin, across), CONFIDENCE.most);
    const joints = applyLabel(draft, joint, label);
    sure(draft, joints, CONFIDENCE.said);
    for (const j of joints) said.add(j);
  }
  return closeDraft(rig, anatomy, draft);
}

/** Parts of which a body has one. */
const SINGLE: ReadonlySet<string> = new Set(['trunk', 'neck', 'head', 'jaw', 'tail', 'girdle']);

/** What is said is at least this sure. */
function sure({ confidence }: AnatomyDraft, joints: readonly number[], value: number): void {
  for (const j of joints) confidence[j] = Math.max(confidence[j], value);
}

/** The body as a kind, with so many limbs. */
function asKind(rig: PartialRig, anatomy: Anatomy, known: KnownBody): Anatomy {
  const { kind } = known;
  const wanted = limbsOfBody(known);
  const draft = openDraft(anatomy);
  if (kind === 'octopus' || kind === 'fish') renameLimbs(draft, kind);
  sure(draft, matchLimbCounts(draft, rig.skeleton, bodyOf(rig, anatomy), wanted), CONFIDENCE.said);
  if (kind) sure(draft, draft.spine, CONFIDENCE.said);
  const next = closeDraft(rig, anatomy, draft);
  const found = kindOf(next);
  const isFound = kind === undefined || kind === found || (kind === 'arthropod' && MANY_LEGS.has(found));
  if (isFound) return next;
  throw new PosespaceError(
    'bad-input',
    `rig/editAnatomy: this was said to be a ${kind}, and with these limbs it is a ${found}; ` +
      'say how many limbs it has, or which joints they are',
  );
}

const MANY_LEGS: ReadonlySet<BodyKind> = new Set(['insect', 'spider', 'arthropod']);

/** All limbs of an octopus are tentacles, those of a fish fins; one without has a fin at the end of its tail. */
function renameLimbs(draft: AnatomyDraft, kind: 'octopus' | 'fish'): void {
  const part = kind === 'octopus' ? 'tentacle' : 'fin';
  for (const limb of draft.limbs) {
    if (limb.part === 'leg' || limb.part === 'arm' || limb.part === 'wing') limb.part = part;
  }
  if (kind === 'octopus' || draft.limbs.some((limb) => limb.part === 'fin')) return;
  const last = draft.tail.pop();
  if (last !== undefined) draft.limbs.push({ part: 'fin', joints: [last], side: 0 });
}

/** A part of a body that came alone, a body without parts, or none at all. */
function asPart(rig: PartialRig, anatomy: Anatomy, kind: LonePart | 'blob' | 'unknown'): Anatomy {
  const body = bodyOf(rig, anatomy);
  const none = toUnknownBody(body, 'it was said to be none');
  const blob = { ...none, kind: 'blob' as const, plan: { ...none.plan, spine: body.plan.spine.slice(0, 1) } };
  const part = isLonePart(kind) ? toLonePart(body, rig.skeleton, kind) : kind === 'blob' ? blob : none;
  const { controls, moves } = openDraft(anatomy);
  const confidence = new Float32Array(moves.length).fill(CONFIDENCE.said);
  return { ...toAnatomy(rig, part, { moves, controls, confidence }), from: 'user' };
}

/** The body facing another way: left and right follow, and so do head and tail where they were taken for each other. */
function faceForward(rig: PartialRig, anatomy: Anatomy, wanted: Vec3): Anatomy {
  const { up } = anatomy;
  const level = subtract(wanted, scale(up, dot(wanted, up)));
  if (!(lengthOf(level) > 1e-6 * lengthOf(wanted)) || !level.every(Number.isFinite)) {
    throw new PosespaceError(
      'bad-usage',
      'rig/editAnatomy: a body cannot face up or down; give a level direction',
    );
  }
  const turn = dot(level, anatomy.forward) / lengthOf(level);
  if (turn > ALIKE) return { ...anatomy, from: 'user' };
  const isReversed = turn < -ALIKE;
  const forward = isReversed ? scale(anatomy.forward, -1) : scale(level, 1 / lengthOf(level));
  const turned: Anatomy = { ...anatomy, forward };
  const partner = isReversed ? anatomy.partner : pairAcross(rig, turned);
  const draft = openDraft(anatomy);
  for (const limb of draft.limbs) limb.side = undefined;
  swapEnds(rig, draft, forward);
  return closeDraft(rig, { ...turned, partner }, draft);
}

/** Cosine of the angle within which two directions are one: half a right angle. */
const ALIKE = Math.SQRT1_2;

/** The joints across from each other for a body that faces another way. */
function pairAcross(rig: PartialRig, anatomy: Anatomy): Int16Array {
  const left = cross(anatomy.up, anatomy.forward);
  const points = rig.mesh && rig.mesh.positions.length > 0 ? rig.mesh.positions : rig.skeleton.rest;
  const { axes } = bodyOf({ ...rig, mesh: { positions: points, triangles: new Uint32Array(0) } }, anatomy);
  return pairJoints(toBody(rig.skeleton.rest, { ...axes, left }), rig.skeleton.parents);
}

/** Head and tail where the body turned around has them on the wrong ends. */
function swapEnds({ skeleton }: PartialRig, draft: AnatomyDraft, forward: Vec3): void {
  const { neck, head, jaw, tail, spine, confidence } = draft;
  const front = [...neck, ...[head, jaw].filter((j) => j >= 0)];
  const isSaid = [...front, ...tail].some((j) => confidence[j] === CONFIDENCE.said);
  const along = (joints: readonly number[]) =>
    dot(
      subtract(vectorAt(skeleton.rest, joints[joints.length - 1]), vectorAt(skeleton.rest, spine[0])),
      forward,
    );
  if (isSaid || front.length === 0 || tail.length === 0 || spine.length === 0) return;
  if (along(front) >= 0 || along(tail) <= 0) return;
  draft.neck = tail.slice(0, -1);
  draft.head = tail[tail.length - 1];
  draft.jaw = -1;
  draft.tail = front;
  draft.spine = [...spine].reverse();
}
