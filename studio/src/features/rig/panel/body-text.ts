/** @file What a body was read as, in words: its kind and parts, how sure that is, and what to do about it. */

import type { Finding } from 'posespace';
import {
  type Anatomy,
  type BodyKind,
  CONFIDENCE,
  confidenceOf,
  describeBody,
  kindOf,
  levelOf,
  planOf,
} from 'posespace/rig';

const KINDS: Readonly<Record<BodyKind, string>> = {
  biped: 'Biped',
  quadruped: 'Quadruped',
  bird: 'Bird',
  dragon: 'Dragon',
  insect: 'Insect',
  spider: 'Spider',
  arthropod: 'Arthropod',
  octopus: 'Octopus',
  fish: 'Fish',
  serpent: 'Snake',
  flier: 'Flier',
  blob: 'Body without limbs',
  arm: 'Arm',
  hand: 'Hand',
  head: 'Head',
  unknown: 'Not recognised as a body',
};

/** "Quadruped: 4 legs, head, tail" */
export function bodyTitle(anatomy: Anatomy): string {
  const { kind, legs, arms, wings, fins, head, tail } = describeBody(anatomy);
  const parts = [
    ...counted(legs, 'leg'),
    ...counted(arms, 'arm'),
    ...counted(wings, 'wing'),
    ...counted(fins, 'fin'),
    ...counted(kind === 'hand' ? fingerCount(anatomy) : 0, 'finger'),
    // A lone arm or head is its own only part.
    ...(head && kind !== 'head' ? ['head'] : []),
    ...(tail ? ['tail'] : []),
  ].filter((part) => kind !== 'arm' || part !== '1 arm');
  const name = kind === 'unknown' && isSaid(anatomy) ? 'Not a creature' : KINDS[kind];
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : name;
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

const fingerCount = (anatomy: Anatomy): number =>
  planOf(anatomy).extras.filter(({ kind }) => kind === 'finger').length;

const TONES = { certain: 'good', likely: 'warn', unsure: 'bad' } as const;

/** Whether all of the body is what the user said. */
const isSaid = (anatomy: Anatomy): boolean => confidenceOf(anatomy) === CONFIDENCE.said;

/** A confidence in per cent, and its level. */
export function confidenceVerdict(confidence: number): { text: string; tone: 'good' | 'warn' | 'bad' } {
  // Rounded down: 79.9 % must not read as 80 % and yet not be certain.
  const percent = `${Math.floor(confidence * 100 + 1e-6)} %`;
  const level = levelOf(confidence);
  return { text: `${percent}, ${level}`, tone: TONES[level] };
}

/** What to do where a reading is not sure; null where there is nothing to do. */
export function bodyAdvice(anatomy: Anatomy, findings: readonly Finding[] = []): string | null {
  if (isSaid(anatomy)) return null;
  if (kindOf(anatomy) === 'unknown') {
    const why = findings.find(({ code }) => code === 'unknown-body');
    return `${why ? `${why.message} ` : ''}If it is a body, choose which under “This is”.`;
  }
  const level = levelOf(confidenceOf(anatomy));
  if (level === 'certain') return null;
  return level === 'likely'
    ? 'Check head, tail and limbs. If one is wrong, click it here, in the tree or in the view, and set what it is.'
    : 'Choose the body under “This is”. Or click a limb here, in the tree or in the view, and set what it is.';
}
