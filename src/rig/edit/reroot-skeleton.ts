/**
 * @file Gives a skeleton another root, e.g. the hips of one that was found from its heaviest part. Rest positions stay; bones on
 * the path from the old root to the new one reverse their direction.
 */

import { requireInput } from '../../base/errors.js';
import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';

export interface RerootedSkeleton {
  readonly skeleton: Skeleton;
  /** Index of each joint in the given skeleton. [J] */
  readonly source: Int16Array;
}

/** The same joints with another root; parents come before children, siblings keep their order. */
export function rerootSkeleton(skeleton: Skeleton, root: number): RerootedSkeleton {
  const count = skeleton.parents.length;
  requireInput(
    Number.isInteger(root) && root >= 0 && root < count,
    `rig/rerootSkeleton: the root must be a joint index below ${count}, got ${root}; pass the index of a joint`,
  );
  const parents = Int16Array.from(skeleton.parents);
  for (let j = root, above = -1; j >= 0; ) {
    const next = parents[j];
    parents[j] = above;
    above = j;
    j = next;
  }
  const children = childrenOf(parents);
  const order: number[] = [];
  const stack = [root];
  while (stack.length > 0) {
    const j = stack.pop() as number;
    order.push(j);
    for (let i = children[j].length - 1; i >= 0; i--) stack.push(children[j][i]);
  }
  const index = new Int16Array(count);
  for (const [i, j] of order.entries()) index[j] = i;
  const pick = (values: Float32Array, width: number) =>
    Float32Array.from(
      { length: count * width },
      (_, i) => values[order[Math.floor(i / width)] * width + (i % width)],
    );
  return {
    skeleton: {
      names: order.map((j) => skeleton.names[j]),
      parents: Int16Array.from(order, (j) => (parents[j] < 0 ? -1 : index[parents[j]])),
      rest: pick(skeleton.rest, 3),
      frames: pick(skeleton.frames, 4),
    },
    source: Int16Array.from(order),
  };
}
