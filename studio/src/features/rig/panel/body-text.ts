/** @file What a body was read as, in words: its kind and parts, how sure that is, and what to do about it. */

import type { Finding } from 'posespace';
import { type Anatomy, type BodyKind, confidenceOf, describeBody, kindOf, planOf } from 'posespace/rig';
import type { KnownBody } from '../../../store/document.js';

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

/** A body at or above it is sure, below the other unsure; between them it wants a look. */
const SURE = 0.8;
const UNSURE = 0.5;

/** "Quadruped: 4 legs, head, tail" */
export function bodyTitle(anatomy: Anatomy, known?: KnownBody): string {
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
  const name = kind === 'unknown' && known?.kind === 'unknown' ? 'Not a creature' : KINDS[kind];
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : name;
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

const fingerCount = (anatomy: Anatomy): number =>
  planOf(anatomy).extras.filter(({ kind }) => kind === 'finger').length;

/** A confidence in per cent, and the verdict on it. */
export function confidenceVerdict(confidence: number): { text: string; tone: 'good' | 'warn' | 'bad' } {
  // Rounded down: 79.9 % must not read as 80 % and yet not be sure.
  const percent = `${Math.floor(confidence * 100 + 1e-6)} %`;
  if (confidence >= SURE) return { text: `${percent}, sure`, tone: 'good' };
  if (confidence >= UNSURE) return { text: `${percent}, have a look`, tone: 'warn' };
  return { text: `${percent}, unsure`, tone: 'bad' };
}

/** What to do where a reading is not sure; null where there is nothing to do. */
export function bodyAdvice(
  anatomy: Anatomy,
  known?: KnownBody,
  findings: readonly Finding[] = [],
): string | null {
  if (known?.kind !== undefined) return null;
  if (kindOf(anatomy) === 'unknown') {
    const why = findings.find(({ code }) => code === 'unknown-body');
    return `${why ? `${why.message} ` : ''}If it is a body, choose which under “This is”.`;
  }
  const confidence = confidenceOf(anatomy);
  if (confidence >= SURE) return null;
  return confidence >= UNSURE
    ? 'Check head, tail and limbs. If one is wrong, choose the body under “This is”, or select a joint and set its limb.'
    : 'Choose the body under “This is”: it is rigged again at once. Or select a joint and set its limb.';
}
