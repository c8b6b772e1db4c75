import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { adaptPoseSpace } from './adapt-pose-space.js';
import { openRigPoseSpace } from './open-rig-pose-space.js';

/** An untrained network of the right shapes: all knowledge comes from examples. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('dog');
const { skeleton } = rig;
const diameter = skeletonDiameter(skeleton);
const frames = clips[1].poses;
const exampleFrames = frames.filter((_, i) => i % 4 === 0);
const others = frames.filter((_, i) => i % 4 === 2);
const opening = { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 } as const;

let model: PoseModel;
let plain: PoseSpace;

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  plain = await openRigPoseSpace(rig, model, opening);
});
afterAll(() => model.close());

const leaves = Array.from(skeleton.parents.keys()).filter((j) => !skeleton.parents.includes(j));
const pinPositions = (pose: Pose) => poseJoints(skeleton, pose).positions;

/** Mean error of the joints that are not given, share of the diameter. */
async function completionError(space: PoseSpace, poses: readonly Pose[]): Promise<number> {
  let sum = 0;
  for (const pose of poses) {
    const jointPositions = pinPositions(pose);
    const at = (joint: number): [number, number, number] =>
      [...jointPositions.subarray(joint * 3, joint * 3 + 3)] as never;
    const solved = await space.solve([0, ...leaves].map((joint) => ({ joint, position: at(joint) })));
    const found = pinPositions(solved);
    for (let j = 0; j < skeleton.parents.length; j++) {
      sum += Math.hypot(...[0, 1, 2].map((k) => found[j * 3 + k] - jointPositions[j * 3 + k]));
    }
  }
  return sum / (poses.length * skeleton.parents.length * diameter);
}

describe('adapting', () => {
  it('completes poses like the examples better, and leaves the space that was given as it was', async () => {
    const some = others.slice(0, 6);
    const before = await completionError(plain, some);
    const adapted = adaptPoseSpace(plain, exampleFrames);
    expect(await completionError(adapted, some)).toBeLessThan(0.6 * before);
    expect(await completionError(plain, some)).toBe(before);
    expect(plain.examples).toEqual([]);
    expect(adapted.unadapted).toBe(plain);
    expect(plain.unadapted).toBeUndefined();
  });

  it('still meets handles, and is the same every time', async () => {
    const handles = [0, ...leaves].map((joint) => {
      const jointPositions = pinPositions(frames[1]);
      return { joint, position: [...jointPositions.subarray(joint * 3, joint * 3 + 3)] as never };
    });
    const solved = await adaptPoseSpace(plain, exampleFrames).solve(handles);
    expect(Math.max(...solved.errors)).toBeLessThan(0.001 * diameter);
    const again = await openRigPoseSpace(rig, model, { ...opening, examples: exampleFrames });
    expect(await again.solve(handles)).toEqual(solved);
  });

  it('costs a solve no more columns than before', async () => {
    const { sampleCount } = await plain.prepare();
    expect((await adaptPoseSpace(plain, exampleFrames).prepare()).sampleCount).toBe(sampleCount);
    expect((await adaptPoseSpace(plain, exampleFrames.slice(0, 1)).prepare()).sampleCount).toBe(sampleCount);
  });

  it('leans on what any body would do more than before: examples are few', async () => {
    const most = ({ couplings = [] }: PosePrior) => Math.max(0, ...couplings.flatMap(({ angles }) => angles));
    const before = most(await plain.prepare());
    expect(before).toBeGreaterThan(0);
    expect(most(await adaptPoseSpace(plain, exampleFrames).prepare())).toBeGreaterThan(2 * before);
  });

  it('adds to earlier examples, each pose once', async () => {
    const [a, b, c] = [frames[0], frames[3], frames[6]];
    const twice = adaptPoseSpace(adaptPoseSpace(plain, [a, b]), [b, c]);
    expect(twice.examples).toHaveLength(3);
    expect(new Set(twice.examples)).toEqual(new Set([a, b, c]));
    expect(twice.unadapted).toBe(plain);
    const once = adaptPoseSpace(plain, [a, b, c]);
    expect((await twice.prepare()).mean).toEqual((await once.prepare()).mean);
  });

  it('keeps the most different of many', () => {
    const { examples } = adaptPoseSpace(plain, frames, { most: 5 });
    expect(examples).toHaveLength(5);
    const spread = (poses: readonly Pose[]) => {
      let nearest = Infinity;
      for (const [i, pose] of poses.entries()) {
        for (const other of poses.slice(0, i)) {
          const [p, q] = [pinPositions(pose), pinPositions(other)];
          nearest = Math.min(nearest, Math.hypot(...p.map((value, k) => value - q[k])));
        }
      }
      return nearest;
    };
    expect(spread(examples)).toBeGreaterThan(spread(frames.slice(0, 5)));
  });

  it('does not depend on position and heading of the examples', async () => {
    const moved = exampleFrames.map((pose) => {
      const rotations = pose.rotations.slice();
      const [x, y, z, w] = rotations;
      const [s, c] = [Math.sin(0.4), Math.cos(0.4)];
      rotations.set([c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y]);
      return { rotations, root: Float32Array.of(3, pose.root[1], -2) };
    });
    const { mean } = await adaptPoseSpace(plain, moved).prepare();
    const expected = (await adaptPoseSpace(plain, exampleFrames).prepare()).mean;
    for (let i = 0; i < mean.length; i++) expect(mean[i]).toBeCloseTo(expected[i], 4);
  });
});

it('samples from the examples, the same for the same seed', async () => {
  const adapted = adaptPoseSpace(plain, exampleFrames);
  const samples = await adapted.sample({ count: 9, seed: 3, steps: 4 });
  expect(await adapted.sample({ count: 9, seed: 3, steps: 4 })).toEqual(samples);
  expect(await adapted.sample({ count: 0 })).toEqual([]);
  // Without noise of their own, all that is left is the example: the same for one, another for another.
  const still = async (example: Pose) =>
    adaptPoseSpace(plain, [example]).sample({ count: 2, steps: 4, strength: 0 });
  const [first, second] = await still(frames[0]);
  expect(second.rotations).toEqual(first.rotations);
  expect((await still(frames[6]))[0].rotations).not.toEqual(first.rotations);
  expect(new Set(samples.map(({ rotations }) => rotations.join())).size).toBe(9);
  await expect(adapted.sample({ strength: -1 })).rejects.toMatchObject({ code: 'bad-usage' });
});

it('survives poses that are hardly any, and refuses what is none', async () => {
  const broken = { ...restPose(skeleton), rotations: new Float32Array(skeleton.parents.length * 4) };
  const { mean } = await adaptPoseSpace(plain, [broken]).prepare();
  expect(mean.every(Number.isFinite)).toBe(true);
  expect(() => adaptPoseSpace(plain, [])).toThrow(/no poses/);
  expect(() => adaptPoseSpace(plain, exampleFrames, { most: 0 })).toThrow(/most is 0/);
  const short = { ...restPose(skeleton), rotations: new Float32Array(4) };
  expect(() => adaptPoseSpace(plain, [short])).toThrow(/use poses of this rig/);
  const wild = restPose(skeleton);
  wild.rotations[5] = Number.NaN;
  expect(() => adaptPoseSpace(plain, [wild])).toThrow(/use poses of this rig/);
});

it('can be aborted, and run again', async () => {
  const fresh = await openRigPoseSpace(rig, model, opening);
  const adapted = adaptPoseSpace(fresh, exampleFrames);
  await expect(adapted.prepare({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  expect((await adapted.prepare()).examples!.length).toBeGreaterThan(0);
});
