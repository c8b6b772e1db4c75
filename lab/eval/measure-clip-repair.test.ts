import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadPoseModel, openPoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { measureClipRepair } from './measure-clip-repair.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../test/samples/pose-network/', import.meta.url);

it('counts the frames of clips that repair moves', async () => {
  const { rig, clips } = sampleCreature('dog');
  const files = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER))));
  const model = await openPoseModel(files);
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 8, priorSteps: 2 });
  const natural = await measureClipRepair(space, clips, rig, { framesPerClip: 2 });
  expect(natural).toMatchObject({ frames: 2 * clips.length, moved: 0, movedFar: 0, lessPlausible: 0 });
  // Every joint folded by half a turn: nothing of the clip shows that to be normal.
  const folded = clips[0].poses.map((pose) => ({
    ...pose,
    rotations: Float32Array.from(pose.rotations, (_, i) => [0.9, 0, 0, Math.sqrt(0.19)][i % 4]),
  }));
  const broken = (await measureClipRepair(space, [...clips, { name: 'folded', poses: folded }], rig, {
    framesPerClip: 2,
  }))!;
  expect(broken.frames).toBe(natural!.frames + 2);
  expect(broken.changed).toBeGreaterThan(natural!.changed);
  expect(broken.worst).toBeLessThan(3.01);
  expect(await measureClipRepair(space, clips, undefined)).toBeNull();
  await model.close();
});
