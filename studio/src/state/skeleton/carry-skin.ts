/** @file Weights on an edited skeleton, until they are solved again: a deleted joint's go to what it hung from. */

import type { Skin } from 'posespace/rig';
import type { EditedTree, JointTree } from './draft.js';

/** For each joint before, the joint that has its weights now. [J] */
export function heirsOf({ skeleton: { parents } }: JointTree, { source }: EditedTree): Int16Array {
  const heirs = new Int16Array(parents.length).fill(-1);
  source.forEach((old, j) => {
    if (old >= 0) heirs[old] = j;
  });
  // Parents come first, so theirs are known.
  for (let j = 0; j < parents.length; j++) {
    if (heirs[j] < 0) heirs[j] = parents[j] >= 0 ? heirs[parents[j]] : 0;
  }
  return heirs;
}

export function carrySkin(skin: Skin, heirs: Int16Array): Skin {
  const { influenceCount } = skin;
  if (heirs.every((heir, j) => heir === j)) return { ...skin };
  const joints = skin.joints.map((joint) => heirs[joint] ?? 0);
  const weights = skin.weights.slice();
  for (let row = 0; row < joints.length; row += influenceCount) {
    for (let i = row + 1; i < row + influenceCount; i++) {
      if (weights[i] === 0) continue;
      // One slot for each joint.
      for (let first = row; first < i; first++) {
        if (joints[first] !== joints[i] || weights[first] === 0) continue;
        weights[first] += weights[i];
        weights[i] = 0;
        break;
      }
    }
  }
  return { joints, weights, influenceCount };
}
