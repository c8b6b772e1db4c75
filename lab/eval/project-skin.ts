/**
 * @file Weights for one skeleton told in the joints of another: each joint gives what it weighs to the joint of the other
 * whose bone is nearest to the middle of its own. So weights of a skeleton that was found are compared with an artist's.
 */

import type { Skeleton, Skin } from '../../src/rig/rig-records.js';
import { nearestBoneSkin } from './nearest-bone-skin.js';

export function projectSkin(skin: Skin, from: Skeleton, to: Skeleton): Skin {
  const { joints: target } = nearestBoneSkin(
    { positions: middlesOfBones(from), triangles: new Uint32Array(0) },
    to,
  );
  const { influenceCount: width } = skin;
  const joints = new Uint16Array(skin.joints.length);
  const weights = new Float32Array(skin.weights.length);
  for (let row = 0; row < joints.length; row += width) {
    for (let k = row; k < row + width; k++) {
      const joint = target[skin.joints[k]];
      // Joints that become one share a slot.
      let slot = row;
      while (weights[slot] > 0 && joints[slot] !== joint) slot++;
      joints[slot] = joint;
      weights[slot] += skin.weights[k];
    }
  }
  return { joints, weights, influenceCount: width };
}

/** Halfway from each joint to the mean of its children; a leaf itself. [J, 3] */
function middlesOfBones({ parents, rest }: Skeleton): Float32Array {
  const out = Float32Array.from(rest);
  const counts = new Int32Array(parents.length);
  for (const parent of parents) if (parent >= 0) counts[parent]++;
  for (let j = 0; j < parents.length; j++) {
    const parent = parents[j];
    if (parent < 0) continue;
    for (let k = 0; k < 3; k++)
      out[parent * 3 + k] += (0.5 * (rest[j * 3 + k] - rest[parent * 3 + k])) / counts[parent];
  }
  return out;
}
