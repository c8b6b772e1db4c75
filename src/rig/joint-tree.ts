/** @file Trees given by parents: children, subtrees, leaves. −1 marks a root; where it says so, parents come first. */

/** The children of each joint, ascending. [J] */
export function childrenOf(parents: ArrayLike<number>): number[][] {
  const children: number[][] = Array.from(parents, () => []);
  for (let j = 0; j < parents.length; j++) if (parents[j] >= 0) children[parents[j]].push(j);
  return children;
}

/** The joints below a joint, itself among them; parents come first. */
export function subtreeOf(parents: ArrayLike<number>, top: number): Set<number> {
  const all = new Set([top]);
  for (let j = top + 1; j < parents.length; j++) if (all.has(parents[j])) all.add(j);
  return all;
}

/** Joints without children, the root aside, ascending; parents come first. */
export function leafJoints(parents: Int16Array): number[] {
  const inner = new Uint8Array(parents.length);
  for (let j = 1; j < parents.length; j++) inner[parents[j]] = 1;
  return Array.from(parents.keys()).filter((j) => j > 0 && inner[j] === 0);
}

/** Whether `ancestor` lies strictly above `joint`; parents come first. */
export function isAncestor(parents: ArrayLike<number>, ancestor: number, joint: number): boolean {
  let j = parents[joint];
  while (j > ancestor) j = parents[j];
  return j === ancestor && joint !== ancestor;
}

/** Whether a joint is `top` or below it; parents come first. */
export function isInSubtree(parents: ArrayLike<number>, top: number, joint: number): boolean {
  let j = joint;
  while (j > top) j = parents[j];
  return j === top;
}
