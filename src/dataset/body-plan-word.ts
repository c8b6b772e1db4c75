/**
 * @file One word for the plan of a body, by which training balances what it sees.
 */

import type { CreatureKind } from '../creatures/creature.js';
import type { BodyKind } from '../rig/body-plan.js';
import type { BodyParts } from '../rig/find-anatomy.js';
import { readBodyPlan } from '../rig/read-body-plan.js';

export const BODY_PLANS = ['biped', 'quadruped', 'winged', 'fish', 'snake', 'many-legged', 'other'] as const;

export type BodyPlanWord = (typeof BODY_PLANS)[number];

const OF_KIND: Readonly<Record<BodyKind | CreatureKind, BodyPlanWord>> = {
  biped: 'biped',
  raptor: 'biped',
  quadruped: 'quadruped',
  bird: 'winged',
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

/** A reading that is at least this sure is believed before the label. */
const SURE = 0.5;

/** The word for one of our own kinds. */
export const planOfKind = (kind: CreatureKind): BodyPlanWord => OF_KIND[kind];

/** The word for a body: what its shape says where that is clear, else what its label says. */
export function nameBodyPlan({ skeleton, mesh, skin }: BodyParts, category = ''): BodyPlanWord {
  const label = OF_LABEL.find(([words]) => words.test(category.toLowerCase()))?.[1];
  if (!mesh || !skin || label === 'biped') return label ?? 'other';
  const { kind, confidence } = readBodyPlan(mesh, skeleton, { skin });
  return confidence >= SURE || !label ? OF_KIND[kind] : label;
}
