/**
 * @file Boosted decision trees: each asks a few questions of the form "is this measure at most that" and adds a number.
 * Only comparisons and sums, so the answer is the same to the last bit everywhere.
 */

export interface BoostedTrees {
  /** What the sum starts from. */
  readonly start: number;
  /**
   * A tree is a list of nodes of three numbers: measure, threshold, and where the node for "greater" begins (the one
   * for "at most" follows); or −1, the number to add, and 0.
   */
  readonly trees: readonly (readonly number[])[];
}

/** The sum over all trees for some measures. */
export function runBoostedTrees({ start, trees }: BoostedTrees, features: readonly number[]): number {
  let sum = start;
  for (const tree of trees) {
    let node = 0;
    while (tree[node] >= 0) node = features[tree[node]] <= tree[node + 1] ? node + 3 : tree[node + 2];
    sum += tree[node + 1];
  }
  return sum;
}
