import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadPoseModel, openPoseModel } from '../../src/pose/model/pose-model.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { CHECK_FIGURES, measureCheck } from './measure-check.js';
import { pickRealPoses } from './pose-subject.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../test/samples/pose-network/', import.meta.url);

it('finds little wrong with real poses and more with joints that were bent the wrong way', async () => {
  const { rig, clips } = sampleCreature('wolf');
  const files = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER))));
  const model = await openPoseModel(files);
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is' });
  const poseRig = normaliseRig(rig);
  const real = pickRealPoses({ clips }, poseRig, 32);
  let time = 0;
  const figures = await measureCheck(space, poseRig, real, rig, { now: () => time++ });
  await model.close();
  expect(Object.keys(figures)).toEqual([...CHECK_FIGURES]);
  expect(figures.checkErrors).toBeLessThan(0.3);
  expect(figures.checkBentFound).toBeGreaterThan(0.1);
  expect(figures.checkBentFound!).toBeGreaterThan(figures.checkErrors!);
  expect(figures.checkMilliseconds).toBe(1);
});
