/**
 * @file "This is …" and "this limb is …": what the user says of the body goes into its anatomy, in one history step, and
 * holds from then on: for drags, motions, names, in the file. Where joints were found by auto-rigging, another kind of body
 * finds them again; a limb does so when the user asks for it.
 */

import { type Anatomy, type AnatomyCorrections, type BodyKind, limbsIn, roleAt } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { jointLabel } from '../../../store/joint-label.js';
import { change, currentDocument, documentOf, runTask, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { boundBody } from '../../open/actions/open-files.js';
import { rerig } from './rerig.js';

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

/** Says what kind of body it is; undefined forgets all that was said. */
export function chooseBody(kind: keyof typeof BODY_CHOICES | undefined): Promise<boolean> {
  const label = kind ? `Body: ${BODY_CHOICES[kind]}` : 'Body: automatic';
  const { confidence } = currentDocument();
  if (confidence) return rerig({ kind, forget: kind === undefined, label });
  return correct(label, kind && { kind });
}

/** What a limb can be said to be, or a joint of the trunk. */
export const LIMB_PARTS = {
  leg: 'Leg',
  arm: 'Arm',
  wing: 'Wing',
  fin: 'Fin',
  tentacle: 'Tentacle',
  tail: 'Tail',
  neck: 'Neck',
  head: 'Head',
  jaw: 'Jaw',
  ear: 'Ear',
  horn: 'Horn',
  antenna: 'Antenna',
  palp: 'Pincer',
  crest: 'Crest',
  shoulder: 'Shoulder',
  finger: 'Finger',
  toe: 'Toe',
  face: 'Face',
  girdle: 'Girdle',
  spur: 'Spur',
  trunk: 'Trunk',
  other: 'Something else',
  control: 'No part of the body',
} as const;

export type LimbPart = keyof typeof LIMB_PARTS;

/** Parts that come in pairs. */
const PAIRED: ReadonlySet<LimbPart> = new Set([
  ...(['leg', 'arm', 'wing', 'fin', 'tentacle', 'ear', 'horn', 'antenna', 'palp'] as const),
  ...(['shoulder', 'finger', 'toe', 'spur'] as const),
]);

export const isPaired = (part: LimbPart): boolean => PAIRED.has(part);

/** Says what the limb of a joint is, and on which side. */
export function sayLimb(joint: number, part: LimbPart, side?: 'left' | 'right'): Promise<boolean> {
  const { names } = currentDocument().model.skeleton!;
  const is = part === 'trunk' ? 'spine' : side && isPaired(part) ? `${side} ${part}` : part;
  const label = `${jointLabel(names[joint])}: ${LIMB_PARTS[part].toLowerCase()}`;
  return correct(label, { labels: [{ joint, is }] });
}

/** Puts a corrected anatomy into the document; without corrections, one that is read again. */
async function correct(label: string, said?: AnatomyCorrections): Promise<boolean> {
  const document = currentDocument();
  const { model } = document;
  const anatomy = await runTask('Correcting', (work) =>
    callWorker('interactive', 'correct', [boundBody(document), said], work),
  );
  if (!anatomy || documentOf(useStudio.getState())?.model.skeleton !== model.skeleton) return false;
  change(label, (now) => withAnatomy(now, anatomy), {});
  return true;
}

const withAnatomy = (document: StudioDocument, anatomy: Anatomy): StudioDocument => ({
  ...document,
  model: { ...document.model, anatomy },
});

/** What a joint belongs to. */
export function partOfJoint(anatomy: Anatomy, joint: number): LimbPart {
  const limb = limbsIn(anatomy).find(({ joints }) => joints.includes(joint));
  if (limb) return limb.part;
  const role = roleAt(anatomy, joint);
  if (role === 'neck' || role === 'head' || role === 'jaw' || role === 'tail') return role;
  if (role === 'fin') return 'tail';
  return role === 'other' || role === 'control' ? role : 'trunk';
}
