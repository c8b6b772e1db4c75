import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace, randomPose } from '../../../test/support/tiny-pose-space.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import { meanJerk } from '../records/pose-path.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { projectPose, projectPoses } from './project-poses.js';

let space: PoseSpace;
let wild: Pose;
beforeAll(async () => {
  space = await openTinySpace();
  // Two joints are rotated by 140°, the others hardly.
  wild = randomPose(space, 4, 0.02);
  for (const joint of [5, parentOfLast()])
    wild.rotations.set([Math.sin(1.22), 0, 0, Math.cos(1.22)], joint * 4);
});
afterAll(() => space.close());

const parentOfLast = () => space.anatomy.original.parents[space.anatomy.original.parents.length - 1];

it('corrects outliers, by the given strength', async () => {
  const { outliers, rotations, root } = await projectPose(space, wild);
  expect(Math.max(...outliers)).toBe(1);
  expect(rotations).not.toEqual(wild.rotations);
  for (let k = 0; k < 3; k++) expect(root[k]).toBeCloseTo(wild.root[k], 6);
  const none = await projectPose(space, wild, { strength: 0 });
  expect(none.rotations).toEqual(wild.rotations);
  const half = await projectPose(space, wild, { strength: 0.5 });
  expect(half.rotations).not.toEqual(rotations);
});

it('returns poses without outliers unchanged', async () => {
  const rest = restPose(space.anatomy.original);
  const { outliers, findings, ...pose } = await projectPose(space, rest);
  if (outliers.every((uncertainty) => uncertainty === 0)) expect(pose).toEqual(rest);
  expect(findings).toEqual([]);
});

it('keeps pinned joints where they are, as they are', async () => {
  const { parents } = space.anatomy.original;
  const pinned = [parents.length - 1];
  const before = poseJoints(space.anatomy.original, wild);
  const after = poseJoints(space.anatomy.original, await projectPose(space, wild, { pinned }));
  const free = poseJoints(space.anatomy.original, await projectPose(space, wild));
  const moved = ({ positions }: typeof before) =>
    Math.hypot(...[0, 1, 2].map((k) => positions[pinned[0] * 3 + k] - before.positions[pinned[0] * 3 + k]));
  expect(moved(free)).toBeGreaterThan(0.02);
  expect(moved(after)).toBeLessThan(0.002);
});

it('makes a clip jerk no more than it did', async () => {
  const clip = Array.from({ length: 12 }, (_, i) => {
    const pose = { rotations: wild.rotations.slice(), root: wild.root };
    const angle = 0.1 * Math.sin(i / 3);
    pose.rotations.set([Math.sin(angle), 0, 0, Math.cos(angle)], 8);
    return pose;
  });
  const { poses, outliers } = await projectPoses(space, clip);
  expect([poses.length, outliers.length]).toEqual([12, 12]);
  const jerk = (list: readonly Pose[]) => meanJerk(space.rig, posesToPath(space, list));
  expect(jerk(poses)).toBeLessThanOrEqual(jerk(clip) * 1.02);
});

it('says what is wrong', async () => {
  await expect(projectPose(space, wild, { strength: 2 })).rejects.toThrow(/in 0 to 1/);
  await expect(projectPose(space, wild, { pinned: [999] })).rejects.toThrow(/joint 999/);
});
