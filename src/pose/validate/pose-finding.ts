/** @file A finding of a pose check: severity as a score, and the joints concerned. */

import type { Finding } from '../../base/finding.js';

/** What can be wrong with a pose. */
export type PoseFindingCode =
  | 'self-intersection'
  | 'hyperextension'
  | 'twist'
  | 'stretched-skin'
  | 'lost-volume'
  | 'below-ground'
  | 'out-of-balance';

/** One thing that is wrong with a pose. */
export interface PoseFinding extends Finding {
  readonly code: PoseFindingCode;
  /** What was measured over what is still in order: 1 is the limit, 3 and up an error. */
  readonly score: number;
  /** Joints of the rig concerned, the most concerned first. */
  readonly joints: readonly number[];
}

/** From this score on a finding is an error. */
export const ERROR_SCORE = 3;
/** Elements named in a finding, at most. */
const MOST_ELEMENTS = 400;

/** Makes a finding of a figure that is over its limit. */
export function poseFinding(
  code: PoseFindingCode,
  score: number,
  message: string,
  fix: string,
  joints: readonly number[],
  kind: NonNullable<Finding['kind']>,
  elements: ArrayLike<number>,
): PoseFinding {
  return {
    code,
    severity: score >= ERROR_SCORE ? 'error' : 'warning',
    score,
    message,
    fix,
    joints,
    kind,
    elements: Array.from({ length: Math.min(MOST_ELEMENTS, elements.length) }, (_, i) => elements[i]),
    count: elements.length,
  };
}

/** A share as a text in percent. */
export const percent = (share: number): string =>
  `${share < 0.1 ? (100 * share).toPrecision(2) : (100 * share).toFixed(0)} %`;
/** Radians as a text in degrees. */
export const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(0)}°`;
