import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace, randomPose } from '../../../test/support/tiny-pose-space.js';
import type { Pose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import { chordLengths } from '../records/pose-path.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { sampleSimilar } from '../space/sample-similar.js';
import { sampleSymmetric } from '../space/sample-symmetric.js';
import { mirrorPose } from './mirror-pose.js';
import { varyPose } from './vary-pose.js';

let space: PoseSpace;
let pose: Pose;
beforeAll(async () => {
  space = await openTinySpace();
  pose = randomPose(space, 1);
});
afterAll(() => space.close());

const distance = (a: Pose, b: Pose) => chordLengths(space.rig, posesToPath(space, [a, b]))[0];

it('varies the more the stronger, where the pose stands', async () => {
  const strengths = [0, 0.1, 0.5, 1];
  const far: number[] = [];
  for (const strength of strengths) {
    const poses = await varyPose(space, pose, { strength, count: 3, steps: 6 });
    expect(poses).toHaveLength(3);
    far.push(poses.reduce((sum, other) => sum + distance(pose, other), 0) / 3);
    expect(poses[0].root[0]).toBeCloseTo(pose.root[0], 6);
  }
  expect(far[0]).toBe(0);
  expect(far[1]).toBeGreaterThan(0);
  expect(far[2]).toBeGreaterThan(far[1]);
});

it('varies some joints alone', async () => {
  const joints = [3, 4];
  const [varied] = await varyPose(space, pose, { joints, strength: 0.9, steps: 4 });
  for (let j = 0; j < pose.rotations.length / 4; j++) {
    const [was, is] = [pose, varied].map(({ rotations }) => rotations.slice(j * 4, j * 4 + 4));
    if (joints.includes(j)) expect(is).not.toEqual(was);
    else expect(is).toEqual(was);
  }
  expect(varied.root).toEqual(pose.root);
});

it('mirrors, and mirrors back to the same bytes', () => {
  const mirrored = mirrorPose(space, pose);
  expect(mirrored.rotations).not.toEqual(pose.rotations);
  expect(mirrorPose(space, mirrored)).toEqual(pose);
  expect(mirrored.root[0]).toBe(-pose.root[0]);
});

it('samples poses that are their own mirror image', async () => {
  const poses = await sampleSymmetric(space, { count: 2, seed: 3, steps: 4 });
  expect(poses[0].rotations).not.toEqual(poses[1].rotations);
  for (const sampled of poses) {
    const image = mirrorPose(space, sampled);
    for (let i = 0; i < image.rotations.length; i++) {
      expect(image.rotations[i]).toBeCloseTo(sampled.rotations[i], 5);
    }
  }
});

it('samples between examples, the nearer the less is drawn afresh', async () => {
  const examples = [pose];
  const [same] = await sampleSimilar(space, examples, { strength: 0, steps: 6 });
  const [other] = await sampleSimilar(space, examples, { strength: 1, steps: 6 });
  expect(distance(same, pose)).toBeLessThan(0.05);
  expect(distance(other, pose)).toBeGreaterThan(2 * distance(same, pose));
});

it('post-processes variations as the space does its samples, unless raw', async () => {
  const settings = { count: 1, seed: 3, steps: 4 };
  for (const draw of [
    (raw: boolean) => sampleSimilar(space, [pose], { ...settings, raw }),
    (raw: boolean) => sampleSymmetric(space, { ...settings, raw }),
    (raw: boolean) => varyPose(space, pose, { ...settings, raw }),
  ]) {
    const [[processed], [drawn]] = [await draw(false), await draw(true)];
    expect(processed.rotations).not.toEqual(drawn.rotations);
    expect(distance(processed, drawn)).toBeLessThan(0.5);
  }
});

it('says what is wrong', async () => {
  await expect(varyPose(space, pose, { strength: -1 })).rejects.toThrow(/in 0 to 1/);
  await expect(varyPose(space, pose, { joints: [-1] })).rejects.toThrow(/joint -1/);
  await expect(sampleSimilar(space, [])).rejects.toThrow(/no examples/);
  await expect(varyPose(space, pose, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});
