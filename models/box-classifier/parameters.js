/** @file A logistic regression that tells which boxes of a figure move; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').BoxClassifierParameters} */
export const BOX_CLASSIFIER_PARAMETERS = Object.freeze({
  threshold: 0.8,
  bias: 1.96,
  reach: 0.98,
  longest: -0.81,
  sheet: -1.1,
  slenderness: 0.87,
  protrusion: 0.36,
  contact: 0.74,
  grounded: 0.99,
  depth: -0.52,
  volume: 0.15,
});
