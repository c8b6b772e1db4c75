import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import { quaternionTo6dInto } from '../../math/rotation6d.js';
import { leafJoints } from '../../rig/joint-tree.js';
import type { PoseDenoiser } from '../model/bind-rig.js';
import { fitPosePrior, type PosePrior } from '../prior/pose-prior.js';
import { STATE_CHANNELS, STATE_SCALE } from '../records/pose-state.js';
import { createSolverRig } from '../records/solver-rig.js';
import { measureCompletionErrors } from './completion-errors.js';

/** A chain of eight bones along x. */
const JOINTS = 9;
const rig = createSolverRig({
  parents: Int16Array.from({ length: JOINTS }, (_, j) => j - 1),
  rest: Float32Array.from({ length: JOINTS * 3 }, (_, i) => (i % 3 === 0 ? i / 12 : 0)),
});

const leaves = leafJoints(rig.parents);

/** Waves across the chain: neighbours rotate in opposite directions, and the last joint hardly moves. */
function waves(count: number): Float64Array {
  const rotations = new Float64Array(count * JOINTS * 4);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < JOINTS; j++) {
      const angle = 0.9 * Math.sin(((i + 0.5) / count) * 6.3 + j);
      axisAngleInto(rotations, (i * JOINTS + j) * 4, 0, 1, 0, angle);
    }
  }
  return rotations;
}

/** A network that gives one answer after the other. */
function answering(answers: Float64Array): PoseDenoiser {
  let callCount = 0;
  return {
    jointCount: JOINTS,
    async predict() {
      const states = new Float32Array(JOINTS * STATE_CHANNELS);
      const six = new Float64Array(6);
      for (let j = 0; j < JOINTS; j++) {
        quaternionTo6dInto(six, 0, answers, (callCount * JOINTS + j) * 4);
        for (let k = 0; k < 6; k++) {
          states[j * STATE_CHANNELS + k] = (six[k] - (k % 4 === 0 ? 1 : 0)) / STATE_SCALE.rotation;
        }
      }
      callCount++;
      return states;
    },
  };
}

const poses = waves(5);
const still = new Float64Array(poses.length).map((_, i) => (i % 4 === 3 ? 1 : 0));
const prior: PosePrior = fitPosePrior(still, JOINTS);

it('separates a network that knows the poses from one that does not', async () => {
  const knows = await measureCompletionErrors(answering(poses), rig, prior, poses, () => leaves);
  const guesses = await measureCompletionErrors(answering(still), rig, prior, poses, () => leaves);
  expect(knows.rest).toBe(guesses.rest);
  expect(knows.rest).toBeGreaterThan(0.05);
  expect(knows.network).toBeLessThan(0.3 * knows.rest);
  expect(guesses.network).toBeGreaterThan(0.7 * guesses.rest);
});

it('is nothing at rest, and nothing without poses', async () => {
  const atRest = await measureCompletionErrors(answering(still), rig, prior, still, () => leaves);
  expect(Math.max(atRest.network, atRest.rest)).toBeLessThan(1e-3);
  const none = await measureCompletionErrors(answering(still), rig, prior, new Float64Array(0), () => leaves);
  expect(none).toEqual({ network: 0, rest: 0 });
});
