/** @file What of a body was read without being sure: one finding, with the limbs that need a look. */

import type { Finding } from '../../base/finding.js';
import { levelOf } from '../anatomy/confidence.js';
import { confidenceOf, kindOf } from '../anatomy/views.js';
import type { Anatomy, PartialRig } from '../rig-records.js';
import { type LimbReport, reportLimbs } from './report-limbs.js';

/** Limbs that a message names; the others are counted. */
const MOST_NAMED = 4;

/** A warning where the body or one of its limbs is unsure; none for what is no body, of which another finding tells. */
export function confidenceFindings(rig: PartialRig, anatomy: Anatomy): Finding[] {
  if (kindOf(anatomy) === 'unknown') return [];
  const confidence = confidenceOf(anatomy);
  const limbs = reportLimbs(rig, anatomy).filter(({ level }) => level === 'unsure');
  if (levelOf(confidence) !== 'unsure' && limbs.length === 0) return [];
  const elements = limbs.flatMap(({ joints }) => joints.map((name) => rig.skeleton.names.indexOf(name)));
  return [
    {
      code: 'uncertain-body',
      severity: 'warning',
      message:
        `What this body is was read with a confidence of ${percent(confidence)} (${levelOf(confidence)}).` +
        (limbs.length > 0 ? ` Unsure: ${nameLimbs(limbs)}.` : ''),
      fix: 'Look at its limbs and say what they are: the kind (option body, --body), their numbers (limbs, --limbs) or single joints (labels, --label).',
      ...(elements.length > 0 && { kind: 'joint' as const, elements }),
    },
  ];
}

function nameLimbs(limbs: readonly LimbReport[]): string {
  const named = limbs.slice(0, MOST_NAMED).map(describeLimb);
  const more = limbs.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** A limb in words: `left arm (Bone.012) 43 %`. */
export const describeLimb = ({ part, side, joints, confidence }: LimbReport): string =>
  `${side === 'middle' ? '' : `${side} `}${part} (${joints[0]}) ${percent(confidence)}`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
