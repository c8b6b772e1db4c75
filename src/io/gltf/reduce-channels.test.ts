import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import type { Clip } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';

const creature = sampleCreature('wolf');
const model = creature.model;
const walk = creature.clips.find(({ name }) => /walk|trot/.test(name))!;

/** The clip as it comes back from a file, and the size of that file. */
async function writeAndRead(clip: Clip, reduce?: number) {
  const written = await encodeModel({ ...model, clips: [clip] }, 'a.glb', { reduce });
  const { bytes } = written.files[0];
  const back = await readModel('a.glb', bytes);
  return { size: bytes.length, clip: back.clips[0], skeleton: back.skeleton! };
}

/** The furthest that a joint is off at the frames of the first clip, in % of the diameter. */
function furthest(clip: Clip, other: { clip: Clip; skeleton: Skeleton }): number {
  const { skeleton } = creature.rig;
  // Files are read parents first, which may not be the order in which they were written.
  const partners = skeleton.names.map((name) => other.skeleton.names.indexOf(name));
  let worst = 0;
  for (const [f, time] of clip.times.entries()) {
    const a = poseJoints(skeleton, clip.poses[f]).positions;
    const b = poseJoints(other.skeleton, sampleClip(other.clip, time)).positions;
    for (const [j, partner] of partners.entries()) {
      const [x, y, z] = [0, 1, 2].map((k) => a[j * 3 + k] - b[partner * 3 + k]);
      worst = Math.max(worst, Math.hypot(x, y, z));
    }
  }
  return (100 * worst) / skeletonDiameter(skeleton);
}

it.each([0.05, 0.5, 3])('no joint is off by more than %d %', async (bound) => {
  const written = await writeAndRead({ ...walk, name: 'x' }, bound);
  const { clip } = written;
  expect(furthest(walk, written)).toBeLessThanOrEqual(bound + 1e-3);
  expect(clip.times[clip.times.length - 1]).toBeCloseTo(walk.times[walk.times.length - 1], 5);
});

it('what is allowed more takes less, and nothing is dearer than all frames', async () => {
  const sizes: number[] = [];
  for (const bound of [undefined, 0, 0.1, 2])
    sizes.push((await writeAndRead({ ...walk, name: 'x' }, bound)).size);
  const [all, exact, fine, coarse] = sizes;
  expect(exact).toBe(all);
  expect(fine).toBeLessThan(all);
  expect(coarse).toBeLessThan(fine);
});

it('a pose that is held keeps its length', async () => {
  const held: Clip = { ...walk, name: 'x', poses: walk.poses.map(() => walk.poses[3]) };
  const written = await writeAndRead(held, 0.1);
  const { clip } = written;
  expect(clip.times[clip.times.length - 1]).toBeCloseTo(walk.times[walk.times.length - 1], 5);
  expect(furthest(held, written)).toBeLessThanOrEqual(0.1);
});

it('a bound below zero is refused', async () => {
  await expect(writeAndRead({ ...walk, name: 'x' }, -1)).rejects.toThrow('reduce is from 0 up');
});
