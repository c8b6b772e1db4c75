import { describe, expect, it } from 'vitest';
import { expectClose, expectSameRotations } from '../../test/support/numbers.js';
import { randomClip, randomSkeleton } from '../../test/support/random-rig.js';
import { slerpInto } from '../math/quaternion.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import type { Clip } from './clip.js';
import { clipDuration } from './clip.js';
import { resampleClip, retimeClip } from './edit/resample-clip.js';
import { sliceClip } from './edit/slice-clip.js';
import { blendPoses, sampleClip } from './sample-clip.js';

const skeleton = randomSkeleton(5, 1);
const clip = randomClip(skeleton, [1, 1.5, 3, 4], 7);
const withExtras: Clip = {
  ...clip,
  poses: clip.poses.map((pose, f) => (f === 1 ? { ...pose, offsets: new Float32Array(15).fill(2) } : pose)),
  scales: [{ joint: 3, values: Float32Array.of(1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8) }],
};

describe('sampling a clip', () => {
  it('gives the frames at their times and holds the ends', () => {
    for (const [f, time] of clip.times.entries()) expect(sampleClip(clip, time)).toBe(clip.poses[f]);
    expect(sampleClip(clip, -10)).toBe(clip.poses[0]);
    expect(sampleClip(clip, 99)).toBe(clip.poses[3]);
  });

  it('goes by slerp and straight lines between', () => {
    const pose = sampleClip(clip, 2);
    const [a, b] = [clip.poses[1], clip.poses[2]];
    const expected = new Float64Array(20);
    for (let i = 0; i < 20; i += 4) slerpInto(expected, i, a.rotations, i, b.rotations, i, 1 / 3);
    expectSameRotations(pose.rotations, expected, 1e-6);
    expectClose(
      pose.root,
      a.root.map((x, k) => (2 * x + b.root[k]) / 3),
      1e-6,
    );
    expect(pose.offsets).toBeUndefined();
  });

  it('takes an absent offset as none', () => {
    expectClose(sampleClip(withExtras, 1.25).offsets!, new Float32Array(15).fill(1), 1e-6);
    expectClose(sampleClip(withExtras, 2.25).offsets!, new Float32Array(15).fill(1), 1e-6);
    expect(blendPoses(withExtras.poses[2], withExtras.poses[3], 0.5).offsets).toBeUndefined();
  });

  it('refuses a clip without frames', () => {
    expect(() => sampleClip({ name: 'empty', times: new Float32Array(0), poses: [] }, 0)).toThrow(
      /"empty" has no frames/,
    );
  });
});

describe('resampling a clip', () => {
  it('spaces frames evenly from the first moment to the last', () => {
    const out = resampleClip(clip, { frameRate: 10 });
    expect(out.times.length).toBe(31);
    expect([out.times[0], out.times[30], clipDuration(out)]).toEqual([1, 4, 3]);
    for (let i = 1; i < 31; i++) expect(out.times[i] - out.times[i - 1]).toBeCloseTo(0.1, 5);
    for (const [f, time] of out.times.entries()) {
      expectSameRotations(out.poses[f].rotations, sampleClip(clip, time).rotations, 1e-6);
      expectClose(out.poses[f].root, sampleClip(clip, time).root, 1e-6);
    }
    expect(out.poses[0]).toEqual(clip.poses[0]);
    expect(out.poses[30]).toEqual(clip.poses[3]);
  });

  it('keeps the duration where the rate does not fit, and the default rate is 30', () => {
    const out = resampleClip(clip, { frameRate: 0.9 });
    expect([...out.times]).toEqual([1, 2, 3, 4].map((t) => Math.fround(t)));
    expect(resampleClip(clip).times.length).toBe(91);
    expect([...resampleClip(clip, { frameRate: 0.01 }).times]).toEqual([1, 4]);
  });

  it('carries scales and offsets', () => {
    const out = retimeClip(withExtras, Float32Array.of(1, 1.25, 3.5));
    expect(out.scales).toEqual([{ joint: 3, values: Float32Array.of(1, 1, 1, 1.5, 1.5, 1.5, 6, 6, 6) }]);
    expectClose(out.poses[1].offsets!, new Float32Array(15).fill(1), 1e-6);
    expect(out.poses[2].offsets).toBeUndefined();
  });

  it('takes a single frame as it is and refuses a rate that is none', () => {
    const still = randomClip(skeleton, [2], 3);
    expect([...resampleClip(still).times]).toEqual([2]);
    for (const frameRate of [0, -1, Number.NaN, 1e6]) {
      expect(() => resampleClip(clip, { frameRate })).toThrow(expect.objectContaining({ code: 'bad-usage' }));
    }
  });
});

describe('slicing a clip', () => {
  it('starts at zero, keeps the frames inside and samples the ends', () => {
    const out = sliceClip(withExtras, 1.25, 3.5);
    expect([...out.times]).toEqual([0, 0.25, 1.75, 2.25]);
    expect(out.poses[1]).toBe(withExtras.poses[1]);
    expect(out.poses[2]).toBe(withExtras.poses[2]);
    expectSameRotations(out.poses[0].rotations, sampleClip(clip, 1.25).rotations, 1e-6);
    expectSameRotations(out.poses[3].rotations, sampleClip(clip, 3.5).rotations, 1e-6);
    expectClose(out.scales![0].values, [1.5, 1.5, 1.5, 2, 2, 2, 4, 4, 4, 6, 6, 6], 1e-6);
    expect(poseJoints(skeleton, out.poses[0]).positions.length).toBe(15);
  });

  it('cuts the range to the clip and refuses one outside', () => {
    expect([...sliceClip(clip, 0, 100).times]).toEqual([0, 0.5, 2, 3]);
    expect([...sliceClip(clip, 1.5, 1.5).times]).toEqual([0]);
    expect(() => sliceClip(clip, 5, 6)).toThrow(/no part of clip "clip", which lasts from 1 to 4 s/);
    expect(() => sliceClip(clip, 3, 2)).toThrow(expect.objectContaining({ code: 'bad-usage' }));
  });

  // 0.1 lies below and 0.7 above the nearest number of single precision, which is what frames have.
  it('never doubles a frame that the range begins or ends with', () => {
    const tenths = randomClip(
      skeleton,
      Array.from({ length: 11 }, (_, i) => i / 10),
      5,
    );
    for (let a = 0; a <= 10; a++)
      for (let b = a + 1; b <= 10; b++) {
        const { times } = sliceClip(tenths, a / 10, b / 10);
        expect(times.length, `${a} to ${b}`).toBe(b - a + 1);
        for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1]);
      }
  });
});
