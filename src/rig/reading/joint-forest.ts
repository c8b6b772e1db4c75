/** @file A tree of joints while it is rebuilt: joints are dropped and reparented. */

export interface JointForest {
  /** Parent of each joint, −1 for the root; meaningless for dropped joints. [J] */
  readonly parents: Int16Array;
  /** 1 for joints that are kept. [J] */
  readonly kept: Uint8Array;
}

/** Kept children of each joint. */
export function childLists({ parents, kept }: JointForest): number[][] {
  const children: number[][] = Array.from(parents, () => []);
  for (let j = 0; j < parents.length; j++) if (kept[j] && parents[j] >= 0) children[parents[j]].push(j);
  return children;
}

/** The kept joints from a joint down, itself first. */
export function listSubtree(children: readonly (readonly number[])[], top: number): number[] {
  const joints = [top];
  for (let i = 0; i < joints.length; i++) joints.push(...children[joints[i]]);
  return joints;
}

/** Sums of a measure over the kept subtree of each joint. [J] */
export function sumSubtrees(forest: JointForest, values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(forest.parents.length);
  for (let j = 0; j < sums.length; j++) {
    if (!forest.kept[j]) continue;
    for (let a = j; a >= 0; a = forest.parents[a]) sums[a] += values[j];
  }
  return sums;
}

/** The kept joint without a parent. */
export function rootOf({ parents, kept }: JointForest): number {
  return parents.findIndex((parent, j) => kept[j] === 1 && parent < 0);
}
