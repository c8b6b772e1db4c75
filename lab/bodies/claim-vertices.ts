/**
 * @file Gives every joint something to move. A hip deep inside a trunk or a leg under a robe owns no vertex; a rigger
 * would let it move the surface nearest to it, so it gets a share of that.
 */

import type { Rig, Skin } from '../../src/rig/rig-records.js';

/** A joint counts as used from this weight on, at its strongest vertex. */
const LEAST = 0.05;
const SHARE = 0.4;
const CLAIMED = 6;

export function claimVertices({ mesh, skeleton, skin }: Rig): Skin {
  const strongest = new Float32Array(skeleton.parents.length);
  for (const [k, joint] of skin.joints.entries())
    strongest[joint] = Math.max(strongest[joint], skin.weights[k]);
  if (strongest.every((weight) => weight >= LEAST)) return skin;
  const [joints, weights] = [skin.joints.slice(), skin.weights.slice()];
  const { positions } = mesh;
  for (const [j, weight] of strongest.entries()) {
    if (weight >= LEAST) continue;
    for (const v of nearestVertices(positions, skeleton.rest, j)) {
      // The weakest slot makes room; the others shrink, so that the row still sums to 1.
      const last = (v + 1) * skin.influenceCount - 1;
      const rest = 1 - weights[last];
      for (let k = v * skin.influenceCount; k < last; k++) weights[k] *= (1 - SHARE) / rest;
      joints[last] = j;
      weights[last] = SHARE;
    }
  }
  return { ...skin, joints, weights };
}

function nearestVertices(positions: Float32Array, rest: Float32Array, joint: number): number[] {
  const best: { vertex: number; square: number }[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    const square =
      (positions[v * 3] - rest[joint * 3]) ** 2 +
      (positions[v * 3 + 1] - rest[joint * 3 + 1]) ** 2 +
      (positions[v * 3 + 2] - rest[joint * 3 + 2]) ** 2;
    if (best.length === CLAIMED && square >= best[CLAIMED - 1].square) continue;
    if (best.length === CLAIMED) best.pop();
    best.push({ vertex: v, square });
    best.sort((a, b) => a.square - b.square);
  }
  return best.map(({ vertex }) => vertex);
}
