import { expect, it } from 'vitest';
import { expRotationInto } from '../../math/quaternion.js';
import type { BodySpace } from '../body-space.js';
import { createPoseTree } from '../pose-tree.js';
import { trustJoints } from './trust-joints.js';

const tree = createPoseTree({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});
const still = (rotations: Float64Array) => ({ count: 2, rotations, heights: new Float64Array(2) });

/** A network that says of every pose what it is told to say. */
const network = (answer: (states: Float32Array) => Float32Array) =>
  ({
    tree,
    denoiser: { jointCount: 3, predict: async (states: Float32Array) => answer(states) },
  }) as unknown as BodySpace;

it('believes a network that knows rest where the ends are at rest, and no joint that does not move', async () => {
  const rest = new Float64Array(24).map((_, i) => (i % 4 === 3 ? 1 : 0));
  const knowing = network((states) => new Float32Array(states.length));
  expect(Array.from(await trustJoints(knowing, still(rest)))).toEqual([0, 0, 0]);
  const ends = rest.slice();
  expRotationInto(ends, 12 + 8, [0.5, 0, 0], 0);
  const trusts = await trustJoints(knowing, still(ends));
  // It is wrong about the end that is turned by as much as the ends differ.
  expect(trusts[2]).toBeCloseTo(1 / 3, 1);
  expect(trusts[1]).toBeLessThan(0.01);
});
