/**
 * @file Whether a joint looks like a deform bone, or like one that is only there for the animator or the exporter. Of 70
 * rigs examined, 59 have joints that move no vertex: roots on the ground, IK controls, scene nodes.
 *
 * With only the joints that are known to deform, weights come closer to the artists' (L1 0.36 instead of 0.40 with names
 * hidden, a third of the mean motion error). The role is a score, never a filter: a joint that looks like a control
 * still gets the vertices that no other bone claims. Position and hierarchy come first; names add to them. Coefficients:
 * models/bone-scores. Measures that were dropped: lab/notes/rig-skin-weights.md
 */

import {
  BONE_SCORE_PARAMETERS,
  type BoneScoreParameters,
  type JointScores,
} from '../../../models/bone-scores/parameters.js';
import { isAncestor } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';
import type { Bones } from './build-bones.js';
import { jointWordsOfRig } from './joint-words.js';

export type JointMeasure = keyof JointScores;
export const JOINT_MEASURES = Object.keys(BONE_SCORE_PARAMETERS.joint) as readonly JointMeasure[];

/** A joint is at the tip of a bone within this distance of its line, as a fraction of the size, and at these fractions along it. */
const TIP_REACH = 0.025;
const TIP_RANGE = [0.7, 1.4];
/** Distance from its parent's bone, as a fraction of the size, at which a joint counts as far from it. */
const FAR = 0.2;

/** What each joint's role adds to the scores of its bone. [J] */
export function scoreJointRoles(
  skeleton: Skeleton,
  bones: Bones,
  size: number,
  scores: BoneScoreParameters = BONE_SCORE_PARAMETERS,
): Float64Array {
  const measures = measureJoints(skeleton, bones, size);
  const words = jointWordsOfRig(skeleton.names);
  return Float64Array.from(skeleton.parents, (_, j) => {
    let score = 0;
    for (const word of words[j] ?? []) score += scores.name[word];
    if (!bones.directed && words[j]?.includes('head')) score += scores.name.undirectedHead;
    JOINT_MEASURES.forEach((name, k) => {
      score += scores.joint[name] * measures[j * JOINT_MEASURES.length + k];
    });
    return score;
  });
}

/** Measures of the joints from position and hierarchy, in the order of `JOINT_MEASURES`. [J, 7] */
export function measureJoints(skeleton: Skeleton, bones: Bones, size: number): Float64Array {
  const { parents } = skeleton;
  const childCounts = new Int32Array(parents.length);
  for (const parent of parents) if (parent >= 0) childCounts[parent]++;
  const measures = new Float64Array(parents.length * JOINT_MEASURES.length);
  for (let j = 0; j < parents.length; j++) {
    const parent = parents[j];
    const isLeaf = childCounts[j] === 0;
    const values: Record<JointMeasure, number> = {
      root: Number(j === 0),
      rootOutside: j === 0 ? bones.outside[j] : 0,
      leaf: Number(isLeaf),
      hub: Number(!isLeaf && bones.children[j] < 0),
      outside: bones.outside[j],
      lastOfChain: Number(isLeaf && parent > 0 && childCounts[parent] === 1),
      ikTarget:
        isLeaf && parent >= 0 && isAtTip(skeleton, bones, size, j)
          ? Math.min(1, distanceToBone(skeleton, bones, j, parent, 0, 1) / (FAR * size))
          : 0,
    };
    JOINT_MEASURES.forEach((name, k) => {
      measures[j * JOINT_MEASURES.length + k] = values[name];
    });
  }
  return measures;
}

/** Whether a joint is at the tip of a bone that is no ancestor of it. */
function isAtTip(skeleton: Skeleton, bones: Bones, size: number, joint: number): boolean {
  const { parents } = skeleton;
  for (let other = 1; other < parents.length; other++) {
    if (other === joint || !(bones.lengths[other] > 0)) continue;
    const distance = distanceToBone(skeleton, bones, joint, other, TIP_RANGE[0], TIP_RANGE[1]);
    if (distance < TIP_REACH * size && !isAncestor(parents, other, joint)) return true;
  }
  return false;
}

/** Distance from a joint to the stretch of a bone between two fractions of its length. */
function distanceToBone(
  { rest }: Skeleton,
  { starts, axes, lengths }: Bones,
  joint: number,
  bone: number,
  from: number,
  to: number,
): number {
  const x = rest[joint * 3] - starts[bone * 3];
  const y = rest[joint * 3 + 1] - starts[bone * 3 + 1];
  const z = rest[joint * 3 + 2] - starts[bone * 3 + 2];
  const along = x * axes[bone * 3] + y * axes[bone * 3 + 1] + z * axes[bone * 3 + 2];
  const t = lengths[bone] > 0 ? Math.min(to, Math.max(from, along / lengths[bone] ** 2)) : 0;
  return Math.hypot(x - t * axes[bone * 3], y - t * axes[bone * 3 + 1], z - t * axes[bone * 3 + 2]);
}
