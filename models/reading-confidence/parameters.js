/** @file How likely the body of a rig of another maker was read right; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').ReadingConfidenceParameters} */
export const READING_CONFIDENCE_PARAMETERS = Object.freeze({
  offset: 0,
  slopes: Object.freeze([1, 0, 0, 0, 0, 0]),
});
