/** @file How likely a found joint is right, by where it sits on the body; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').JointConfidenceParameters} */
export const JOINT_CONFIDENCE_PARAMETERS = Object.freeze({
  base: Object.freeze({ root: -0.1, trunk: 0.7, fork: 0.35, first: -0.55, limb: -0.55, tip: -0.55 }),
  limbShare: 0.5,
  mostLimbOdds: 3,
  asymmetry: 0.1,
});
