import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { openRigPoseSpace } from '../space/open-rig-pose-space.js';
import { sampleCleanPoses } from '../space/sample-clean-poses.js';
import { createPlausibilityScorer } from '../validate/create-plausibility-scorer.js';
import { createPoseChecker } from '../validate/create-pose-checker.js';
import { fitJointLimits } from '../validate/fit-joint-limits.js';
import { findPoseFaults } from './find-pose-faults.js';
import { repairPose } from './repair-pose.js';
import { repairPoses } from './repair-poses.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig } = sampleCreature('dog');
const { skeleton } = rig;
const jointCount = skeleton.parents.length;
const diameter = skeletonDiameter(skeleton);
/** What the network takes for natural says nothing, as it has learnt nothing. */
const FREE = { limits: 'none', keepNatural: false } as const;

let model: PoseModel;
let space: PoseSpace;
/** Poses in which the skin runs through itself. */
let broken: Pose[];

function randomPose(seed: number, spread: number): Pose {
  const rng = createRng(seed);
  const pose = restPose(skeleton);
  for (let j = 1; j < jointCount; j++) {
    expRotationInto(
      pose.rotations,
      j * 4,
      [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread],
      0,
    );
  }
  pose.root.set([0.3, 0.1, -0.2]);
  return pose;
}

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
  broken = [];
  for (let seed = 1; broken.length < 4; seed++) {
    const pose = randomPose(seed, 0.45);
    if ((await findPoseFaults(space, pose, FREE)).area > 0) broken.push(pose);
  }
});
afterAll(() => model.close());

const jointPositions = (pose: Pose) => poseJoints(skeleton, pose).positions;

describe('repairPose', () => {
  it('leaves a clean pose unchanged', async () => {
    const pose = restPose(skeleton);
    const repaired = await repairPose(space, pose, FREE);
    expect(repaired.rotations).toBe(pose.rotations);
    expect(repaired).toMatchObject({ change: 0, findings: [], before: { area: 0 }, after: { area: 0 } });
  });

  it('takes bodies out of themselves, as an independent count of triangles shows, and changes little', async () => {
    const finder = createIntersectionFinder(rig.mesh);
    for (const pose of broken) {
      const repaired = await repairPose(space, pose, FREE);
      expect(repaired.before.area).toBeGreaterThan(0);
      expect(repaired.after.area).toBe(0);
      expect(finder.find(skinMesh(rig, pose)).pairs.length).toBeGreaterThan(0);
      expect(finder.find(skinMesh(rig, repaired)).pairs).toHaveLength(0);
      expect(repaired.change).toBeGreaterThan(0);
      expect(repaired.change).toBeLessThan(0.1);
      expect(repaired.root).toEqual(pose.root);
      // What needs more than the bound says so.
      expect(repaired.findings.map(({ code }) => code)).toEqual(repaired.change > 0.03 ? ['moved-far'] : []);
    }
  });

  it('is the same for the same pose, and for the body at any size', async () => {
    const [a, b] = [await repairPose(space, broken[0], FREE), await repairPose(space, broken[0], FREE)];
    expect(a.rotations).toEqual(b.rotations);
    const large = {
      ...rig,
      mesh: { ...rig.mesh, positions: rig.mesh.positions.map((value) => value * 1024) },
      skeleton: { ...skeleton, rest: skeleton.rest.map((value) => value * 1024) },
    };
    const other = await openRigPoseSpace(large, model, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
    const pose = { ...broken[0], root: broken[0].root.map((value) => value * 1024) };
    const c = await repairPose(other, pose, FREE);
    for (const [i, value] of c.rotations.entries()) expect(value).toBeCloseTo(a.rotations[i], 4);
    for (const [i, value] of c.root.entries()) expect(value / 1024).toBeCloseTo(a.root[i], 4);
  });

  it('holds pinned joints and handles', async () => {
    const leaves = Array.from(skeleton.parents.keys()).filter((j) => !skeleton.parents.includes(j));
    const pinned = [0, leaves[0]];
    for (const pose of broken.slice(0, 2)) {
      const repaired = await repairPose(space, pose, { ...FREE, pinned });
      const [before, after] = [jointPositions(pose), jointPositions(repaired)];
      for (const joint of pinned) {
        const away = Math.hypot(...[0, 1, 2].map((k) => before[joint * 3 + k] - after[joint * 3 + k]));
        expect(away / diameter).toBeLessThan(1e-3);
      }
      expect(repaired.errors).toHaveLength(2);
      expect(Math.max(...repaired.errors) / diameter).toBeLessThan(1e-3);
      expect(repaired.after.area).toBeLessThan(0.5 * repaired.before.area);
    }
  });

  it('applies a share of the change at lower strength', async () => {
    const whole = await repairPose(space, broken[0], FREE);
    const half = await repairPose(space, broken[0], { ...FREE, strength: 0.5 });
    expect(half.change).toBeGreaterThan(0.3 * whole.change);
    expect(half.change).toBeLessThan(0.7 * whole.change);
    const none = await repairPose(space, broken[0], { ...FREE, strength: 0 });
    expect(none.change).toBeLessThan(1e-6);
  });

  it('rotates joints back within limits', async () => {
    const poses = Array.from({ length: 12 }, (_, i) => randomPose(i, 0.1).rotations);
    const rotations = new Float32Array(poses.flatMap((list) => [...list]));
    const limits = fitJointLimits(rotations, space.rig);
    const pose = restPose(skeleton);
    const turn = [0, 0, 0, 1];
    expRotationInto(turn, 0, [1.4, 0.3, 0], 0);
    const joint = jointCount - 2;
    multiplyQuaternionInto(pose.rotations, joint * 4, turn, 0, pose.rotations, joint * 4);
    const repaired = await repairPose(space, pose, { limits, keepNatural: false });
    expect(repaired.before.excess).toBeGreaterThan(0.3);
    expect(repaired.after.excess).toBeLessThan(0.011);
  });

  it('repairs what it can of a rig without a mesh, and says so', async () => {
    const bare = await openRigPoseSpace({ skeleton }, model, {
      anatomy: 'as-is',
      priorSamples: 8,
      priorSteps: 2,
    });
    const repaired = await repairPose(bare, broken[0], { limits: 'learned' });
    expect(repaired.findings.map(({ code }) => code)).toContain('no-skin');
    expect(repaired.before.area).toBe(0);
  });

  it('rejects bad options, and can be aborted', async () => {
    await expect(repairPose(space, broken[0], { strength: 2 })).rejects.toThrow(/strength is 2/);
    await expect(repairPose(space, broken[0], { tolerance: NaN })).rejects.toThrow(/tolerance is NaN/);
    const limits = fitJointLimits(new Float64Array(0), {
      parents: Int16Array.of(-1),
      rest: new Float64Array(3),
    });
    await expect(repairPose(space, broken[0], { limits })).rejects.toThrow(/limits of 1 joints/);
    const signal = AbortSignal.abort();
    await expect(repairPose(space, broken[0], { ...FREE, signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

it('keeps natural poses natural, parts others all the same, and says so', async () => {
  const scorer = await createPlausibilityScorer(space);
  const options = { limits: 'none' } as const;
  for (const pose of broken) {
    const before = await scorer.score(pose);
    const repaired = await repairPose(space, pose, options);
    const after = await scorer.score(repaired);
    const own = repaired.findings.map(({ code }) => code);
    expect(own.includes('less-natural')).toBe(after.score > Math.max(1, 1.01 * before.score) + 1e-6);
    expect(own.includes('kept-natural') && before.score > 1).toBe(false);
    if (!own.includes('kept-natural')) expect(repaired.after.area).toBe(0);
    expect(repaired.after.area).toBeLessThanOrEqual(repaired.before.area);
  }
});

it('makes no frame of a clip less natural', async () => {
  const scorer = await createPlausibilityScorer(space);
  const clip = await repairPoses(space, broken, { limits: 'none', smoothing: 0 });
  for (const [f, pose] of broken.entries()) {
    const before = await scorer.score(pose);
    const after = await scorer.score(clip.poses[f]);
    expect(after.score).toBeLessThanOrEqual(Math.max(1, 1.01 * before.score) + 1e-6);
  }
});

it('leaves contacts alone that pose check finds in order', async () => {
  // Joints a little further each time: before it is a fault for both, it is in order for both.
  const checker = await createPoseChecker(space, { examples: [], samples: 4 });
  let tolerated = 0;
  for (let seed = 1; seed < 40 && tolerated < 2; seed++) {
    const pose = randomPose(seed, 0.3);
    const strict = await findPoseFaults(space, pose, { ...FREE, restOverlaps: 'counted' });
    if (strict.area === 0) continue;
    const { findings } = await checker.check(pose);
    const faulty = findings.some(({ code }) => code === 'self-intersection');
    const repaired = await repairPose(space, pose, FREE);
    expect(repaired.change > 0).toBe(faulty);
    if (!faulty) tolerated++;
  }
  expect(tolerated).toBe(2);
});

it('repairs a clip smoothly and leaves frames far from faults as they were', async () => {
  const rest = restPose(skeleton);
  const frames = Array.from({ length: 25 }, (_, f): Pose => {
    // From rest into a broken pose and back.
    const share = Math.max(0, 1 - Math.abs(f - 12) / 6);
    const rotations = rest.rotations.slice();
    for (let j = 0; j < jointCount; j++) {
      for (let k = 0; k < 4; k++) {
        const to = broken[1].rotations[j * 4 + k] * Math.sign(broken[1].rotations[j * 4 + 3] || 1);
        rotations[j * 4 + k] = (1 - share) * rest.rotations[j * 4 + k] + share * to;
      }
      const length = Math.hypot(...rotations.subarray(j * 4, j * 4 + 4));
      for (let k = 0; k < 4; k++) rotations[j * 4 + k] /= length;
    }
    return { rotations, root: rest.root };
  });
  const { poses, before, after, changes } = await repairPoses(space, frames, { ...FREE, smoothing: 3 });
  const sum = (list: readonly { area: number }[]) => list.reduce((total, { area }) => total + area, 0);
  expect(sum(before)).toBeGreaterThan(0);
  expect(sum(after)).toBeLessThan(0.1 * sum(before));
  expect(poses[0]).toBe(frames[0]);
  expect(changes[0]).toBe(0);
  const jolt = (list: readonly Pose[]) => {
    const at = list.map(jointPositions);
    let most = 0;
    for (let f = 1; f + 1 < at.length; f++) {
      for (let i = 0; i < at[f].length; i++)
        most = Math.max(most, Math.abs(at[f - 1][i] - 2 * at[f][i] + at[f + 1][i]));
    }
    return most / diameter;
  };
  expect(jolt(poses)).toBeLessThan(jolt(frames) + 0.02);
});

it('samples clean poses and counts the outcomes', async () => {
  const clean = await sampleCleanPoses(space, { count: 3, steps: 2, seed: 2, mostDraws: 4 });
  expect(clean.drawnCount).toBe(clean.soundCount + clean.repairedCount + clean.rejectedCount);
  expect(clean.poses).toHaveLength(clean.soundCount + clean.repairedCount);
  for (const pose of clean.poses) {
    const faults = await findPoseFaults(space, pose);
    expect(faults.area).toBe(0);
    expect(faults.excess).toBeLessThan(0.012);
  }
  if (clean.poses.length < 3) expect(clean.findings[0].code).toBe('too-few-clean-poses');
});
