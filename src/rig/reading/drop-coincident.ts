/**
 * @file Drops joints that add nothing: bare ones that coincide with their only child or their parent.
 *
 * A bare joint at the position of its only child rotates the child and nothing else, so the child can do it alone. A bare
 * leaf at the position of its parent is the end of no bone.
 */

import { type JointAnalysis, LEAST_MASS, restDistance } from './analyze-joints.js';
import { childLists, type JointForest, rootOf } from './joint-forest.js';

/** Joints nearer than this fraction of the size coincide. */
const COINCIDENT = 1e-3;
const LEAST_JOINTS = 3;

/** Drops coincident joints from the forest and returns which. */
export function dropCoincident(analysis: JointAnalysis, forest: JointForest): number[] {
  if (!analysis.hasSkin) return [];
  const dropped: number[] = [];
  const children = childLists(forest);
  const root = rootOf(forest);
  let keptCount = forest.kept.reduce((sum, kept) => sum + kept, 0);
  // Leaves first: dropping a leaf may leave its parent with one child.
  for (let j = forest.parents.length - 1; j >= 0; j--) {
    if (!forest.kept[j] || analysis.masses[j] >= LEAST_MASS || keptCount <= LEAST_JOINTS) continue;
    const own = children[j];
    const parent = forest.parents[j];
    const onto = own.length === 1 ? own[0] : own.length === 0 ? parent : -1;
    if (onto < 0 || (j === root && own.length !== 1) || restDistance(analysis, j, onto) > COINCIDENT)
      continue;
    forest.kept[j] = 0;
    for (const child of own) forest.parents[child] = parent;
    if (parent >= 0) children[parent] = [...children[parent].filter((child) => child !== j), ...own];
    dropped.push(j);
    keptCount--;
  }
  return dropped.reverse();
}
