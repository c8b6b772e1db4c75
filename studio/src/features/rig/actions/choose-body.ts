/**
 * @file "This is …" and "this limb is …": what the user says of the body goes into the document, and the model is
 * rigged again under it, in one history step.
 */

import {
  type BodyKind,
  type BodyPlan,
  findMirrorPlane,
  type Landmark,
  planOf,
  restPosition,
  type Skeleton,
  signedDistance,
} from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { currentDocument, notify, setView } from '../../../store/store.js';
import { rerig } from './rerig.js';
import { editableSkeleton } from './transfer-document.js';

/** Kinds of body to choose from. `blob` is left out: nobody would look for it. */
export const BODY_CHOICES: Readonly<Record<Exclude<BodyKind, 'blob'>, string>> = {
  biped: 'a person (biped)',
  quadruped: 'a four-legged animal',
  bird: 'a bird',
  dragon: 'a dragon',
  insect: 'an insect',
  spider: 'a spider',
  arthropod: 'a crab, or many legs',
  octopus: 'an octopus',
  fish: 'a fish',
  serpent: 'a snake',
  flier: 'a flier without legs',
  hand: 'a hand',
  arm: 'an arm',
  head: 'a head',
  unknown: 'not a creature',
};

/** Rigs the body again as one of a kind; undefined leaves the kind to auto-rigging. */
export function chooseBody(kind: keyof typeof BODY_CHOICES | undefined): Promise<boolean> {
  const known = { ...currentDocument().known, kind };
  return rerig({ known, label: kind ? `Body: ${BODY_CHOICES[kind]}` : 'Body: automatic' });
}

/** What a limb can be set to. */
export type LimbPart = 'leg' | 'arm' | 'wing' | 'tail' | 'head';

export const LIMB_PARTS: Readonly<Record<LimbPart, string>> = {
  leg: 'Leg',
  arm: 'Arm',
  wing: 'Wing',
  tail: 'Tail',
  head: 'Head',
};

/** Rigs the body again with the limb of a joint, and its mirror partner, set to a part. */
export async function setLimb(joint: number, part: LimbPart): Promise<void> {
  const document = currentDocument();
  const skeleton = document.model.skeleton!;
  const end = limbEnd(skeleton, joint);
  if (planOf(document.model.anatomy!).spine.includes(end) || skeleton.parents[end] < 0) {
    notify('info', 'This joint is in the trunk; select one of the limb.');
    return;
  }
  const position = restPosition(skeleton, end);
  const others = (document.known?.limbs ?? []).filter((limb) => distance(limb.position, position) > 0);
  const name = limbName(document, position, part, others);
  const known = { ...document.known, limbs: [...others, { name, position }] };
  const rigged = await rerig({ known, label: `Limb: ${LIMB_PARTS[part].toLowerCase()}` });
  if (rigged) setView('scene', { selected: nearestJoint(currentDocument().model.skeleton!, position) });
}

/** Rigs the body again without what was said of its limbs. */
export function forgetLimbs(): Promise<boolean> {
  return rerig({ known: { ...currentDocument().known, limbs: [] }, label: 'Limbs: automatic' });
}

/** The part that a joint belongs to; undefined for the trunk and everything else. */
export function partOfJoint(plan: BodyPlan, joint: number): LimbPart | undefined {
  const extras = (kind: 'toe' | 'finger') => plan.extras.filter((e) => e.kind === kind).map((e) => e.joints);
  const chains: Readonly<Record<LimbPart, readonly (readonly number[])[]>> = {
    leg: [...plan.legs, ...extras('toe')],
    arm: [...plan.arms, ...extras('finger')],
    wing: plan.wings,
    tail: [plan.tail],
    head: [[plan.head, plan.jaw]],
  };
  return (Object.keys(chains) as LimbPart[]).find((part) =>
    chains[part].some((chain) => chain.includes(joint)),
  );
}

/** The last joint before a limb ends or divides into fingers or toes. */
function limbEnd({ parents }: Skeleton, joint: number): number {
  const children = (of: number) => [...parents.keys()].filter((j) => parents[j] === of);
  let end = joint;
  for (let next = children(end); next.length === 1; next = children(end)) end = next[0];
  return end;
}

/** The last segment of each part, as names of landmarks say it. */
const END_NAMES: Readonly<Record<LimbPart, string>> = {
  leg: 'Foot',
  arm: 'Hand',
  wing: 'Wing',
  tail: 'tail',
  head: 'head',
};

/** A landmark name for a limb, such as `leftFoot`, that no other limb has. */
function limbName(
  document: StudioDocument,
  position: Landmark['position'],
  part: LimbPart,
  others: readonly Landmark[],
): string {
  const plane = findMirrorPlane(editableSkeleton(document), document.model.anatomy);
  const middle = part === 'tail' || part === 'head';
  const name = `${middle ? '' : signedDistance(plane, position) < 0 ? 'right' : 'left'}${END_NAMES[part]}`;
  const taken = (wanted: string) => others.some((limb) => limb.name === wanted);
  let unique = name;
  for (let n = 2; taken(unique); n++) unique = `${name}${n}`;
  return unique;
}

const distance = (a: Landmark['position'], b: Landmark['position']): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function nearestJoint(skeleton: Skeleton, position: Landmark['position']): number {
  const away = skeleton.names.map((_, j) => distance(restPosition(skeleton, j), position));
  return away.indexOf(Math.min(...away));
}
