/**
 * @file Rigid parts, which follow one bone: eyes, teeth, buttons, armour plates, the boxes of a toy figure.
 *
 * A part is one connected component of the welded surface. It is rigid if most of its vertices' shares go to one bone and
 * no second bone runs through it, or if it is so small that bending would only crumple it, or so coarse that it cannot
 * bend: a box has corners only. A part claimed as much by a bone as by that bone's mirror image follows their common
 * parent (three box figures of 91 rigs with a third of their motion error or less, no other changed).
 */

import { type BoneCandidates, CANDIDATE_COUNT } from './score-bones.js';
import type { WeightSurface } from './weight-surface.js';

/** A part is rigid if one bone has this fraction of its votes; less is enough in a body assembled from parts. */
const LEAST_VOTE = 0.5;
const LEAST_VOTE_ASSEMBLED = 0.3;
/** A bone with this fraction of its length inside runs through a part. */
const RUNS_THROUGH = 0.5;
/** The vertices of a box; parts with no more of them cannot bend. */
const COARSE = 8;
/** Parts below this fraction of the size are always rigid. */
const SMALL = 0.05;
/** A bone and its mirror image claim a part equally if the votes for one are this fraction of the other's. */
const ALIKE = 0.7;

/**
 * The bone of each rigid part, −1 where the part bends. A body in one piece always bends. `twins` are the joints'
 * mirror images. [C]
 */
export function bindRigidParts(
  { components, size }: WeightSurface,
  { joints, shares }: BoneCandidates,
  contained: Float32Array,
  parents: Int16Array,
  twins: Int16Array | undefined,
): Int32Array {
  const { count, ofVertex, vertexCounts, boxes } = components;
  const bones = new Int32Array(count).fill(-1);
  if (count < 2) return bones;
  const jointCount = contained.length / count;
  const votes = new Float64Array(count * jointCount);
  // As many parts as joints: a robot or a toy figure, where parts rotate and nothing bends.
  const least = count >= jointCount ? LEAST_VOTE_ASSEMBLED : LEAST_VOTE;
  for (let v = 0; v < ofVertex.length; v++) {
    if (ofVertex[v] >= count) continue;
    for (let i = v * CANDIDATE_COUNT; i < (v + 1) * CANDIDATE_COUNT; i++) {
      votes[ofVertex[v] * jointCount + joints[i]] += shares[i];
    }
  }
  for (let c = 0; c < count; c++) {
    let best = 0;
    let throughCount = 0;
    for (let j = 0; j < jointCount; j++) {
      if (votes[c * jointCount + j] > votes[c * jointCount + best]) best = j;
      if (contained[c * jointCount + j] >= RUNS_THROUGH) throughCount++;
    }
    const extent = Math.max(
      boxes[c * 6 + 3] - boxes[c * 6],
      boxes[c * 6 + 4] - boxes[c * 6 + 1],
      boxes[c * 6 + 5] - boxes[c * 6 + 2],
    );
    const agreed = votes[c * jointCount + best] > least * vertexCounts[c] && throughCount < 2;
    if (agreed || extent < SMALL * size || vertexCounts[c] <= COARSE) {
      const twin = twins?.[best] ?? -1;
      const alike = twin >= 0 && votes[c * jointCount + twin] > ALIKE * votes[c * jointCount + best];
      bones[c] = alike ? commonParent(parents, best, twin) : best;
    }
  }
  return bones;
}

/** The lowest common ancestor of two joints, themselves included; the first where there is none. */
function commonParent(parents: Int16Array, a: number, b: number): number {
  for (let above = a; above >= 0; above = parents[above]) {
    for (let other = b; other >= 0; other = parents[other]) if (other === above) return above;
  }
  return a;
}
