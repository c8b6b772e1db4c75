import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import type { PosePath } from '../records/pose-path.js';
import { createSolverRig } from '../records/solver-rig.js';
import { measurePathTrust } from './path-trust.js';

/** An arm of two bones on a trunk; bends about z and x do not change the heading. */
const rig = createSolverRig({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});

/** The second joint bent to the side by angles, one pose each, and forwards by others. */
function bends(angles: readonly number[], forwards: readonly number[] = []): PosePath {
  const rotations = new Float64Array(angles.length * 12).map((_, i) => (i % 4 === 3 ? 1 : 0));
  for (const [i, angle] of angles.entries()) {
    if (forwards[i]) axisAngleInto(rotations, i * 12 + 4, 1, 0, 0, forwards[i]);
    else axisAngleInto(rotations, i * 12 + 4, 0, 0, 1, angle);
  }
  return { count: angles.length, rotations, heights: new Float64Array(angles.length) };
}
const straight = bends([-0.6, -0.3, 0, 0.3, 0.6]);
const bent = bends([-0.6, -0.3, 0, 0.3, 0.6], [0, 0, 0.3]);

it('follows a bent path, but not a long one', () => {
  expect(measurePathTrust(rig, straight, straight)[1]).toBeGreaterThan(0.99);
  expect(measurePathTrust(rig, straight, bent)[1]).toBeGreaterThan(0.9);
  const far = bends([-0.6, -0.3, 0, 0.3, 0.6], [0, 1, 2, 1, 0]);
  expect(measurePathTrust(rig, straight, far)[1]).toBeLessThan(0.1);
});

it('keeps joints that both ends share', () => {
  expect(Array.from(measurePathTrust(rig, straight, bent))).toEqual([0, expect.closeTo(1, 1), 0]);
  const still = bends([0.5, 0.5]);
  expect(Array.from(measurePathTrust(rig, still, still))).toEqual([0, 0, 0]);
});
