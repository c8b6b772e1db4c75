/**
 * @file Takes out joints that add nothing: bare ones that lie on their only child or on what carries them.
 *
 * A bare joint at the place of its only child turns the child and nothing else, so the child can do it alone. A bare
 * end at the place of its parent is an end of no bone.
 */

import { childLists, type JointForest, rootOf, spliceOut } from './joint-forest.js';
import { type BodyStudy, LEAST_MASS, restDistance } from './study-body.js';

/** Joints nearer than this share of the size are in one place. */
const COINCIDENT = 1e-3;
const LEAST_JOINTS = 3;

/** Takes them out of the forest and returns which they were. */
export function spliceCoincident(study: BodyStudy, forest: JointForest): number[] {
  if (!study.hasSkin) return [];
  const spliced: number[] = [];
  let keptCount = forest.kept.reduce((sum, kept) => sum + kept, 0);
  // Leaves first: an end that goes may leave its parent with one child.
  for (let j = forest.parents.length - 1; j >= 0; j--) {
    if (!forest.kept[j] || study.masses[j] >= LEAST_MASS || keptCount <= LEAST_JOINTS) continue;
    const children = childLists(forest)[j];
    const onto = children.length === 1 ? children[0] : children.length === 0 ? forest.parents[j] : -1;
    if (onto < 0 || (j === rootOf(forest) && children.length !== 1)) continue;
    if (restDistance(study, j, onto) > COINCIDENT) continue;
    spliceOut(forest, j);
    spliced.push(j);
    keptCount--;
  }
  return spliced.reverse();
}
