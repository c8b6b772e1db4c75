/** @file What each measure adds to the score of a bone for a vertex; `card.json` says what it was fitted on. */

/** @type {import('./parameters.js').BoneScoreParameters} */
export const BONE_SCORE_PARAMETERS = Object.freeze({
  bone: Object.freeze({
    distance: -2.8,
    radius: 0.9,
    length: -0.05,
    inward: 1.4,
    behind: -1.8,
    beyond: -2,
    contained: 3.15,
    part: -1.25,
    outside: -1.7,
  }),
  joint: Object.freeze({
    root: -0.45,
    rootOutside: -0.9,
    leaf: -0.05,
    hub: -0.6,
    outside: 0.3,
    lastOfChain: 0.4,
    ikTarget: -0.65,
  }),
  name: Object.freeze({ control: -2.5, end: -0.5, object: -1.2, head: 0.8, undirectedHead: 0.7 }),
});
