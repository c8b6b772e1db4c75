import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import { fitPosePrior, plainPrior } from '../pose-prior.js';
import { createPoseTree } from '../pose-tree.js';
import { missFromLeaves } from './miss-from-leaves.js';

/** A chain of eight bones along x. */
const JOINTS = 9;
const tree = createPoseTree({
  parents: Int16Array.from({ length: JOINTS }, (_, j) => j - 1),
  rest: Float32Array.from({ length: JOINTS * 3 }, (_, i) => (i % 3 === 0 ? i / 12 : 0)),
});

/** Waves across the chain: neighbours turn to and fro, and the last joint stays about where it is. */
function waves(count: number): Float64Array {
  const rotations = new Float64Array(count * JOINTS * 4);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < JOINTS; j++) {
      const angle = 0.9 * Math.sin(((i + 0.5) / count) * 6.3 + j);
      axisAngleInto(rotations, (i * JOINTS + j) * 4, 0, 1, 0, angle);
    }
  }
  return rotations;
}

it('is nothing at rest, and less for whoever knows poses like these', () => {
  const rest = new Float64Array(JOINTS * 4).map((_, i) => (i % 4 === 3 ? 1 : 0));
  expect(missFromLeaves(tree, plainPrior(JOINTS), rest)).toBeLessThan(1e-3);
  const poses = waves(5);
  const strange = missFromLeaves(tree, plainPrior(JOINTS), poses);
  const known = missFromLeaves(tree, fitPosePrior(waves(24), JOINTS), poses);
  expect(strange).toBeGreaterThan(0.05);
  expect(known).toBeLessThan(0.9 * strange);
});

it('is nothing without poses', () => {
  expect(missFromLeaves(tree, plainPrior(JOINTS), new Float64Array(0))).toBe(0);
});
