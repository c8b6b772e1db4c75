/** @file One word for the body plan of a rig, by which training balances its batches. */

import { confidenceOf, kindOf } from '../../src/rig/anatomy/views.js';
import type { BodyKind } from '../../src/rig/body-plan/body-plan.js';
import { anatomyOf } from '../../src/rig/reading/read-anatomy.js';
import type { PartialRig } from '../../src/rig/rig-records.js';
import type { CreatureKind } from '../creatures/creature-record.js';

export const BODY_PLANS = ['biped', 'quadruped', 'winged', 'fish', 'snake', 'many-legged', 'other'] as const;

export type BodyPlanWord = (typeof BODY_PLANS)[number];

const OF_KIND: Readonly<Record<BodyKind | CreatureKind, BodyPlanWord>> = {
  biped: 'biped',
  raptor: 'biped',
  quadruped: 'quadruped',
  lizard: 'quadruped',
  frog: 'quadruped',
  bird: 'winged',
  bat: 'winged',
  dragon: 'winged',
  flier: 'winged',
  insect: 'many-legged',
  spider: 'many-legged',
  arthropod: 'many-legged',
  octopus: 'many-legged',
  fish: 'fish',
  serpent: 'snake',
  snake: 'snake',
  blob: 'other',
  arm: 'other',
  hand: 'other',
  head: 'other',
  unknown: 'other',
};

/** What labels say in plain words; the first that fits. */
const OF_LABEL: readonly (readonly [RegExp, BodyPlanWord])[] = [
  [/human|biped/, 'biped'],
  [/quadruped/, 'quadruped'],
  [/bird|flier/, 'winged'],
  [/fish|marine/, 'fish'],
  [/snake|serpent|worm/, 'snake'],
  [/arthropod|insect|spider/, 'many-legged'],
];

/** What joint names say, all of the words needed; the first that fits. */
const OF_NAMES: readonly (readonly [readonly RegExp[], BodyPlanWord])[] = [
  [[/wing/], 'winged'],
  [[/(front|fore).*(leg|foot|paw)/, /(back|hind|rear).*(leg|foot|paw)/], 'quadruped'],
  [[/leg|thigh|foot/, /arm(?!ature)|hand/], 'biped'],
  [[/fin\b/], 'fish'],
];

/** A reading of the shape that is at least this sure is believed where nothing else tells. */
const SURE = 0.5;

/** The word for one of our own kinds. */
export const planOfKind = (kind: CreatureKind): BodyPlanWord => OF_KIND[kind];

/**
 * The word for a body. A label in plain words comes first, then joint names, then what the shape says: of simple
 * bodies with six joints the shape says little (of 47 fish of a pack it took 33 for blobs). A label that means many
 * legs yields to a shape that surely stands on four.
 */
export function nameBodyPlan({ skeleton, mesh, skin }: PartialRig, category = ''): BodyPlanWord {
  const label = OF_LABEL.find(([words]) => words.test(category.toLowerCase()))?.[1];
  if (label && label !== 'many-legged') return label;
  const names = skeleton.names.map((name) => name.toLowerCase());
  const named = OF_NAMES.find(([words]) => words.every((word) => names.some((name) => word.test(name))))?.[1];
  if (!label && named) return named;
  if (!mesh || !skin) return label ?? 'other';
  const anatomy = anatomyOf({ skeleton, mesh, skin });
  const [kind, confidence] = [kindOf(anatomy), confidenceOf(anatomy)];
  if (label) return kind === 'quadruped' && confidence >= SURE ? 'quadruped' : label;
  return confidence >= SURE ? OF_KIND[kind] : 'other';
}
