import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { createFitBody, poseBody, toFitPose } from '../fit/fit-body.js';
import { distilCameras } from './distil-cameras.js';
import type { DistilCheckpoint } from './distil-options.js';
import { distilTrajectories } from './distil-trajectories.js';
import { createExactTrajectoryDenoiser } from './exact-denoiser.js';
import { measureTrajectories } from './measure-trajectories.js';
import { cosineBasis, findTrajectoryCells } from './trajectory-cells.js';
import type { TrajectoryDenoiser } from './trajectory-denoiser.js';

const [FRAMES, FREQUENCIES] = [8, 6];
const { rig, clips } = sampleCreature('crow');
const body = createFitBody(rig);
const cells = findTrajectoryCells(body, distilCameras(rig, 2).cameras, 24);
const posesOf = (clip: number): Pose[] =>
  Array.from({ length: FRAMES }, (_, f) => {
    const { rotations, root } = clips[clip].poses[f * 2];
    return { rotations, root: Float32Array.of(0, root[1], 0) };
  });
const trajectoriesOf = (poses: readonly Pose[]) =>
  measureTrajectories(
    body,
    cells,
    poses.map((pose) => poseBody(body, toFitPose(pose))),
    FREQUENCIES,
  );
const exact = createExactTrajectoryDenoiser(
  cells,
  clips.map(({ name }, i) => ({ caption: name, trajectories: trajectoriesOf(posesOf(i)) })),
  { frameCount: FRAMES, deviations: Float32Array.of(0.3, 0.1, 0.1, 0.1, 0.05, 0.05) },
);

/** Mean distance of joints in % of the diameter. */
function distance(poses: readonly Pose[], truth: readonly Pose[]): number {
  let [sum, count] = [0, 0];
  poses.forEach((pose, f) => {
    const [a, b] = [pose, truth[f]].map((one) => poseJoints(rig.skeleton, one).positions);
    for (let i = 0; i < a.length; i += 3, count++)
      sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  });
  return (100 * sum) / count / skeletonDiameter(rig.skeleton);
}

describe('distillation through trajectories', () => {
  it.each([0, 1, 2])('recovers motion %i of three', async (clip) => {
    const { clip: found } = await distilTrajectories(rig, exact, { prompt: clips[clip].name });
    expect(distance(found.poses, posesOf(clip))).toBeLessThan(2);
  });

  it('takes a motion of the set where the prompt names none', async () => {
    const { clip: found } = await distilTrajectories(rig, exact, { prompt: 'anything', guidance: 1 });
    const distances = clips.map((_, i) => distance(found.poses, posesOf(i)));
    expect(Math.min(...distances)).toBeLessThan(2);
  });

  it('resumes to the same numbers', async () => {
    const options = { prompt: clips[1].name, iterations: 6, schedule: 'paper' } as const;
    const states: DistilCheckpoint[] = [];
    const whole = await distilTrajectories(rig, exact, { ...options, onIteration: (s) => states.push(s) });
    const again = await distilTrajectories(rig, exact, { ...options, checkpoint: states[2] });
    expect(again.clip.poses).toEqual(whole.clip.poses);
  });

  it('pulls what lies below the ground up', async () => {
    const sunk = posesOf(0).map((pose) => ({ ...pose, root: Float32Array.of(0, -0.1, 0) }));
    const still: TrajectoryDenoiser = { ...exact, denoise: async (_, { current }) => current };
    const run = (groundWeight: number) =>
      distilTrajectories(rig, still, { prompt: '', start: sunk, groundWeight, iterations: 20 });
    const depths = (await Promise.all([run(1), run(0)])).map(({ history }) => history.at(-1)!.ground);
    expect(depths[0]).toBeLessThan(0.2 * depths[1]);
  });

  it('refuses answers of the wrong size', async () => {
    const broken: TrajectoryDenoiser = { ...exact, denoise: async () => new Float32Array(3) };
    await expect(distilTrajectories(rig, broken, { prompt: '' })).rejects.toThrow(/"exact" should give/);
  });
});

it('finds one point per cell that shows the body, and coefficients that are mean and waves', () => {
  expect(new Set(Array.from(cells.cells, (cell, n) => cells.views[n] * 1e4 + cell)).size).toBe(cells.count);
  const lifted = { ...restPose(rig.skeleton), root: Float32Array.of(0, body.unit, 0) };
  const coefficients = trajectoriesOf(Array.from({ length: FRAMES }, () => lifted));
  for (let n = 0; n < cells.count; n++) {
    const { up } = cells.cameras[cells.views[n]];
    expect(coefficients[n * FREQUENCIES * 3 + 1]).toBeCloseTo(up[1], 4);
    expect(coefficients[(n * FREQUENCIES + 1) * 3 + 1]).toBeCloseTo(0, 4);
  }
  const basis = cosineBasis(FREQUENCIES, FRAMES);
  const wave = (a: number, b: number) =>
    Array.from({ length: FRAMES }, (_, f) => basis[a * FRAMES + f] * basis[b * FRAMES + f] * FRAMES).reduce(
      (x, y) => x + y,
    );
  expect(wave(2, 2)).toBeCloseTo(1);
  expect(wave(2, 3)).toBeCloseTo(0);
});
