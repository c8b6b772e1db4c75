import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { openMeasuredSpace } from './pose-task.js';

const MODEL = fileURLToPath(new URL('../../test/samples/pose-network/', import.meta.url));

it('measures a space that learnt nothing from the clips of the file', async () => {
  const { rig, clips } = sampleCreature('wolf');
  const open = await openMeasuredSpace(MODEL);
  const space = (await open({ skeleton: rig.skeleton, rig, clips })) as unknown as PoseSpace;
  expect(space.examples).toEqual([]);
  expect((await space.prepare()).examples).toBeUndefined();
});
