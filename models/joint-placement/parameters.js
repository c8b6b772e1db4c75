/** @file Where artists place joints relative to the curve skeleton; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').JointPlacementParameters} */
export const JOINT_PLACEMENT_PARAMETERS = Object.freeze({
  detail: 1.3,
  hips: Object.freeze({ outward: 0.3, legRise: 0.4 }),
  trunk: Object.freeze({ lift: 0.1, neckLift: 0.4, rounds: 10, fullRadius: 0.1 }),
  joints: Object.freeze({
    limbShare: 1.1,
    trunkShare: 1.65,
    least: 0.5,
    longestBone: 0.35,
    longestLegBone: 0.12,
    sureLeg: 1,
    mergeForks: 0.6,
    snapToFork: 0.5,
  }),
});
