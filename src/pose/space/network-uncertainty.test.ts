import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { PoseDenoiser } from '../model/bind-rig.js';
import { HANDLE_CHANNELS } from '../model/pose-model.js';
import { fitPosePrior } from '../prior/pose-prior.js';
import { rotationsToStateInto, STATE_CHANNELS } from '../records/pose-state.js';
import { createSolverRig } from '../records/solver-rig.js';
import { predictPose, predictPoseWithMirror } from '../solve/predict-pose.js';
import { measureNetworkUncertainty } from './network-uncertainty.js';

// Two limbs of five joints on one root.
const parents = Int16Array.of(-1, 0, 1, 2, 3, 4, 0, 6, 7, 8, 9);
const jointCount = parents.length;
const rest = Float64Array.from({ length: jointCount * 3 }, (_, i) => {
  const joint = Math.floor(i / 3);
  return joint === 0 || i % 3 !== 0 ? 0 : (joint < 6 ? joint : 5 - joint) * 0.2;
});
const rig = createSolverRig({ parents, rest });

const samples = new Float64Array(16 * jointCount * 4);
const rng = createRng(3);
for (let o = 0; o < samples.length; o += 4) {
  const turn = o % (jointCount * 4) === 0 ? [0, 0, 0] : [0, rng.normal() * 0.5, rng.normal() * 0.5];
  expRotationInto(samples, o, turn, 0);
}
const prior = fitPosePrior(samples, jointCount);
const sample = (i: number) => samples.subarray(i * jointCount * 4, (i + 1) * jointCount * 4);
const pinPositions = (rotations: Float64Array) => {
  const positions = new Float64Array(jointCount * 3);
  forwardKinematicsInto(positions, new Float64Array(jointCount * 4), rig, rotations);
  return positions;
};
const positions = Array.from({ length: 16 }, (_, i) => pinPositions(sample(i)));

/** A network whose answers are rotations. */
const answering = (answer: (handles: Float32Array) => Float64Array): PoseDenoiser => ({
  jointCount,
  async predict(_states, _batch, _time, handles) {
    const state = new Float32Array(jointCount * STATE_CHANNELS);
    const rotations = answer(handles!);
    rotationsToStateInto(state, 0, rig, rotations, pinPositions(rotations));
    return state;
  },
});

/** Memorises the samples: returns the one that fits the observed joints. */
const knowing = answering((handles) => {
  const away = positions.map((place) => {
    let sum = 0;
    for (let j = 0; j < jointCount; j++) {
      const o = j * HANDLE_CHANNELS;
      for (let k = 0; k < 3; k++) sum += handles[o] * Math.abs(handles[o + 1 + k] / 1.5 - place[j * 3 + k]);
    }
    return sum;
  });
  return sample(away.indexOf(Math.min(...away)));
});
const still = answering(() => new Float64Array(jointCount * 4).map((_, i) => (i % 4 === 3 ? 1 : 0)));
const lost = answering(() => sample(15));

describe('uncertainty of the network', () => {
  it('is none where it knows its own poses, and grows with what it gets wrong', async () => {
    const [known, rested, strayed] = [
      await measureNetworkUncertainty(knowing, rig, prior),
      await measureNetworkUncertainty(still, rig, prior),
      await measureNetworkUncertainty(lost, rig, prior),
    ];
    // The error of rest does not depend on the network.
    expect(known.restError).toBeGreaterThan(0.05);
    expect(strayed.restError).toBe(known.restError);
    const [little, some, much] = [
      known.networkErrorFloor,
      rested.networkErrorFloor,
      strayed.networkErrorFloor,
    ];
    expect(little.few).toBeLessThan(1e-4);
    expect(little.leaves).toBeLessThan(1e-4);
    expect(some.few).toBeGreaterThan(0.01);
    expect(much.few).toBeGreaterThan(some.few);
    expect(much.leaves).toBeGreaterThan(some.leaves);
    expect(much.few).toBeLessThan(0.3);
  });

  it('can be given up', async () => {
    await expect(measureNetworkUncertainty(still, rig, prior, AbortSignal.abort())).rejects.toThrow();
  });
});

describe('prediction with its mirror image', () => {
  const handles = [
    {
      kind: 'position',
      points: [{ joint: 5, offset: [0, 0, 0], weight: 1 }],
      target: [0.3, 0.5, 0.2],
    } as const,
  ];
  const received: Float32Array[] = [];
  const first = answering((channels) => {
    received.push(channels);
    return sample(1);
  });
  const mirror = (rotations: Float64Array) =>
    rotations.map((value, i) => (i % 4 === 1 || i % 4 === 2 ? -value : value));

  it('mirrors the handles and mirrors the prediction back', async () => {
    const mirrored = answering((channels) => {
      received.push(channels);
      return mirror(sample(1));
    });
    const once = await predictPose(first, rig, handles);
    received.length = 0;
    const twice = await predictPoseWithMirror({ ...first, mirrored }, rig, handles);
    twice!.rotations.forEach((value, i) => {
      expect(value).toBeCloseTo(once!.rotations[i], 6);
    });
    const o = 5 * HANDLE_CHANNELS;
    const [plain, across] = received;
    expect(across[o + 1]).toBe(-plain[o + 1]);
    expect(across[o + 4]).toBe(-plain[o + 4]);
    expect([across[o], across[o + 2], across[o + 3]]).toEqual([plain[o], plain[o + 2], plain[o + 3]]);
  });

  it('gives the mean of two answers, or the one there is', async () => {
    const mirrored = answering(() => mirror(sample(2)));
    const { rotations } = (await predictPoseWithMirror({ ...first, mirrored }, rig, handles))!;
    const middle = sample(1).map((value, i) => value + sample(2)[i]);
    const length = Math.hypot(...middle.subarray(4, 8));
    for (let k = 4; k < 8; k++) expect(rotations[k]).toBeCloseTo(middle[k] / length, 5);
    const alone = await predictPoseWithMirror(first, rig, handles);
    expect(alone).toEqual(await predictPose(first, rig, handles));
  });
});
