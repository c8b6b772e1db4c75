import { expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { createSolverRig } from '../../src/pose/records/solver-rig.js';
import { createPoseCloud } from './pose-cloud.js';
import { meanAngles, randomPoses } from './random-poses.js';

const skeleton = createSolverRig({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});

it('random poses turn each joint as far as real ones do, whichever way', () => {
  const real = createPoseCloud(
    skeleton,
    [0.2, 0.6].map((angle) => {
      const rotations = new Float32Array(12);
      axisAngleInto(rotations, 0, 1, 0, 0, 0);
      axisAngleInto(rotations, 4, 1, 0, 0, angle);
      axisAngleInto(rotations, 8, 1, 0, 0, 0.1);
      return { rotations };
    }),
  );
  [0, 0.4, 0.1].forEach((angle, j) => {
    expect(meanAngles(real)[j]).toBeCloseTo(angle, 5);
  });
  const poses = randomPoses(real, 4000, createRng(3));
  const drawn = poses.map(({ rotations }) => rotations);
  // Not through a cloud, which would take the heading away.
  const angles = [0, 1, 2].map(
    (j) => drawn.reduce((sum, q) => sum + 2 * Math.acos(Math.min(1, q[j * 4 + 3])), 0) / drawn.length,
  );
  expect(angles[0]).toBe(0);
  expect(Math.abs(angles[1] - 0.4)).toBeLessThan(0.01);
  expect(Math.abs(angles[2] - 0.1)).toBeLessThan(0.003);
  for (const k of [4, 5, 6]) {
    const sides = drawn.reduce((sum, q) => sum + Math.sign(q[k]), 0) / drawn.length;
    expect(Math.abs(sides)).toBeLessThan(0.06);
  }
});
