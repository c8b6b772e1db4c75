import { describe, expect, it } from 'vitest';
import { randomQuaternion, randomSkeleton } from '../../../test/support/random-rig.js';
import { createRng } from '../../base/rng.js';
import {
  axisAngleInto,
  expRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
} from '../../math/quaternion.js';
import { fitJointLimits } from './fit-joint-limits.js';
import { type LearnedLimits, limitEnergy, limitExcessInto, swingTwistInto } from './limit-excess.js';

/** A chain of three bones along x: a hinge at joint 1 that bends 0 to 1.5 about z, an end that twists ±0.5. */
const chain = {
  parents: Int16Array.of(-1, 0, 1, 2),
  rest: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0),
};
const identity = () => Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

function chainPoses(count: number): Float64Array {
  const poses = new Float64Array(count * 16);
  for (let s = 0; s < count; s++) {
    const share = s / (count - 1);
    poses.set(identity(), s * 16);
    axisAngleInto(poses, s * 16 + 4, 0, 0, 1, 1.5 * share);
    axisAngleInto(poses, s * 16 + 12, 1, 0, 0, share - 0.5);
  }
  return poses;
}

const options = { margin: 0.1, rangeMargin: 0, trim: 0 };
const excess = (limits: LearnedLimits, rotations: Float64Array) => {
  const out = new Float64Array(limits.jointCount * 2);
  limitExcessInto(out, limits, rotations);
  return out;
};

describe('learned limits', () => {
  const limits = fitJointLimits(chainPoses(21), chain, options);

  it('a hinge may bend as it did, with the margin, and not the other way', () => {
    for (const [angle, expected] of [
      [0.7, 0],
      [1.59, 0],
      [2, 0.4],
      [-0.09, 0],
      [-1, 0.9],
    ]) {
      const pose = identity();
      axisAngleInto(pose, 4, 0, 0, 1, angle);
      const [swing, twist] = excess(limits, pose).subarray(2, 4);
      expect(swing).toBeCloseTo(expected, 9);
      expect(twist).toBeCloseTo(0, 9);
    }
  });

  it('rotation about the bone is twist, rotation across it is swing', () => {
    const pose = identity();
    axisAngleInto(pose, 12, 1, 0, 0, 1);
    expect(excess(limits, pose)[7]).toBeCloseTo(0.4 / 1.01, 9);
    expect(excess(limits, pose)[6]).toBeCloseTo(0, 9);
    axisAngleInto(pose, 12, 0, 1, 0, 1);
    expect(excess(limits, pose)[6]).toBeCloseTo(0.9, 9);
    expect(excess(limits, pose)[7]).toBeCloseTo(0, 9);
  });

  it('leaves the root free and a pose it learnt from untouched', () => {
    const poses = chainPoses(21);
    for (let s = 0; s < 21; s++)
      expect(Math.max(...excess(limits, poses.subarray(s * 16, s * 16 + 16)))).toBe(0);
    const pose = identity();
    axisAngleInto(pose, 0, 0, 1, 0, 3);
    expect(Math.max(...excess(limits, pose))).toBe(0);
  });

  it('trims the outermost poses on request, and always includes the rest pose', () => {
    const poses = chainPoses(100);
    axisAngleInto(poses, 50 * 16 + 4, 0, 0, 1, 3);
    const pose = identity();
    axisAngleInto(pose, 4, 0, 0, 1, 2.5);
    expect(excess(fitJointLimits(poses, chain, options), pose)[2]).toBe(0);
    expect(excess(fitJointLimits(poses, chain, { ...options, trim: 0.01 }), pose)[2]).toBeCloseTo(0.9, 1);
    const far = chainPoses(9).map((value, i) =>
      i % 16 === 4 + 2 ? Math.sin(0.6) : i % 16 === 4 + 3 ? Math.cos(0.6) : value,
    );
    expect(Math.max(...excess(fitJointLimits(far, chain, options), identity()))).toBe(0);
  });

  it('holds with no poses at all: a margin about rest', () => {
    const none = fitJointLimits(new Float64Array(0), chain, options);
    const pose = identity();
    axisAngleInto(pose, 8, 0, 1, 0, 0.5);
    expect(excess(none, pose)[4]).toBeCloseTo(0.4, 9);
    expect(() => fitJointLimits(new Float64Array(5), chain)).toThrow(/give four a joint/);
    expect(() => limitExcessInto(new Float64Array(8), none, new Float64Array(4))).toThrow(/same body/);
  });
});

it('swing and twist put together are the rotation', () => {
  const rng = createRng(3);
  const limits = fitJointLimits(new Float64Array(0), chain, options);
  const out = new Float64Array(3);
  for (let i = 0; i < 50; i++) {
    const rotation = randomQuaternion(rng);
    swingTwistInto(out, 0, limits, 1, rotation, 0);
    const swing = [0, 0, 0, 1];
    const twist = [0, 0, 0, 1];
    expRotationInto(swing, 0, [out[0], out[1], 0], 0);
    expRotationInto(twist, 0, [0, 0, out[2]], 0);
    multiplyQuaternionInto(swing, 0, swing, 0, twist, 0);
    multiplyQuaternionInto(swing, 0, limits.means, 4, swing, 0);
    multiplyQuaternionInto(
      swing,
      0,
      swing,
      0,
      [-limits.frames[4], -limits.frames[5], -limits.frames[6]].concat(limits.frames[7]),
      0,
    );
    const dot = rotation.reduce((sum, value, k) => sum + value * swing[k], 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 12);
  }
});

it('the gradient is that of finite differences, for swings near and far', () => {
  const skeleton = randomSkeleton(40, 7);
  const rng = createRng(9);
  const poses = new Float64Array(12 * 40 * 4).map(() => rng.normal());
  for (let i = 0; i < poses.length; i += 4) {
    poses[i + 3] = 2.5;
    normalizeQuaternion(poses, i);
  }
  const limits = fitJointLimits(poses, skeleton, { margin: 0, rangeMargin: 0, trim: 0.2 });
  const rotations = Float64Array.from(Array.from({ length: 40 }, () => randomQuaternion(rng)).flat());
  // Some hardly swung, where the formulas change over.
  for (let j = 30; j < 40; j++) for (let k = 0; k < 4; k++) rotations[j * 4 + k] = poses[j * 4 + k];
  const gradient = new Float64Array(120);
  const energy = limitEnergy(gradient, limits, rotations, 2);
  const both = excess(limits, rotations);
  expect(energy).toBeCloseTo(0.5 * both.reduce((sum, value) => sum + value * value, 0), 9);
  expect(energy).toBeGreaterThan(1);
  const moved = rotations.slice();
  const at = (i: number, step: number) => {
    const vector = [0, 0, 0];
    vector[i % 3] = step;
    const q = [0, 0, 0, 1];
    expRotationInto(q, 0, vector, 0);
    const o = Math.floor(i / 3) * 4;
    multiplyQuaternionInto(moved, o, q, 0, rotations, o);
    const value = limitEnergy(new Float64Array(120), limits, moved);
    for (let k = 0; k < 4; k++) moved[o + k] = rotations[o + k];
    return value;
  };
  for (let i = 0; i < 120; i++) {
    const numeric = (at(i, 1e-5) - at(i, -1e-5)) / 2e-5;
    expect(Math.abs(gradient[i] / 2 - numeric), `component ${i}`).toBeLessThan(
      1e-5 * (1 + Math.abs(numeric)),
    );
  }
});
