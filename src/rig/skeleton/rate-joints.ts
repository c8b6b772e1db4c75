/**
 * @file How sure a joint is: the chance that an artist's skeleton has one within 0.05 of the longest side, by where
 * on the body it sits and how sure its limb is. Fitted on the train rigs.
 */

import type { DraftJoint, JointKind } from './joint-tree.js';

/** Log odds per kind of joint, and what the odds of its limb add. */
const BASE: Readonly<Record<JointKind, number>> = {
  root: 0,
  trunk: 0,
  fork: 0,
  first: -0.3,
  limb: -0.3,
  tip: -0.8,
  landmark: 20,
};
const LIMB_SHARE = 0.35;
/** What a body without a mirror plane takes off. */
const ASYMMETRY = 0.3;

/** Confidence of each joint, 0 to 1. [J] */
export function rateJoints(joints: readonly DraftJoint[], symmetric: boolean): Float32Array {
  return Float32Array.from(joints, ({ kind, odds }) => {
    if (kind === 'landmark') return 1;
    const limb = kind === 'first' || kind === 'limb' || kind === 'tip' ? LIMB_SHARE * Math.min(3, odds) : 0;
    return 1 / (1 + Math.exp(-(BASE[kind] + limb - (symmetric ? 0 : ASYMMETRY))));
  });
}
