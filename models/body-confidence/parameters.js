/** @file How likely a body was read right, by the network's chances and the shape; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').BodyConfidenceParameters} */
export const BODY_CONFIDENCE_PARAMETERS = Object.freeze({ offset: -0.65, slope: 1.35, agreement: 0.1 });
