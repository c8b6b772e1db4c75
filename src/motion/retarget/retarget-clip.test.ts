import { describe, expect, it } from 'vitest';
import { expectClose, expectSameRotations } from '../../../test/support/numbers.js';
import { randomClip, randomSkeleton } from '../../../test/support/random-rig.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { restPose, type Skeleton } from '../../rig/rig-records.js';
import { mapJointsByName, retargetClip } from './retarget-clip.js';

/** A straight chain upwards with its root at a height. */
const spine = (count: number, spacing: number, height: number): Skeleton => ({
  names: Array.from({ length: count }, (_, j) => `spine_${j}`),
  parents: Int16Array.from({ length: count }, (_, j) => j - 1),
  rest: Float32Array.from({ length: count * 3 }, (_, i) =>
    i % 3 === 1 ? height + (i / 3 - 1 / 3) * spacing : 0,
  ),
  frames: new Float32Array(count * 4),
});

describe('retargeting', () => {
  it('onto the same skeleton changes nothing', () => {
    const skeleton = randomSkeleton(20, 1);
    const clip = randomClip(skeleton, [0, 0.5, 2], 4);
    const out = retargetClip(
      clip,
      skeleton,
      skeleton,
      Array.from({ length: 20 }, (_, j) => j),
    );
    expect(out.times).toEqual(clip.times);
    expect(out.name).toBe('clip');
    for (const [f, pose] of out.poses.entries()) {
      expectSameRotations(pose.rotations, clip.poses[f].rotations, 1e-6);
      expectClose(pose.root, clip.poses[f].root, 1e-6);
    }
  });

  it('of a longer chain to a shorter one keeps the turn of the ends', () => {
    const [long, short] = [spine(6, 1, 0), spine(3, 1, 0)];
    const clip = randomClip(long, [0, 1], 2);
    const map = [0, 2, 5];
    const out = retargetClip(clip, long, short, map);
    for (const [f, pose] of out.poses.entries()) {
      const from = poseJoints(long, clip.poses[f]).rotations;
      const to = poseJoints(short, pose).rotations;
      for (const [j, s] of map.entries()) {
        expectSameRotations(to.subarray(j * 4, j * 4 + 4), from.subarray(s * 4, s * 4 + 4), 1e-6);
      }
    }
  });

  it('never stretches a bone, offsets of the source or not', () => {
    const source = randomSkeleton(12, 3);
    const target = randomSkeleton(9, 4);
    const plain = randomClip(source, [0, 1, 2], 5);
    const clip = {
      ...plain,
      poses: plain.poses.map((pose) => ({ ...pose, offsets: new Float32Array(36).fill(0.5) })),
      scales: [{ joint: 1, values: new Float32Array(9).fill(3) }],
    };
    const out = retargetClip(clip, source, target, [0, 3, 11, -1, 2, 7, 7, -1, 4]);
    expect(out.scales).toBeUndefined();
    for (const pose of out.poses) {
      expect(pose.offsets).toBeUndefined();
      const { positions } = poseJoints(target, pose);
      const length = (p: ArrayLike<number>, j: number) => {
        const at = target.parents[j] * 3;
        return Math.hypot(p[j * 3] - p[at], p[j * 3 + 1] - p[at + 1], p[j * 3 + 2] - p[at + 2]);
      };
      for (let j = 1; j < 9; j++) expect(length(positions, j)).toBeCloseTo(length(target.rest, j), 5);
    }
  });

  it('leaves a joint without a partner at rest against its parent', () => {
    const [source, target] = [spine(2, 1, 0), spine(4, 1, 0)];
    const out = retargetClip(randomClip(source, [0], 6), source, target, [0, 1, -1, -1]);
    expectClose(out.poses[0].rotations.subarray(8), [0, 0, 0, 1, 0, 0, 0, 1], 1e-6);
    const rootless = retargetClip(randomClip(source, [0], 6), source, target, [-1, -1, -1, -1]);
    expect(rootless.poses[0].rotations).toEqual(restPose(target).rotations);
  });

  it('scales root motion by the height of the root, or by a factor', () => {
    // A root three metres above the lowest joint, and one a metre above.
    const hanging = (height: number): Skeleton => ({ ...spine(2, -height, height) });
    const [tall, small] = [hanging(3), hanging(1)];
    const clip = randomClip(tall, [0, 1], 8);
    const out = retargetClip(clip, tall, small, [0, 1]);
    for (const [f, { root }] of out.poses.entries()) {
      expectClose(
        root,
        clip.poses[f].root.map((x) => x / 3),
        1e-6,
      );
    }
    const scaled = retargetClip(clip, tall, small, [0, 1], { rootScale: 2 });
    expectClose(
      scaled.poses[1].root,
      clip.poses[1].root.map((x) => x * 2),
      1e-6,
    );
    // Lying flat there is no height: the size decides.
    const flat = (size: number): Skeleton => ({
      ...spine(2, 0, 0),
      rest: Float32Array.of(0, 0, 0, size, 0, 0),
    });
    const crawled = retargetClip(clip, flat(4), flat(1), [0, 1]);
    expectClose(
      crawled.poses[1].root,
      clip.poses[1].root.map((x) => x / 4),
      1e-6,
    );
  });

  it('takes the travel from the joint that drives the root', () => {
    const source = spine(3, 1, 0);
    const clip = randomClip(source, [0], 9);
    const out = retargetClip(clip, source, spine(2, 1, 0), [1, 2], { rootScale: 1 });
    const at = poseJoints(source, clip.poses[0]).positions;
    expectClose(out.poses[0].root, [at[3], at[4] - 1, at[5]], 1e-6);
  });

  it('refuses a map that does not fit', () => {
    const [source, target] = [spine(3, 1, 0), spine(2, 1, 0)];
    const clip = randomClip(source, [0], 1);
    expect(() => retargetClip(clip, source, target, [0])).toThrow(/one entry per target joint \(2\), got 1/);
    expect(() => retargetClip(clip, source, target, [0, 3])).toThrow(/joint 1 maps to 3/);
    expect(() => retargetClip(clip, source, target, [0, -2])).toThrow(/maps to -2/);
  });
});

it('joints are matched by name, letter case and punctuation aside', () => {
  const named = (...names: string[]): Skeleton => ({ ...spine(names.length, 1, 0), names });
  const map = mapJointsByName(
    named('Hips', 'Left_Arm', 'tail.001'),
    named('left arm', 'HIPS', 'Tail001', 'Head'),
  );
  expect([...map]).toEqual([1, 0, 2, -1]);
});
