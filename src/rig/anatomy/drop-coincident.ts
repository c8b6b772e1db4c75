/**
 * @file Takes out joints that add nothing: bare ones that lie on their only child or on what carries them.
 *
 * A bare joint at the place of its only child turns the child and nothing else, so the child can do it alone. A bare
 * end at the place of its parent is an end of no bone.
 */

import { type JointAnalysis, LEAST_MASS, restDistance } from './analyze-joints.js';
import { childLists, type JointForest, rootOf } from './joint-forest.js';

/** Joints nearer than this share of the size are in one place. */
const COINCIDENT = 1e-3;
const LEAST_JOINTS = 3;

/** Takes them out of the forest and returns which they were. */
export function dropCoincident(analysis: JointAnalysis, forest: JointForest): number[] {
  if (!analysis.hasSkin) return [];
  const spliced: number[] = [];
  const children = childLists(forest);
  const root = rootOf(forest);
  let keptCount = forest.kept.reduce((sum, kept) => sum + kept, 0);
  // Leaves first: an end that goes may leave its parent with one child.
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
    spliced.push(j);
    keptCount--;
  }
  return spliced.reverse();
}
