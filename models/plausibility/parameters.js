/** @file Weights of the plausibility score; `card.json` says what they were chosen on. */

/** @type {import('./parameters.js').PlausibilityParameters} */
export const PLAUSIBILITY_PARAMETERS = Object.freeze({
  weights: Object.freeze({ axes: 0.5, twist: 0.25, sides: 0.5, offAxis: 0.5, worst: 0.75 }),
  noise: 0.65,
  residualFloor: 3,
  companionShare: 0.2,
  leastIncoherence: 0.02,
  edge: 0.95,
});
