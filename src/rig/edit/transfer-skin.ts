/** @file Weights of an edited skeleton, until they are solved again: the heir of a removed joint takes over its weights. */

import type { Skin } from '../rig-records.js';
import type { EditedSkeleton } from './skeleton-draft.js';

/** Renumbers a skin for an edited skeleton and adds up the weights of joints that are one now. */
export function transferSkin(skin: Skin, { heirs }: Pick<EditedSkeleton, 'heirs'>): Skin {
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
