import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import type { Clip } from '../../motion/clip.js';
import { retimeClip } from '../../motion/edit/resample-clip.js';
import { restPose } from '../../rig/rig-records.js';
import { filterFrames } from './filter-frames.js';

const { rig, clips } = sampleCreature('wolf');
const walk = clips.find(({ name }) => /walk/i.test(name))!;
const times = Float32Array.from({ length: 8 }, (_, f) => walk.times[0] + f / 16);
const clip: Clip = retimeClip(walk, times);
const good = Array(8).fill(0.9);

it('keeps the frames of a walk, and measures how different they are', () => {
  const { kept, dropped, spread } = filterFrames(rig, clip, good);
  expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(dropped).toEqual({ static: 0, jump: 0, misfit: 0, intersecting: 0 });
  expect(spread).toBeGreaterThan(0.005);
  expect(spread).toBeLessThan(0.2);
});

it('counts what it drops by reason', () => {
  const still = { ...clip, poses: clip.poses.map(() => restPose(rig.skeleton)) };
  expect(filterFrames(rig, still, good)).toMatchObject({ kept: [], dropped: { static: 8 }, spread: 0 });
  const misfit = filterFrames(
    rig,
    clip,
    good.map((one, f) => (f === 3 ? 0.5 : one)),
  );
  expect(misfit).toMatchObject({ dropped: { misfit: 1 } });
  expect(misfit.kept).not.toContain(3);
  // One frame with the first spine joint bent by 170° about x: the body folds into itself.
  const joint = rig.skeleton.parents.indexOf(0);
  const folded = { rotations: clip.poses[5].rotations.slice(), root: clip.poses[5].root };
  folded.rotations.set([Math.sin(1.48), 0, 0, Math.cos(1.48)], joint * 4);
  const poses = clip.poses.map((pose, f) => (f === 5 ? folded : pose));
  const jumped = filterFrames(rig, { ...clip, poses }, good);
  expect(jumped.dropped.jump).toBe(2);
  const calm = filterFrames(rig, { ...clip, poses }, good, { largestStep: 9, mostIntersecting: 0.001 });
  expect(calm.dropped).toMatchObject({ jump: 0, intersecting: 1 });
});
