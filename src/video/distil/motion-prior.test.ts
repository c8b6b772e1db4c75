import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Rig, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { createFitBody, fromFitPose, poseBody, toFitPose } from '../fit/fit-body.js';
import { fitTrajectories, imaginePoses, noiseLevels } from './imagine-poses.js';
import { measureTrajectories } from './measure-trajectories.js';
import { findMotionAction } from './motion-actions.js';
import { cellWeights } from './motion-patches.js';
import {
  loadMotionPriorModel,
  type MotionPrior,
  openMotionPriorModel,
  usualSize,
} from './motion-prior-model.js';
import { createPriorBody, denoiseBody, fromCellAxes, toCellAxes } from './prior-body.js';
import { createPriorDenoiser } from './prior-denoiser.js';
import { resamplePoses } from './resample-poses.js';

const SAMPLE = new URL('../../../test/samples/motion-prior/', import.meta.url);
const { rig, clips } = sampleCreature('dog');
const { anatomy, turn } = createMotionBody(rig);
const body = createFitBody(anatomy.rig as Rig);
const subject = createPriorBody(body, turn, 4);
const { patches } = subject;

let prior: MotionPrior;
beforeAll(async () => {
  prior = await openMotionPriorModel(
    await loadMotionPriorModel((path) =>
      readFile(new URL(path, SAMPLE)).then((bytes) => new Uint8Array(bytes)),
    ),
  );
});

describe('patches', () => {
  it('groups the cells of three views by the joint that moves them most', () => {
    const { cells, joints, members, size } = patches;
    expect(new Set(cells.views).size).toBe(3);
    expect(joints.length).toBeGreaterThan(10);
    members.forEach((cell, i) => {
      expect(cellWeights(body, cells, cell)[0][0]).toBe(joints[Math.floor(i / size)]);
    });
  });

  it('says how far apart joints are in the tree', () => {
    const [first, second] = [0, 1].map((t) => patches.joints[t]);
    const steps = Number(subject.hops[1]);
    expect(subject.hops[0]).toBe(0n);
    expect(steps).toBe(Number(subject.hops[patches.joints.length]));
    if (body.parents[second] === first) expect(steps).toBe(1);
  });

  it('turns the axes of cameras to those of the body and back', () => {
    const rng = createRng(1);
    const values = Float32Array.from({ length: patches.cells.count * 8 * 3 }, () => rng.normal());
    const back = toCellAxes(subject, fromCellAxes(subject, values));
    back.forEach((value, i) => {
      expect(value).toBeCloseTo(values[i], 4);
    });
  });

  it('shows a body that rises as moving up in its own axes', () => {
    const lifted = { ...restPose(body.rig.skeleton), root: Float32Array.of(0, body.unit, 0) };
    const posed = Array.from({ length: 16 }, () => poseBody(body, toFitPose(lifted)));
    const own = fromCellAxes(subject, measureTrajectories(body, patches.cells, posed, 8));
    for (let i = 0; i < patches.members.length; i++) {
      expect(own[(i * 3 + 1) * 8]).toBeCloseTo(1, 4);
      expect(own[i * 3 * 8]).toBeCloseTo(0, 4);
    }
  });
});

describe('the network', () => {
  it('answers as PyTorch did', async () => {
    const { inputs, clean } = JSON.parse(await readFile(new URL('reference.json', SAMPLE), 'utf8'));
    const whole = ['hops', 'action'];
    const fed = Object.fromEntries(
      Object.entries(inputs as Record<string, { dims: number[]; data: number[] }>).map(
        ([name, { dims, data }]) => [
          name,
          { dims, data: whole.includes(name) ? BigInt64Array.from(data, BigInt) : Float32Array.from(data) },
        ],
      ),
    );
    const answer = (await prior.prior.run(fed)).clean.data as Float32Array;
    expect(answer.length).toBe(clean.length);
    answer.forEach((value, i) => {
      expect(value).toBeCloseTo(clean[i], 3);
    });
  });

  it('answers for several actions at once as for each alone', async () => {
    const rng = createRng(2);
    const noisy = Float32Array.from({ length: subject.points.length * 8 }, () => rng.normal());
    const size = usualSize(prior.card, 'walk');
    const both = await denoiseBody(prior, subject, noisy, 0.6, size, ['walk', undefined]);
    const [alone] = await denoiseBody(prior, subject, noisy, 0.6, size, [undefined]);
    expect(both[0]).not.toEqual(both[1]);
    both[1].forEach((value, i) => {
      expect(value).toBeCloseTo(alone[i], 4);
    });
  });

  it('is a score model of trajectories', async () => {
    const denoiser = createPriorDenoiser(prior, body, { prompt: 'a dog walks', turn });
    const noisy = new Float32Array(denoiser.cells.count * 8 * 3).fill(0.5);
    const clean = await denoiser.denoise(noisy, { time: 0.5, prompt: 'a dog walks', current: noisy });
    expect(clean.length).toBe(noisy.length);
    expect(clean.every(Number.isFinite)).toBe(true);
    expect(denoiser.deviations[0]).toBeCloseTo(Math.exp(-3) * 0.577, 4);
  });

  it('refuses the card of another version', async () => {
    const read = async (path: string) => {
      const bytes = new Uint8Array(await readFile(new URL(path, SAMPLE)));
      if (path !== 'card.json') return bytes;
      const card = JSON.parse(new TextDecoder().decode(bytes));
      return new TextEncoder().encode(JSON.stringify({ ...card, actions: ['idle'] }));
    };
    await expect(loadMotionPriorModel(read)).rejects.toThrow(/another version/);
  });
});

it('fits a rig to the trajectories of a real motion', () => {
  const poses = Array.from({ length: 16 }, (_, f) => {
    const { rotations, root } = clips[0].poses[f];
    return toFitPose({ rotations, root });
  });
  const posed = poses.map((pose) => poseBody(body, pose));
  const wanted = measureTrajectories(body, patches.cells, posed, 8);
  const rest = poses.map(() => toFitPose(restPose(body.rig.skeleton)));
  const found = fitTrajectories(subject, wanted, rest, 6);
  const distance = (list: typeof poses) => {
    let [sum, count] = [0, 0];
    list.forEach((pose, f) => {
      const [a, b] = [pose, poses[f]].map((one) => poseJoints(body.rig.skeleton, fromFitPose(one)).positions);
      for (let i = 0; i < a.length; i += 3, count++)
        sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    });
    return sum / count / skeletonDiameter(body.rig.skeleton);
  };
  expect(distance(found)).toBeLessThan(0.35 * distance(rest));
  expect(distance(found)).toBeLessThan(0.012);
});

it('imagines the same poses from the same seed, and others from another', async () => {
  const size = usualSize(prior.card, 'attack');
  const draw = (seed: number) =>
    imaginePoses(prior, subject, createRng(seed), { action: 'attack', size, steps: 4 });
  const [a, again, b] = [await draw(1), await draw(1), await draw(2)];
  expect(again).toEqual(a);
  expect(b).not.toEqual(a);
  expect(a).toHaveLength(16);
  expect(a.every(({ rotations }) => rotations.every(Number.isFinite))).toBe(true);
});

it('goes from nearly nothing but noise to none', () => {
  const levels = noiseLevels(10, 4);
  expect(levels[0]).toBeGreaterThan(0.98);
  expect(levels.at(-1)).toBe(0);
  levels.slice(1).forEach((level, i) => {
    expect(level).toBeLessThan(levels[i]);
  });
});

it('puts more frames between poses without leaving them', () => {
  const poses = Array.from({ length: 16 }, (_, f) => {
    const angle = 0.4 * Math.cos((Math.PI * 3 * (f + 0.5)) / 16);
    return {
      rotations: Float64Array.of(Math.sin(angle), 0, 0, Math.cos(angle)),
      root: Float64Array.of(0, f, 0),
    };
  });
  const finer = resamplePoses(poses, 31);
  poses.forEach(({ rotations }, f) => {
    expect(finer[f * 2].rotations[0]).toBeCloseTo(rotations[0], 1);
  });
  const flipped = poses.map((pose, f) =>
    f % 2 ? { ...pose, rotations: pose.rotations.map((x) => -x) } : pose,
  );
  finer.forEach(({ rotations }, f) => {
    const other = resamplePoses(flipped, 31)[f].rotations;
    expect(Math.abs(other[0] * rotations[0] + other[3] * rotations[3])).toBeCloseTo(1, 5);
  });
});

it.each([
  ['Armature|Walk', 'walk'],
  ['HitReact', 'hit'],
  ['walk_attack', 'attack'],
  ['a fox jumps', 'jump'],
  ['library turn-left', undefined],
  ['Death_A', 'death'],
  ['bird flies over', 'fly'],
  ['running', 'run'],
  ['grunt', undefined],
  ['Swimming_Fast', 'swim'],
])('reads %s as %s', (text, action) => {
  expect(findMotionAction(text)).toBe(action);
});
