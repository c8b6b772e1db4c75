/** @file A chain of a draft with other joints: old ones are moved, missing ones are created, surplus ones leave the draft. */

import { distance, type Vec3 } from '../../math/vector.js';
import { type PartJoint, type PlanDraft, removeFromDraft } from './plan-draft.js';

/**
 * The chain with a joint at each position, from the body outwards. Old joints go to the nearest positions, in order; what
 * was parented to a joint that leaves gets the nearest one of the new chain, or `above` where that is empty.
 */
export function placeChain(
  draft: PlanDraft,
  chain: readonly PartJoint[],
  positions: readonly Vec3[],
  above: PartJoint | null = chain[0]?.parent ?? null,
): PartJoint[] {
  const places = chain.map(({ position }) => position);
  const holders = matchInOrder(places, positions);
  const placed = positions.map((position, k): PartJoint => {
    const old = chain[holders[k]];
    if (old) {
      old.position = position;
      return old;
    }
    const confidence = meanConfidence(chain, above);
    return { parent: null, position, partner: null, confidence, fixed: false, source: -1 };
  });
  for (const [k, joint] of placed.entries()) {
    joint.parent = k > 0 ? placed[k - 1] : above;
    draft.joints.add(joint);
  }
  for (const [i, joint] of chain.entries()) {
    if (!placed.includes(joint)) {
      removeFromDraft(draft, joint, placed.length > 0 ? nearestOf(placed, places[i]) : above);
    }
  }
  return placed;
}

/** For each of `to` the index of the one of `from` that goes there, −1 for none; as many as there can be, in order. */
function matchInOrder(from: readonly Vec3[], to: readonly Vec3[]): number[] {
  const isFewer = from.length <= to.length;
  const [few, many] = isFewer ? [from, to] : [to, from];
  // best[i][j]: the least distance of matching the first i of few with the first j of many.
  const best = Array.from({ length: few.length + 1 }, () => new Float64Array(many.length + 1).fill(Infinity));
  best[0].fill(0);
  for (let i = 1; i <= few.length; i++) {
    for (let j = i; j <= many.length; j++) {
      best[i][j] = Math.min(best[i][j - 1], best[i - 1][j - 1] + distance(few[i - 1], many[j - 1]));
    }
  }
  const matched = new Array<number>(to.length).fill(-1);
  for (let i = few.length, j = many.length; i > 0; j--) {
    if (best[i][j] >= best[i][j - 1]) continue;
    i--;
    if (isFewer) matched[j - 1] = i;
    else matched[i] = j - 1;
  }
  return matched;
}

function meanConfidence(chain: readonly PartJoint[], above: PartJoint | null): number {
  if (chain.length === 0) return above?.confidence ?? 1;
  return chain.reduce((sum, { confidence }) => sum + confidence, 0) / chain.length;
}

/** The joint nearest to a position. */
export const nearestOf = (joints: readonly PartJoint[], position: Vec3): PartJoint =>
  joints.reduce((kept, joint) =>
    distance(joint.position, position) < distance(kept.position, position) ? joint : kept,
  );
