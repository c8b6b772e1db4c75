import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import {
  blendPaths,
  chordLengths,
  matchPathEnds,
  meanJerk,
  type PosePath,
  resamplePath,
  slicePath,
} from './pose-path.js';
import { applyRotationDifferences, rotationDifferences, smoothDifferences } from './rotation-differences.js';
import { createSolverRig } from './solver-rig.js';

/** An arm of two bones on a trunk; a bend about z does not change the heading. */
const rig = createSolverRig({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});

/** The second joint bent by angles, one pose each. */
function bends(angles: readonly number[], height = 0): PosePath {
  const rotations = new Float64Array(angles.length * 12);
  for (const [i, angle] of angles.entries()) {
    for (let j = 0; j < 3; j++) axisAngleInto(rotations, i * 12 + j * 4, 0, 0, 1, j === 1 ? angle : 0);
  }
  return { count: angles.length, rotations, heights: Float64Array.from(angles, (_, i) => i * height) };
}
const angleOf = ({ rotations }: PosePath, i: number) =>
  2 * Math.atan2(rotations[i * 12 + 6], rotations[i * 12 + 7]);

it('measures the mean distance of the joints', () => {
  // One of two joints goes from (0, 2) to (−1, 1).
  expect(chordLengths(rig, bends([0, Math.PI / 2]))[0]).toBeCloseTo(Math.SQRT1_2, 6);
});

it('takes a path in even steps however its poses lie', () => {
  const even = resamplePath(rig, bends([0, 0.01, 0.02, 1.2], 1), 4);
  for (let i = 0; i <= 4; i++) expect(angleOf(even, i)).toBeCloseTo(0.3 * i, 2);
  expect(even.heights[0]).toBe(0);
  expect(even.heights[4]).toBe(3);
});

it('takes a path that goes nowhere in steps that are no trouble', () => {
  const even = resamplePath(rig, bends([0.5, 0.5]), 3);
  expect(even.count).toBe(4);
  for (let i = 0; i < 4; i++) expect(angleOf(even, i)).toBeCloseTo(0.5, 6);
});

it('matches its ends, and bends less further away', () => {
  const met = matchPathEnds(rig, bends([0, 0.5, 1]), bends([0.2, 1]));
  expect([0, 1, 2].map((i) => angleOf(met, i))).toEqual(
    [0.2, 0.6, 1].map((angle) => expect.closeTo(angle, 6)),
  );
});

it('blends and slices', () => {
  const half = blendPaths(bends([0, 1]), bends([1, 1]), 0.5);
  expect(angleOf(half, 0)).toBeCloseTo(0.5, 6);
  expect(angleOf(slicePath(rig, half, 1, 2), 0)).toBeCloseTo(1, 6);
});

it('measures jerk, and none on a straight path', () => {
  expect(meanJerk(rig, bends([0, 0, 0, 0, 0]))).toBe(0);
  expect(meanJerk(rig, bends([0, 0, 0.5, 0, 0]))).toBeGreaterThan(0.1);
  expect(meanJerk(rig, bends([0, 1]))).toBe(0);
});

it('reads rotation differences, smooths and applies them', () => {
  const [from, to] = [bends([0, 0, 0]), bends([0, 0.9, 0])];
  const turns = rotationDifferences(from.rotations, to.rotations);
  expect(turns[9 + 5]).toBeCloseTo(0.9, 6);
  expect(applyRotationDifferences(from.rotations, turns)[12 + 6]).toBeCloseTo(to.rotations[12 + 6], 9);
  const smooth = smoothDifferences(turns, 3, 1);
  expect(smooth[9 + 5]).toBeCloseTo(0.45, 6);
  expect(smooth[5]).toBeCloseTo(0.225, 6);
});
