/** @file A body plan as text. */

import type { FoundBodyPlan } from 'posespace/rig';

const KINDS: Readonly<Record<FoundBodyPlan['kind'], string>> = {
  biped: 'a biped',
  quadruped: 'a quadruped',
  bird: 'a bird',
  dragon: 'a dragon',
  insect: 'an insect',
  spider: 'a spider',
  arthropod: 'an arthropod',
  octopus: 'an octopus',
  fish: 'a fish',
  serpent: 'a serpent',
  flier: 'a flier',
  blob: 'a body without clear limbs',
  arm: 'an arm',
  hand: 'a hand',
  head: 'a head',
  unknown: 'not a body that could be recognised',
};

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** "a quadruped with a tail; 34 joints, 4 legs" */
export function describeBody(body: FoundBodyPlan, jointCount: number): string {
  const { kind, plan } = body;
  const has = [...(plan.tail.length > 0 ? ['a tail'] : []), ...(plan.jaw >= 0 ? ['a jaw'] : [])];
  const parts = [
    ...counted(jointCount, 'joint'),
    ...counted(plan.legs.length, 'leg'),
    ...counted(plan.arms.length, 'arm'),
    ...counted(plan.wings.length, kind === 'fish' ? 'fin' : 'wing'),
  ];
  return `${KINDS[kind]}${has.length > 0 ? ` with ${has.join(' and ')}` : ''}; ${parts.join(', ')}`;
}

/** A confidence as text. */
export function describeConfidence(confidence: number): { text: string; tone: 'good' | 'warn' | 'bad' } {
  if (confidence >= 0.75) return { text: 'certain', tone: 'good' };
  if (confidence >= 0.45) return { text: 'likely', tone: 'warn' };
  return { text: 'uncertain', tone: 'bad' };
}
