import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { adaptPoseSpace } from '../space/adapt-pose-space.js';
import { openRigPoseSpace } from '../space/open-rig-pose-space.js';
import { createPlausibilityScorer, type PlausibilityScorer } from './create-plausibility-scorer.js';

/** A network of the right shapes that has learnt nothing: only what is measured against samples can be tested with it. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('dog');
const jointCount = rig.skeleton.parents.length;
const frames = clips.flatMap((clip) => clip.poses);
let model: PoseModel;
let space: PoseSpace;
let scorer: PlausibilityScorer;

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 20, priorSteps: 2 });
  scorer = await createPlausibilityScorer(space);
});
afterAll(() => model.close());

/** A pose whose joints are all rotated at random. */
function shake({ rotations, root }: Pose, angle: number, seed: number): Pose {
  const rng = createRng(seed);
  const rotated = rotations.slice();
  const turn = [0, 0, 0, 1];
  for (let j = 0; j < jointCount; j++) {
    expRotationInto(turn, 0, [angle * rng.normal(), angle * rng.normal(), angle * rng.normal()], 0);
    multiplyQuaternionInto(rotated, j * 4, turn, 0, rotated, j * 4);
  }
  return { rotations: rotated, root };
}

it('scores nineteen of twenty of its own poses as natural', async () => {
  const { samples } = await space.prepare();
  const scores: number[] = [];
  for (let i = 0; i < 20; i++) {
    const rotations = Float32Array.from(samples.subarray(i * jointCount * 4, (i + 1) * jointCount * 4));
    scores.push((await scorer.score({ rotations, root: new Float32Array(3) })).score);
  }
  const inside = scores.filter((score) => score <= 1).length;
  expect(inside).toBeGreaterThanOrEqual(19);
  expect(Math.max(...scores)).toBeGreaterThan(0.8);
  expect(Math.min(...scores)).toBeGreaterThan(0);
});

it('scores random poses as unnatural, whatever their heading and position', async () => {
  const wild = shake(frames[0], 0.8, 3);
  const { score, joints } = await scorer.score(wild);
  expect(score).toBeGreaterThan(1);
  expect(joints).toHaveLength(jointCount);
  expect(joints.every((value) => value >= 0 && value < Infinity)).toBe(true);
  const rotated = { rotations: wild.rotations.slice(), root: Float32Array.of(5, 1, -3) };
  multiplyQuaternionInto(rotated.rotations, 0, [0, Math.sin(0.4), 0, Math.cos(0.4)], 0, rotated.rotations, 0);
  expect((await scorer.score(rotated)).score).toBeCloseTo(score, 3);
});

it('scores examples as natural', async () => {
  const adapted = await createPlausibilityScorer(adaptPoseSpace(space, frames));
  const mean = async (of: PlausibilityScorer, poses: readonly Pose[]) => {
    let sum = 0;
    for (const pose of poses) sum += (await of.score(pose)).score / poses.length;
    return sum;
  };
  const some = frames.filter((_, i) => i % 9 === 4);
  const broken = some.map((pose, i) => shake(pose, 0.3, i));
  const before = (await mean(scorer, broken)) / (await mean(scorer, some));
  const after = (await mean(adapted, broken)) / (await mean(adapted, some));
  expect(after).toBeGreaterThan(1.1 * before);
  expect(await mean(adapted, some)).toBeLessThan(1.1);
});

it('refuses poses of another rig', async () => {
  const pose = { rotations: new Float32Array(8), root: new Float32Array(3) };
  await expect(scorer.score(pose)).rejects.toThrow(/the pose has 2 joints/);
});
