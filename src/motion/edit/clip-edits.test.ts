import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expectClose, expectSameRotations } from '../../../test/support/numbers.js';
import { randomClip, randomPose, randomSkeleton } from '../../../test/support/random-rig.js';
import { expRotationInto } from '../../math/quaternion.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { type Clip, clipDuration, inheritSource } from '../clip.js';
import { createClip } from '../keys/create-clip.js';
import { inbetweenClip } from '../keys/inbetween-clip.js';
import { retargetClip } from '../retarget/retarget-clip.js';
import { blendPoses, sampleClip } from '../sample-clip.js';
import { easeClip } from './ease-clip.js';
import { joinClips } from './join-clips.js';
import { loopClip, measureSeam } from './loop-clip.js';
import { mirrorClip } from './mirror-clip.js';
import { reduceClip } from './reduce-clip.js';
import { resampleClip } from './resample-clip.js';
import { reverseClip } from './reverse-clip.js';
import { addRootMotion, removeRootMotion } from './root-motion.js';
import { sliceClip } from './slice-clip.js';
import { stretchClip } from './stretch-clip.js';

const skeleton = randomSkeleton(8, 1);
/** Joint 0 rotated about z and moved along x. */
const rotated = (angle: number, x = 0): Pose => {
  const pose = restPose(skeleton);
  expRotationInto(pose.rotations, 0, [0, 0, angle], 0);
  return { ...pose, root: Float32Array.of(x, 0, 0) };
};
const angleOf = ({ rotations }: Pose) => 2 * Math.atan2(rotations[2], rotations[3]);

describe('key poses', () => {
  const keys = [0, 0.4, 1.5, 2].map((time, i) => ({ time, pose: randomPose(skeleton, i) }));

  it('are met exactly, at a rate that every key fits', () => {
    for (const between of ['smooth', 'straight'] as const) {
      const clip = createClip(keys, { between, frameRate: 10, name: 'made' });
      expect([clip.name, clip.times.length]).toEqual(['made', 21]);
      for (const { time, pose } of keys) {
        const f = clip.times.findIndex((t) => Math.abs(t - time) < 1e-6);
        expect(clip.poses[f]).toBe(pose);
      }
    }
  });

  it('are passed at one speed, and a steady turn stays steady', () => {
    const uneven = [0, 1, 1.5, 3, 4].map((time) => ({ time, pose: rotated(time * 0.4, time) }));
    const clip = createClip(uneven, { frameRate: 100 });
    const speed = (f: number) => (angleOf(clip.poses[f + 1]) - angleOf(clip.poses[f])) * 100;
    // Between inner keys nothing but the turn that all of them share.
    for (const f of [100, 120, 149, 150, 200, 299]) expect(speed(f)).toBeCloseTo(0.4, 3);
    expect(clip.poses[200].root[0]).toBeCloseTo(2, 4);
    // At rest at both ends.
    expect(speed(0)).toBeLessThan(0.03);
    const wild = createClip(keys, { frameRate: 500 });
    const key = wild.times.findIndex((t) => Math.abs(t - 0.4) < 1e-6);
    for (let i = 0; i < 3; i++) {
      const before = wild.poses[key].root[i] - wild.poses[key - 1].root[i];
      const after = wild.poses[key + 1].root[i] - wild.poses[key].root[i];
      expect(Math.abs(after - before)).toBeLessThan(
        0.03 * (1e-3 + Math.abs(before) + Math.abs(after)) + 2e-4,
      );
    }
  });

  it('of a loop go over its end at the speed that they have there', () => {
    const loop = [0, 1, 2, 3].map((time) => ({ time, pose: rotated(time * 0.3, time) }));
    const clip = createClip(loop, { frameRate: 50, loop: true });
    // The root travels a metre a second, at the ends too.
    expect((clip.poses[1].root[0] - clip.poses[0].root[0]) * 50).toBeCloseTo(1, 2);
    expect((clip.poses[150].root[0] - clip.poses[149].root[0]) * 50).toBeCloseTo(1, 2);
  });

  it('are filled by whatever knows the way', async () => {
    const requested: number[][] = [];
    const clip = await inbetweenClip(
      keys,
      (a, b, shares) => {
        requested.push([...shares]);
        return shares.map((share) => blendPoses(a, b, share));
      },
      { frameRate: 5 },
    );
    expect(requested.map((shares) => shares.length)).toEqual([1, 5, 2]);
    expect(requested[0][0]).toBeCloseTo(0.5, 12);
    const straight = createClip(keys, { frameRate: 5, between: 'straight' });
    expect(clip.times).toEqual(straight.times);
    for (const [f, pose] of clip.poses.entries())
      expectSameRotations(pose.rotations, straight.poses[f].rotations, 1e-6);
    await expect(inbetweenClip(keys, () => [], { frameRate: 5 })).rejects.toThrow(/1 poses were needed/);
  });

  it('are refused where they make no sense', () => {
    expect(() => createClip([])).toThrow(/no key pose/);
    expect(() => createClip([keys[1], keys[0]])).toThrow(/times must rise/);
    expect(() => createClip(keys, { frameRate: 0 })).toThrow(/frameRate/);
    expect(() => createClip([keys[0], { time: 9, pose: randomPose(randomSkeleton(3, 1), 1) }])).toThrow(
      /sizes/,
    );
  });
});

describe('time', () => {
  const clip = randomClip(skeleton, [1, 1.5, 3], 4);

  it('is stretched to a length or by a speed', () => {
    expect([...stretchClip(clip, { seconds: 1 }).times]).toEqual([1, 1.25, 2]);
    expect([...stretchClip(clip, { speed: 0.5 }).times]).toEqual([1, 2, 5]);
    expect(() => stretchClip(clip, { speed: 0 })).toThrow(/above 0/);
  });

  it('runs backwards, and backwards again as before', () => {
    const back = reverseClip({
      ...clip,
      scales: [{ joint: 2, values: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) }],
    });
    expect([...back.times]).toEqual([1, 2.5, 3]);
    expect(back.poses[0]).toBe(clip.poses[2]);
    expect([...back.scales![0].values]).toEqual([7, 8, 9, 4, 5, 6, 1, 2, 3]);
    expect(reverseClip(back)).toMatchObject({ times: clip.times, poses: clip.poses });
  });

  it('is eased: ends stay, the pace changes', () => {
    const steady = resampleClip(clip, { frameRate: 20 });
    const eased = easeClip(steady, 'in-out');
    expect(eased.times).toEqual(steady.times);
    expect(eased.poses[0]).toEqual(steady.poses[0]);
    expectClose(eased.poses[40].root, steady.poses[40].root, 1e-6);
    expectClose(eased.poses[10].root, sampleClip(steady, 1 + 2 * (0.25 * 0.25 * 2.5)).root, 1e-5);
    expect(easeClip(steady, (u) => u).poses[7].root).toEqual(steady.poses[7].root);
    expect(() => easeClip(steady, 'sideways' as 'in')).toThrow(/no such pace/);
    expect(() => easeClip(steady, () => Number.NaN)).toThrow(/pace gave NaN/);
  });
});

describe('a creature', () => {
  const creature = sampleCreature('wolf');
  const bones = creature.rig.skeleton;
  const walk = creature.clips.find(({ name }) => /walk/i.test(name)) ?? creature.clips[0];

  it('in the mirror has left and right changed, and twice is as before', () => {
    const mirrored = mirrorClip(walk, bones);
    const left = bones.names.findIndex((name) => /^left.*Foot$/i.test(name));
    const right = bones.names.indexOf(bones.names[left].replace('left', 'right'));
    // Where one foot is ahead of the other.
    const f = 12;
    const [a, b] = [
      poseJoints(bones, walk.poses[f]).positions,
      poseJoints(bones, mirrored.poses[f]).positions,
    ];
    expectClose(
      [-b[right * 3], b[right * 3 + 1], b[right * 3 + 2]],
      a.subarray(left * 3, left * 3 + 3),
      1e-3,
    );
    expect(Math.abs(b[right * 3 + 2] - a[right * 3 + 2])).toBeGreaterThan(0.01);
    expect(mirrorClip(mirrored, bones)).toEqual(walk);
  });

  it('turns root motion off and on again', () => {
    const moving = addRootMotion(walk, [0, 0, 2]);
    const { clip, rootMotion } = removeRootMotion(moving, bones);
    const last = walk.times.length - 1;
    const middle = (pose: Pose) => {
      const { positions } = poseJoints(bones, pose);
      return positions.reduce((sum, x, i) => sum + (i % 3 === 2 ? x : 0), 0) / bones.parents.length;
    };
    expect(middle(clip.poses[last]) - middle(clip.poses[0])).toBeCloseTo(0, 5);
    expect(middle(moving.poses[last]) - middle(moving.poses[0])).toBeGreaterThan(1);
    expect(clip.poses[5].root[1]).toBe(walk.poses[5].root[1]);
    const again = addRootMotion(clip, rootMotion);
    for (const [f, pose] of again.poses.entries()) expectClose(pose.root, moving.poses[f].root, 1e-5);
    const all = removeRootMotion(moving, bones, { remove: 'all' }).clip;
    for (const pose of all.poses) expect(middle(pose)).toBeCloseTo(middle(all.poses[0]), 5);
    expect(() => addRootMotion(walk, [1, 2])).toThrow(/got 2/);
  });

  it('is cut into a loop where it repeats itself', () => {
    // Two and a half rounds of a walk: the best cut is a whole number of rounds.
    const round = clipDuration(walk);
    const many = joinClips([walk, walk, sliceClip(walk, 0, round / 2)], bones, { blend: 0 });
    const looped = loopClip(sliceClip(many, 0.1, clipDuration(many)), bones);
    const rounds = (looped.end - looped.start) / round;
    expect(Math.abs(rounds - Math.round(rounds))).toBeLessThan(0.04);
    expect(looped.seam).toBeLessThan(looped.step);
    const { poses } = looped.clip;
    expectSameRotations(poses[poses.length - 1].rotations, poses[0].rotations, 1e-5);
  });

  it('loops with a seam no larger than its steps even where it does not repeat itself', () => {
    const part = sliceClip(walk, 0, 0.7 * clipDuration(walk));
    const before = measureSeam(bones, part.poses);
    expect(before.seam).toBeGreaterThan(before.step);
    const looped = loopClip(part, bones, { shortest: clipDuration(part) });
    expect(looped.gap).toBeGreaterThan(0);
    expect(looped.seam).toBeLessThan(looped.step);
    expect(() => loopClip(part, bones, { shortest: 99 })).toThrow(/at least 99 s/);
  });

  it('joins clips softly, going on where it is and heads', () => {
    const about: Clip = {
      ...walk,
      poses: walk.poses.map((pose) => {
        const rotations = pose.rotations.slice();
        rotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 0);
        return { ...pose, rotations, root: Float32Array.of(5, pose.root[1], 3) };
      }),
    };
    const joined = joinClips([addRootMotion(walk, [0, 0, 1]), about], bones, { blend: 0.2 });
    expect(clipDuration(joined)).toBeCloseTo(2 * clipDuration(walk) - 0.2, 5);
    const positions = joined.poses.map((pose) => poseJoints(bones, pose).positions);
    let most = 0;
    for (let f = 1; f < positions.length; f++) {
      for (let i = 0; i < positions[f].length; i++)
        most = Math.max(most, Math.abs(positions[f][i] - positions[f - 1][i]));
    }
    const own = walk.poses.map((pose) => poseJoints(bones, pose).positions);
    let usual = 0;
    for (let f = 1; f < own.length; f++) {
      for (let i = 0; i < own[f].length; i++) usual = Math.max(usual, Math.abs(own[f][i] - own[f - 1][i]));
    }
    // A hard cut without aligning jumps by metres.
    expect(most).toBeLessThan(3 * usual + 0.05);
    expect(() => joinClips([], bones)).toThrow(/needs clips/);
  });

  it('is reduced to fewer frames within a tolerance', () => {
    const { clip, error } = reduceClip(walk, bones, { tolerance: 2 });
    expect(clip.times.length).toBeLessThan(0.7 * walk.times.length);
    const worst = Math.max(
      ...walk.poses.map((pose, f) => {
        const want = poseJoints(bones, pose).positions;
        const got = poseJoints(bones, sampleClip(clip, walk.times[f])).positions;
        let most = 0;
        for (let i = 0; i < want.length; i += 3) {
          most = Math.max(
            most,
            Math.hypot(got[i] - want[i], got[i + 1] - want[i + 1], got[i + 2] - want[i + 2]),
          );
        }
        return (100 * most) / skeletonDiameter(bones);
      }),
    );
    expect(worst).toBeLessThanOrEqual(2);
    expect(worst).toBeCloseTo(error, 3);
    const still = { ...walk, poses: walk.poses.map(() => walk.poses[0]) };
    expect(reduceClip(still, bones).clip.times.length).toBe(2);
  });
});

describe('the provenance of a clip', () => {
  const model: Clip = { ...randomClip(skeleton, [0, 0.3, 0.7, 1], 4, 'sampled'), source: 'model' };
  const artist = randomClip(skeleton, [0, 0.5, 1], 5, 'keyed');

  it('passes to everything that is derived from it', () => {
    const target = randomSkeleton(8, 2);
    const joints = Int32Array.from(skeleton.parents, (_, j) => j);
    const derived = [
      easeClip(model, 'in-out'),
      loopClip(model, skeleton).clip,
      mirrorClip(model, skeleton),
      reduceClip(model, skeleton, { tolerance: 1 }).clip,
      resampleClip(model, { frameRate: 10 }),
      retargetClip(model, skeleton, target, joints),
      reverseClip(model),
      sliceClip(model, 0.2, 0.8),
      removeRootMotion(model, skeleton).clip,
      stretchClip(model, { speed: 2 }),
    ];
    expect(derived.map(({ source }) => source)).toEqual(derived.map(() => 'model'));
  });

  it('is the model as soon as a part of a joined clip is', () => {
    expect(joinClips([artist, model], skeleton).source).toBe('model');
    expect(joinClips([artist, artist], skeleton)).not.toHaveProperty('source');
    expect(inheritSource({ source: 'video' }, { source: 'video' })).toEqual({ source: 'video' });
    expect(inheritSource({ source: 'video' }, { source: 'library' })).toEqual({});
    expect(inheritSource()).toEqual({});
  });

  it('is given to clips made of keys', async () => {
    const keys = [0, 1].map((time, i) => ({ time, pose: randomPose(skeleton, i) }));
    expect(createClip(keys, { source: 'model' }).source).toBe('model');
    expect(createClip(keys)).not.toHaveProperty('source');
    const filled = await inbetweenClip(keys, (from, _, shares) => shares.map(() => from), {
      source: 'model',
    });
    expect(filled.source).toBe('model');
  });
});
