/**
 * @file How joints of a tree stand to each other, as numbers that the labelling network has words for: elsewhere, above,
 * below or itself, and how many steps away.
 */

import { TREE_HOPS } from './label-network.js';

/** Relation (0 elsewhere, 1 the column is above the row, 2 below, 3 itself) · hops + distance, capped. [J, J] */
export function treeCodes(parents: ArrayLike<number>): Uint8Array {
  const n = parents.length;
  const chains = Array.from(parents, (_, j) => {
    const chain = [j];
    for (let up = parents[j]; up >= 0; up = parents[up]) chain.push(up);
    return chain;
  });
  const codes = new Uint8Array(n * n);
  const steps = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    steps.fill(-1);
    for (const [k, up] of chains[i].entries()) steps[up] = k;
    for (let j = 0; j < n; j++) {
      // The first joint above j that is above i as well.
      const meet = chains[j].findIndex((up) => steps[up] >= 0);
      const distance = meet < 0 ? TREE_HOPS : meet + steps[chains[j][meet]];
      const relation = i === j ? 3 : meet === 0 ? 1 : meet > 0 && chains[j][meet] === i ? 2 : 0;
      codes[i * n + j] = relation * TREE_HOPS + Math.min(distance, TREE_HOPS - 1);
    }
  }
  return codes;
}
