/** @file The generic prior: how far joints of any creature rotate; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').GenericPriorParameters} */
export const GENERIC_PRIOR_PARAMETERS = Object.freeze({
  root: Object.freeze([2.2, 0.45, 0.2]),
  trunk: Object.freeze([1.2, 1.9, 0.53]),
  limb: Object.freeze([7.5, 1.3, 5.9]),
  mirrored: Object.freeze([0.41, 0.47, 0.94]),
  isotropicShare: 0.03,
});
