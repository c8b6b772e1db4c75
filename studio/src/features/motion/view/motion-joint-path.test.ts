import { type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import { expect, it } from 'vitest';
import { jointPath } from './motion-joint-path.js';

const skeleton: Skeleton = {
  names: ['root', 'a', 'b', 'side'],
  parents: Int16Array.of(-1, 0, 1, 0),
  rest: Float32Array.of(0, 1, 0, 0, 2, 0, 1, 2, 0, -1, 1, 0),
  frames: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
};

const poseOf = (seed: number): Pose => {
  const rotations = Float32Array.from({ length: 16 }, (_, i) => Math.sin(seed * 7 + i * 1.7));
  for (let i = 0; i < 16; i += 4) {
    const size = Math.hypot(...rotations.subarray(i, i + 4));
    for (let k = 0; k < 4; k++) rotations[i + k] /= size;
  }
  const offsets = Float32Array.from({ length: 12 }, (_, i) => (i < 3 ? 0 : 0.1 * Math.cos(seed + i)));
  return { rotations, root: Float32Array.of(seed, 0, -seed), offsets };
};

it('equals the joint positions of the fully posed body', () => {
  const poses = [poseOf(1), poseOf(2), poseOf(3)];
  for (const joint of [0, 2, 3]) {
    const path = jointPath(skeleton, poses, joint);
    poses.forEach((pose, f) => {
      const { positions } = poseJoints(skeleton, pose);
      for (let k = 0; k < 3; k++) expect(path[f * 3 + k]).toBeCloseTo(positions[joint * 3 + k], 5);
    });
  }
});
