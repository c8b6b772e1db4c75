import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadPoseModel, openPoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { measureRepair } from './measure-repair.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../test/samples/pose-network/', import.meta.url);

it('measures how much of the intersecting area goes, at what change, with handles and limits', async () => {
  const { rig, clips } = sampleCreature('dog');
  const files = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER))));
  const model = await openPoseModel(files);
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 8, priorSteps: 2 });
  let clock = 0;
  const options = { perSource: 1, tries: 8, now: () => clock++ };
  const figures = (await measureRepair(space, clips, rig, options))!;
  expect(figures.poses).toBeGreaterThan(0);
  expect(figures.poses).toBe(Object.values(figures.bySource).reduce((sum, { poses }) => sum + poses, 0));
  expect(figures.area).toBeGreaterThan(0);
  expect(figures.removed).toBeGreaterThan(0.9);
  expect(figures.removed).toBeLessThanOrEqual(1);
  expect(figures.change).toBeGreaterThan(0);
  expect(figures.skinChange).toBeGreaterThan(0);
  expect(figures.skinChange).toBeLessThan(20);
  expect(figures.pinned.handleError).toBeLessThan(0.1);
  expect(figures.limited.excessAfter).toBeLessThanOrEqual(figures.limited.excess!);
  expect(figures.milliseconds).toBe(1);
  expect(await measureRepair(space, clips, undefined)).toBeNull();
  expect(await measureRepair(space, [], rig)).toBeNull();
  await model.close();
});
