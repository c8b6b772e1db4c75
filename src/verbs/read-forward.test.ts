import { expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { readByShapeAndNetwork } from '../rig/learned/find-combined-skeleton.js';
import { openSkeletonNetwork } from './open-skeleton-network.js';

it.each([1, -1])('shape and network both face where they are told to, z = %i', async (z) => {
  const { mesh } = sampleCreature('cat').rig;
  const network = await openSkeletonNetwork();
  const { shapeBody, learned, frame } = await readByShapeAndNetwork(mesh, { network, forward: [0, 0, z] });
  expect(shapeBody.axes.forward[2]).toBeCloseTo(z, 5);
  expect(learned.facing % 2).toBe(0);
  expect((learned.facing === 0 ? 1 : -1) * frame.axes[2][2]).toBeCloseTo(z, 5);
});
