import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import { createPoseTree } from '../pose-tree.js';
import type { BodyPath } from './body-path.js';
import { trustLeg } from './trust-leg.js';

/** An arm of two bones that hangs on a trunk; bends about z and x turn no heading. */
const tree = createPoseTree({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});

/** The second joint bent to the side by angles, one pose each, and forwards by others. */
function bends(angles: readonly number[], forwards: readonly number[] = []): BodyPath {
  const rotations = new Float64Array(angles.length * 12).map((_, i) => (i % 4 === 3 ? 1 : 0));
  for (const [i, angle] of angles.entries()) {
    if (forwards[i]) axisAngleInto(rotations, i * 12 + 4, 1, 0, 0, forwards[i]);
    else axisAngleInto(rotations, i * 12 + 4, 0, 0, 1, angle);
  }
  return { count: angles.length, rotations, heights: new Float64Array(angles.length) };
}
const straight = bends([-0.6, -0.3, 0, 0.3, 0.6]);
const bent = bends([-0.6, -0.3, 0, 0.3, 0.6], [0, 0, 0.3]);
const ends = bends([-0.6, 0.6]);
/** Of the joint that turns. */
const trust = (...leg: [BodyPath, BodyPath, BodyPath]) => trustLeg(tree, ...leg)[1];

it('follows a network that bends the way and leaves the ends alone, or draws them along it', () => {
  expect(trust(straight, bent, ends)).toBeGreaterThan(0.9);
  expect(trust(straight, bent, bends([-0.3, 0.3]))).toBeGreaterThan(0.9);
});

it('does not follow one that draws the ends off the way', () => {
  expect(trust(straight, bent, bends([-0.6, 0.6], [1, 1]))).toBeLessThan(0.3);
});

it('follows no bend that is nothing, nor one as long as the leg', () => {
  const little = bends([-0.6, -0.3, 0, 0.3, 0.6], [0, 0, 0.01]);
  expect(trust(straight, little, ends)).toBeLessThan(0.1);
  const far = bends([-0.6, -0.3, 0, 0.3, 0.6], [0, 0, 2]);
  expect(trust(straight, far, ends)).toBeLessThan(0.3);
  expect(trust(bends([0, 0]), bends([0, 0]), bends([0, 0]))).toBe(0);
});

it('keeps joints still that both ends have alike', () => {
  expect(Array.from(trustLeg(tree, straight, bent, ends))).toEqual([0, expect.closeTo(1, 0), 0]);
});
