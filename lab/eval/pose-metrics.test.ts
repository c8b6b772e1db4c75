import { describe, expect, it } from 'vitest';
import { axisAngleInto } from '../../src/math/quaternion.js';
import type { PoseCloud } from './pose-cloud.js';
import {
  clipDistance,
  completionError,
  findBounds,
  logIntersection,
  logSpread,
  nearestDistances,
  outsideBounds,
  plausibility,
  poseSpread,
  rotationError,
} from './pose-metrics.js';

/** Poses of a root and one joint that lies at x. */
const line = (...coordinates: number[]): PoseCloud => ({
  count: coordinates.length,
  jointCount: 2,
  positions: Float32Array.from(coordinates.flatMap((x) => [0, 0, 0, x, 0, 0])),
  rotations: Float32Array.from(coordinates.flatMap(() => [0, 0, 0, 1, 0, 0, 0, 1])),
});

/** Poses of a root and one joint that turns about an axis by degrees. */
const turns = (axis: readonly [number, number, number], ...degrees: number[]): PoseCloud => {
  const rotations = new Float32Array(degrees.length * 8);
  degrees.forEach((angle, i) => {
    rotations[i * 8 + 3] = 1;
    axisAngleInto(rotations, i * 8 + 4, ...axis, (angle * Math.PI) / 180);
  });
  return { count: degrees.length, jointCount: 2, positions: new Float32Array(degrees.length * 6), rotations };
};

describe('completion', () => {
  it('tells joints that were given from those that were not, the root aside', () => {
    const truth = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 3, 0];
    const predicted = [0, 0, 0, 1, 0.3, 0.4, 2, 0, 0.02, 0, 3, 0.1];
    // Joints 1 and 3 are open: (0.5 + 0.1) / 2 of a diameter of 2; joint 2 is a handle that is missed by 0.02.
    const { joints, handles } = completionError(predicted, truth, [0, 2]);
    expect(joints).toBeCloseTo(15, 9);
    expect(handles).toBeCloseTo(1, 9);
  });

  it('says nothing where everything or nothing was given', () => {
    const truth = [0, 0, 0, 1, 0, 0];
    expect(completionError(truth, truth, [0, 1])).toEqual({ joints: null, handles: 0 });
    expect(completionError(truth, truth, [0])).toEqual({ joints: 0, handles: null });
  });

  it('has a mean angle, whichever sign quaternions have', () => {
    const { rotations } = turns([0, 0, 1], 30);
    const rest = Float32Array.of(0, 0, 0, -1, 0, 0, 0, 1);
    expect(rotationError(rotations, rest)).toBeCloseTo(15, 4);
  });
});

describe('samples against real poses', () => {
  // Two clips: 0 and 1, 4 and 10.
  const real = line(0, 1, 4, 10);
  const clipOf = [0, 0, 1, 1];

  it('are as far as the nearest one', () => {
    expect(nearestDistances(line(0.25, 6, 12), real)).toEqual([0.25, 2, 2]);
  });

  it('are measured by how far real poses are from those of other clips', () => {
    // Ten poses that another clip misses by 1 or by 3, and two that it repeats.
    const many = line(0, 3, 10, 13, 20, 1, 4, 11, 16, 23, 30, 30.001);
    const clips = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1];
    // Nearest in the other clip: 1, 1, 1, 2, 3 and 1, 1, 1, 3, 3; the median of these is 1.
    expect(clipDistance(many, clips)).toBeCloseTo(1, 6);
    expect(plausibility(line(0, 7, 14), real, 3.5)).toBeCloseTo((0 + 3 + 4) / 3 / 3.5, 6);
  });

  it('have no plausibility where there is one clip, or where clips repeat each other', () => {
    const tens = Array.from({ length: 12 }, (_, i) => 10 * i);
    expect(clipDistance(line(...tens), new Array(12).fill(0))).toBeNull();
    const twice = line(...tens, ...tens);
    expect(clipDistance(twice, [...new Array(12).fill(0), ...new Array(12).fill(1)])).toBeNull();
    expect(clipDistance(real, clipOf)).toBeNull();
    expect(plausibility(line(1), real, null)).toBeNull();
  });

  it('spread by the mean distance of two', () => {
    // 1, 4, 10, 3, 9, 6.
    expect(poseSpread(real)).toBeCloseTo(33 / 6, 6);
    expect(poseSpread(line(3))).toBeNull();
    expect(logSpread(11, 5.5)).toBeCloseTo(Math.log(2), 9);
    expect(logSpread(null, 5.5)).toBeNull();
    expect(logSpread(0, 5.5)).toBeNull();
    expect(logSpread(11, null)).toBeNull();
    expect(logSpread(11, 0.009)).toBeNull();
    expect(logSpread(11, 0.011)).toBeCloseTo(Math.log(1000), 9);
  });

  it('intersect themselves so many times as often', () => {
    const real = [0, 0.003];
    expect(logIntersection(real, real)).toBe(0);
    // ln 0.009 against the mean of ln 0.001 and ln 0.004, which is ln 0.002.
    expect(logIntersection([0.008], real)).toBeCloseTo(Math.log(4.5), 6);
    expect(logIntersection([], real)).toBeNull();
    expect(logIntersection([0.1], [])).toBeNull();
  });
});

describe('bounds', () => {
  const real = turns([1, 0, 0], -20, 0, 40);
  const bounds = findBounds(real);

  it('are those of the real poses and ten degrees', () => {
    // −31 and 51 are out, −29 and 49 are in; roots never turn, so at most half of the joints are out.
    expect(outsideBounds(turns([1, 0, 0], -31, -29, 49, 51), bounds)).toBeCloseTo(2 / 8, 9);
    expect(outsideBounds(real, bounds)).toBe(0);
  });

  it('hold for every axis', () => {
    expect(outsideBounds(turns([0, 1, 0], 9), bounds)).toBe(0);
    expect(outsideBounds(turns([0, 1, 0], 11.5), bounds)).toBe(0.5);
  });

  it('do not break at half a turn', () => {
    const flipped = findBounds(turns([0, 0, 1], 170, 190));
    expect(outsideBounds(turns([0, 0, 1], -175, 180, 161), flipped)).toBe(0);
    expect(outsideBounds(turns([0, 0, 1], 150), flipped)).toBe(0.5);
  });

  it('need poses', () => {
    expect(outsideBounds(turns([1, 0, 0]), bounds)).toBeNull();
  });
});
