/** @file How the estimates of a pose are weighted and blended; `card.json` says what the numbers were chosen on. */

/** @type {import('./parameters.js').PoseBlendParameters} */
export const POSE_BLEND_PARAMETERS = Object.freeze({
  prior: Object.freeze({ sharedShare: 0.6, leastDeviation: 0.05, genericShare: 0.025 }),
  adaptedPrior: Object.freeze({
    exampleShare: 0.85,
    halfCount: 2,
    columnShare: 0.5,
    sharedShare: 0.97,
    tipVariance: 0.04,
    genericShare: 0.12,
  }),
  estimate: Object.freeze({
    priorShare: 0.1,
    genericTrust: 10,
    exampleTrust: 48,
    leastError: 1e-3,
    networkErrorFloor: 0.025,
    restErrorScale: 3,
    exampleSpreadShare: 0.3,
    power: 4,
  }),
  uncertainty: Object.freeze({ most: 0.09, power: 4, worstRatio: 1.3 }),
  adaptedUncertainty: Object.freeze({ mostScale: 3, restShare: 0.35, restPower: 3, floorPower: 4 }),
});
