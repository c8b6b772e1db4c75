import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadPoseModel, openPoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { restPose, skeletonDiameter } from '../../src/rig/rig-records.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { divideBones } from './divide-bones.js';
import { measureDivision } from './measure-division.js';
import { describeSubject, pickRealPoses } from './pose-subject.js';

/** A network of the right shapes that has learnt nothing: what it answers depends on every joint that it is told of. */
const FOLDER = new URL('../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('dog');
const subject = { skeleton: rig.skeleton, rig, clips };
const openModel = async () =>
  openPoseModel(await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))));

it('draws the same samples however the bones are divided', async () => {
  const model = await openModel();
  const solver = describeSubject(subject);
  const figures = await measureDivision(
    (body, asIs) => openRigPoseSpace(body.rig ?? body, model, asIs ? { anatomy: 'as-is' } : {}),
    { subject, rig: solver, real: pickRealPoses(subject, solver, 100) },
    { samples: 4 },
  );
  for (const { mean, worst, same } of [figures.two, figures.three]) {
    expect(same).toBe(1);
    expect(mean).toBeLessThan(0.05);
    expect(worst).toBeLessThan(1);
  }
  expect(figures.whole).toBeGreaterThan(0);
  expect(figures.uneven).not.toBe(figures.unevenAsIs);
  await model.close();
});

it('solves handles on any joint of divided bones', async () => {
  const model = await openModel();
  const divided = divideBones(subject, 3).subject;
  const space = await openRigPoseSpace(divided.rig!, model, { priorSamples: 8, priorSteps: 2 });
  const { names, rest } = divided.skeleton;
  const part = names.indexOf('leftFrontFoot part 2');
  expect(part).toBeGreaterThan(0);
  expect(Array.from(space.anatomy.sources)).not.toContain(part);
  const position = [0, 1, 2].map((k) => rest[part * 3 + k] + 0.02) as [number, number, number];
  const { errors, findings } = await space.solve([{ joint: part, position }]);
  expect(findings).toEqual([]);
  expect(errors[0] / skeletonDiameter(divided.skeleton)).toBeLessThan(0.001);
  const [pose] = await space.sample();
  expect(pose.rotations).toHaveLength(restPose(divided.skeleton).rotations.length);
  await model.close();
});
