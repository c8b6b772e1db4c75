/** @file How far off poses are when what is known of a creature completes them from the places of their leaves alone. */

import type { BodyHandle } from '../body-handle.js';
import { expectPose } from '../expect-pose.js';
import type { PosePrior } from '../pose-prior.js';
import { type PoseTree, poseTreeInto } from '../pose-tree.js';
import { solveWithPrior } from '../solve-with-prior.js';

/** Mean distance of joints from where they are in poses, local rotations [N, J, 4]; normalised units. */
export function missFromLeaves(tree: PoseTree, prior: PosePrior, poses: Float64Array): number {
  const { jointCount, sizes } = tree;
  const length = jointCount * 4;
  const count = poses.length / length;
  const leaves = Array.from(sizes.keys()).filter((j) => j > 0 && sizes[j] === 1);
  if (count === 0 || jointCount < 2) return 0;
  const places = new Float64Array(jointCount * 3);
  const globals = new Float64Array(length);
  let sum = 0;
  for (let o = 0; o < poses.length; o += length) {
    poseTreeInto(places, globals, tree, poses.subarray(o, o + length));
    const handles = leaves.map((joint): BodyHandle => {
      const [x, y, z] = places.subarray(joint * 3, joint * 3 + 3);
      return { kind: 'place', points: [{ joint, offset: [0, 0, 0], weight: 1 }], target: [x, y, z] };
    });
    const expected = expectPose(tree, prior, handles, undefined);
    const { positions } = solveWithPrior(tree, prior, handles, expected);
    for (let i = 3; i < places.length; i += 3) {
      sum += Math.hypot(
        positions[i] - places[i],
        positions[i + 1] - places[i + 1],
        positions[i + 2] - places[i + 2],
      );
    }
  }
  return sum / (count * (jointCount - 1));
}
