/** @file The limbs of a tree of joints: chains from branch to branch or end. */
import { childrenOf } from '../joint-tree.js';

/** From each joint where the tree branches, and the root, down to the next branch or end: the joints in between have one child. */
export function listChains(parents: ArrayLike<number>): number[][] {
  const children = childrenOf(parents);
  const chains: number[][] = [];
  for (let j = 1; j < parents.length; j++) {
    const head = parents[j];
    if (head !== 0 && children[head].length === 1) continue;
    const chain = [head, j];
    for (let end = j; children[end].length === 1; end = chain[chain.length - 1]) chain.push(children[end][0]);
    chains.push(chain);
  }
  return chains;
}

/** Length of a chain along its bones. */
export function chainLength(rest: Float32Array, chain: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < chain.length; i++) {
    sum += Math.hypot(...[0, 1, 2].map((k) => rest[chain[i] * 3 + k] - rest[chain[i - 1] * 3 + k]));
  }
  return sum;
}
