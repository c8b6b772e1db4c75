import { expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import type { PoseSpace } from '../pose/solve/pose-space.js';
import { createImage } from '../render/image.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { createVideoFrames } from '../video/frames/video-frames.js';
import { discoverPoses, filterPoses } from './discover-poses.js';

const creature = sampleCreature('wolf');
const { skeleton } = creature.rig;
const walk = creature.clips.find(({ name }) => name === 'walk')!;
const jointCount = skeleton.names.length;
const reportOf = (frames: number) => ({
  overlaps: new Float32Array(frames).fill(0.9),
  visible: new Float32Array(frames * jointCount).fill(1),
  jointCount,
  drift: { stretch: [0, 0, 0], center: [0, 0, 0] },
  findings: [],
});
const clip = { ...walk, poses: walk.poses.slice(0, 8), times: walk.times.slice(0, 8) };

it('keeps poses that can be believed, and counts the others by reason', () => {
  const report = reportOf(8);
  report.overlaps[2] = 0.5;
  report.visible.fill(0, 3 * jointCount, 4 * jointCount);
  const fallen: Pose = { ...clip.poses[5], rotations: clip.poses[5].rotations.slice() };
  // Half a turn of the first joint of the trunk: everything is somewhere else.
  fallen.rotations.set([1, 0, 0, 0], 0);
  const jumping = { ...clip, poses: clip.poses.map((pose, f) => (f === 5 ? fallen : pose)) };
  const { poses, dropped, frames } = filterPoses(skeleton, { clip: jumping, report });
  expect(dropped).toEqual({ static: 0, outline: 1, hidden: 1, jump: 2 });
  expect([frames, poses.length]).toEqual([8, 4]);
  expect(poses).not.toContain(fallen);
});

it('takes nothing from a video that does not move', () => {
  const poses = Array.from({ length: 4 }, () => restPose(skeleton));
  const still = { ...clip, poses, times: clip.times.slice(0, 4) };
  // Travelling is no pose.
  still.poses.forEach((pose, f) => {
    pose.root[2] = f;
  });
  expect(filterPoses(skeleton, { clip: still, report: reportOf(4) })).toMatchObject({
    poses: [],
    dropped: { static: 4 },
  });
});

it('goes through the videos one by one, with their stage', async () => {
  const video = createVideoFrames([createImage(8, 8)], 8);
  const space = { anatomy: { original: skeleton } } as PoseSpace;
  const fitted = async () => ({ clip, report: reportOf(8) });
  const shares: number[] = [];
  const found = await discoverPoses(
    space,
    [
      { video, label: 'a' },
      { video, label: 'b' },
    ],
    { onProgress: ({ fraction }) => shares.push(fraction) },
    async (_, __, { onProgress }) => {
      onProgress?.({ stage: 'x', fraction: 0.5 });
      return fitted();
    },
  );
  expect(found.map(({ label, poses }) => [label, poses.length])).toEqual([
    ['a', 8],
    ['b', 8],
  ]);
  expect(shares).toEqual([0.25, 0.75]);
  await expect(discoverPoses(space, [], {}, fitted)).rejects.toThrow(/no videos/);
});
