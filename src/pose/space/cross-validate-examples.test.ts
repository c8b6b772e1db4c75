import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { restPose } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { adaptPoseSpace } from './adapt-pose-space.js';
import { crossValidateExamples } from './cross-validate-examples.js';
import { openRigPoseSpace } from './open-rig-pose-space.js';

const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('snake');

let model: PoseModel;
let space: PoseSpace;
beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 8, priorSteps: 2 });
});
afterAll(() => model.close());

it('completes each example from the others, and reports all errors', async () => {
  const fractions: number[] = [];
  const trial = await crossValidateExamples(adaptPoseSpace(space, clips[1].poses, { most: 12 }), {
    count: 4,
    onProgress: ({ fraction }) => fractions.push(fraction),
  });
  expect(fractions).toEqual([0, 0.25, 0.5, 0.75]);
  expect(trial.adapted).toBeLessThan(0.7 * trial.leastSquares!);
  expect(trial.adapted).toBeLessThan(0.7 * trial.unadapted!);
});

it('has nothing to try with one example, and wants a adapted space', async () => {
  const trial = await crossValidateExamples(adaptPoseSpace(space, [restPose(rig.skeleton)]));
  expect(trial).toEqual({ unadapted: null, adapted: null, leastSquares: null, findings: [] });
  await expect(crossValidateExamples(space)).rejects.toMatchObject({ code: 'bad-input' });
});
