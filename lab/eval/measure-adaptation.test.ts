import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPoseModel, openPoseModel, type PoseModel } from '../../src/pose/model/pose-model.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { measureAdaptation } from './measure-adaptation.js';

const FOLDER = new URL('../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('wolf');
const walk = clips[1];
const body = normaliseRig(rig);

let model: PoseModel;
let space: PoseSpace;
beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 8, priorSteps: 2 });
});
afterAll(() => model.close());

it('tells what a lesson is worth on other clips', async () => {
  // The same motion under three names: examples of one clip are tested on the others.
  const { poses } = walk;
  const thirds = [0, 1, 2].map((k) => ({ name: `${k}`, poses: poses.filter((_, i) => i % 3 === k) }));
  let clock = 0;
  const figures = await measureAdaptation(space, thirds, body, { tests: 3, walks: 2, now: () => clock++ });
  for (const lesson of [figures!.oneClip, figures!.spread]) {
    for (const { taught, untaught, dls } of [lesson.leaves, lesson.four]) {
      expect(taught).toBeLessThan(0.5 * untaught!);
      expect(dls).toBeGreaterThan(0);
    }
  }
  expect(figures!.middle.taught).toBeLessThan(figures!.middle.untaught!);
  expect(figures!.middle.slerp).toBeGreaterThan(0);
  expect(figures!.teachMilliseconds).toBe(1);
  expect(space.examples).toEqual([]);
});

it('takes examples from clips that move, and tests on all', async () => {
  const still = { name: 'still', poses: walk.poses.slice(0, 4).map(() => walk.poses[0]) };
  expect(await measureAdaptation(space, [still, still], body)).toBeNull();
  // The only example clip is the one that moves: the test frames are in it.
  const figures = await measureAdaptation(space, [still, walk], body, { tests: 2 });
  expect(figures!.oneClip.leaves.taught).toBeLessThan(0.5 * figures!.oneClip.leaves.untaught!);
  // Walks lead from clip to clip: one is left.
  expect(figures!.middle).toEqual({ taught: null, untaught: null, slerp: null });
});

it('has nothing to say about a rig of one clip', async () => {
  expect(await measureAdaptation(space, clips.slice(0, 1), body)).toBeNull();
  const still = { name: 'still', poses: walk.poses.slice(0, 1) };
  expect(await measureAdaptation(space, [walk, still], body)).toBeNull();
  await expect(measureAdaptation(space, clips, body, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});
