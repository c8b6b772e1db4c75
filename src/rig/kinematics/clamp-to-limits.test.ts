import { expect, it } from 'vitest';
import { expRotationInto, logRotationInto } from '../../math/quaternion.js';
import type { Pose } from '../rig-records.js';
import { clampToLimits, type JointLimits, limitViolations } from './clamp-to-limits.js';

const limits: JointLimits = {
  lower: Float32Array.of(-0.5, -0.2, 0, -1, -1, -1),
  upper: Float32Array.of(0.5, 0.2, 0, 1, 1, 1),
};

function poseOf(...vectors: number[][]): Pose {
  const rotations = new Float32Array(vectors.length * 4);
  for (const [j, v] of vectors.entries()) expRotationInto(rotations, j * 4, v, 0);
  return { rotations, root: Float32Array.of(1, 2, 3) };
}

it('names the joint, the axis and the excess', () => {
  const found = limitViolations(poseOf([0.8, 0, -0.1], [0.3, 0.3, 0.3]), limits);
  expect(found.map(({ joint, axis }) => [joint, axis])).toEqual([
    [0, 0],
    [0, 2],
  ]);
  expect(found[0].excess).toBeCloseTo(0.3, 5);
});

it('clamps only what is outside and leaves no violation', () => {
  const pose = poseOf([0.8, 0.1, 0], [0.3, 0.3, 0.3]);
  const clamped = clampToLimits(pose, limits);
  expect(limitViolations(clamped, limits)).toEqual([]);
  const vector = [0, 0, 0];
  logRotationInto(vector, 0, clamped.rotations, 0);
  expect(vector[0]).toBeCloseTo(0.5, 5);
  expect(vector[1]).toBeCloseTo(0.1, 5);
  expect([...clamped.rotations.slice(4)]).toEqual([...pose.rotations.slice(4)]);
  expect(clamped.root).toBe(pose.root);
});

it('refuses limits of another skeleton', () => {
  expect(() => clampToLimits(poseOf([0, 0, 0]), limits)).toThrow(/1 joints.*2/);
});
