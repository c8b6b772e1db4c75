/**
 * @file Which joints of limbs with more bones than artists use are left out: those that remain follow the limb's shape at
 * rest most closely in bones of even length, by dynamic programming over the joints of the limb.
 *
 * Over 106 rig families the longest limb has eight bones (tails, horses' legs from the shoulder to the toes). Snakes and
 * fish, which have no three long chains, keep all of their joints.
 */

import { type Skeleton, skeletonDiameter } from '../rig-records.js';
import { chainLength, listChains } from './list-chains.js';

/** Most bones of a limb, or of a part of the trunk between two branches, as artists draw them. */
const MOST_BONES = 8;
/** Bones that are left of a limb with more. */
const KEPT_BONES = 5;
/** A chain with more of the diameter than this is a limb or the trunk; a body with fewer than three is one chain. */
const LIMB = 0.08;
const LEAST_LIMBS = 3;
/** Weight of the distance from the limb's shape against evenness. */
const SHAPE = 10;

/** Joints that limbs can do without. */
export function chooseBends(skeleton: Skeleton): Set<number> {
  const dropped = new Set<number>();
  const { parents, rest } = skeleton;
  const chains = listChains(parents).map((chain) => ({ chain, length: chainLength(rest, chain) }));
  const least = LIMB * skeletonDiameter(skeleton);
  if (chains.filter(({ length }) => length > least).length < LEAST_LIMBS) return dropped;
  for (const { chain, length } of chains) {
    if (chain.length - 1 <= MOST_BONES || !(length > 0)) continue;
    const kept = new Set(bestSubset(rest, chain, length));
    for (const joint of chain) if (!kept.has(joint)) dropped.add(joint);
  }
  return dropped;
}

/** The joints of a chain, first and last among them, between which `KEPT_BONES` bones cost least. */
function bestSubset(rest: Float32Array, chain: readonly number[], length: number): number[] {
  const count = chain.length;
  let costs = new Float64Array(count).fill(Infinity);
  costs[0] = 0;
  const from: Int16Array[] = [];
  for (let bone = 0; bone < KEPT_BONES; bone++) {
    const next = new Float64Array(count).fill(Infinity);
    const before = new Int16Array(count).fill(-1);
    for (let b = 1; b < count; b++) {
      for (let a = 0; a < b; a++) {
        const cost = costs[a] + boneCost(rest, chain, a, b, length);
        if (cost < next[b]) [next[b], before[b]] = [cost, a];
      }
    }
    from.push(before);
    costs = next;
  }
  const kept = [chain[count - 1]];
  for (let bone = KEPT_BONES - 1, b = count - 1; bone >= 0; bone--) {
    b = from[bone][b];
    kept.push(chain[b]);
  }
  return kept;
}

/** Squared length of a bone and squared distances of the joints that it leaves out, in lengths of the limb. */
function boneCost(
  rest: Float32Array,
  chain: readonly number[],
  a: number,
  b: number,
  length: number,
): number {
  const [p, q] = [chain[a] * 3, chain[b] * 3];
  const line = [0, 1, 2].map((k) => (rest[q + k] - rest[p + k]) / length);
  const squared = line[0] ** 2 + line[1] ** 2 + line[2] ** 2;
  let away = 0;
  for (let i = a + 1; i < b; i++) {
    const bone = [0, 1, 2].map((k) => (rest[chain[i] * 3 + k] - rest[p + k]) / length);
    const dot = bone[0] * line[0] + bone[1] * line[1] + bone[2] * line[2];
    const along = squared > 0 ? Math.min(1, Math.max(0, dot / squared)) : 0;
    away += bone.reduce((sum, value, k) => sum + (value - along * line[k]) ** 2, 0);
  }
  return squared + SHAPE * away;
}
