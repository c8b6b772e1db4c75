import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionAngle } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { fitPosePrior, type PosePrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import { createSolverRig } from '../records/solver-rig.js';
import { estimatePose } from './estimate-pose.js';

// Two limbs of four joints on one root.
const parents = Int16Array.of(-1, 0, 1, 2, 3, 0, 5, 6, 7);
const jointCount = parents.length;
const rest = Float64Array.from({ length: jointCount * 3 }, (_, i) => {
  const joint = Math.floor(i / 3);
  const along = (((joint - 1) % 4) + 1) * 0.25;
  return joint === 0 || i % 3 !== 0 ? 0 : joint < 5 ? along : -along;
});
const rig = createSolverRig({ parents, rest });

function bend(seed: number, angle: number): Float64Array {
  const rng = createRng(seed);
  const rotations = new Float64Array(jointCount * 4);
  for (let j = 0; j < jointCount; j++) {
    const vector = j === 0 ? [0, 0, 0] : [0, rng.normal() * angle, rng.normal() * angle];
    expRotationInto(rotations, j * 4, vector, 0);
  }
  return rotations;
}

function endsOf(rotations: Float64Array, joints: readonly number[] = [4, 8]): SolverHandle[] {
  const positions = new Float64Array(jointCount * 3);
  forwardKinematicsInto(positions, new Float64Array(jointCount * 4), rig, rotations);
  return joints.map((joint) => ({
    kind: 'position',
    points: [{ joint, offset: [0, 0, 0], weight: 1 }],
    target: [positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]],
  }));
}

const concat = (list: readonly Float64Array[]) => Float64Array.from(list.flatMap((one) => [...one]));
const samples = Array.from({ length: 12 }, (_, i) => bend(i + 50, 0.3));
const prior = fitPosePrior(concat(samples), jointCount);
const withExamples = (...examples: Float64Array[]): PosePrior => ({ ...prior, examples: concat(examples) });
/** The largest angle between rotations of a joint. */
const angle = (a: Float64Array, b: Float64Array) =>
  Math.max(...Array.from(parents.keys(), (j) => quaternionAngle(a, j * 4, b, j * 4)));

const still = bend(0, 0);
const truth = bend(1, 0.5);
const wrong = bend(2, 0.5);

it('mirrors one limb on the other by the generic prior, where the network is uncertain', () => {
  const partners = Int16Array.of(-1, 5, 6, 7, 8, 1, 2, 3, 4);
  const distrusted = { ...prior, networkErrorFloor: { few: 1, leaves: 1 } };
  const raised = still.slice();
  expRotationInto(raised, 4, [0, 0, 0.6], 0);
  const otherEnd = (mirrored: typeof rig) => {
    const expected = estimatePose(mirrored, distrusted, endsOf(raised, [4]), still, { priorShare: 0 });
    const positions = new Float64Array(jointCount * 3);
    forwardKinematicsInto(positions, new Float64Array(jointCount * 4), rig, expected);
    return positions[8 * 3 + 1];
  };
  expect(otherEnd(createSolverRig({ parents, rest, partners }))).toBeGreaterThan(0.2);
  expect(otherEnd(rig)).toBeLessThan(0.1);
});

describe('the network', () => {
  it('counts where it meets the handles', () => {
    const expected = estimatePose(rig, prior, endsOf(truth), truth, { priorShare: 0 });
    expect(angle(expected, truth)).toBeLessThan(0.05);
  });

  it('does not count where it misses the handles, or where they are at rest', () => {
    const distrusted = estimatePose(rig, prior, endsOf(truth), wrong, { priorShare: 0 });
    const ignored = estimatePose(rig, prior, endsOf(truth), still, { priorShare: 0 });
    expect(angle(distrusted, wrong)).toBeGreaterThan(angle(distrusted, ignored));
    expect(angle(estimatePose(rig, prior, endsOf(still), wrong), still)).toBeLessThan(0.01);
    // Never as exact as rest: a small error does not count either.
    expect(angle(estimatePose(rig, prior, endsOf(still), bend(2, 0.02)), still)).toBeLessThan(0.001);
  });

  it('counts as far as samples and examples have shown it to be right', () => {
    const expected = (errors: Partial<PosePrior>) =>
      angle(estimatePose(rig, { ...prior, ...errors }, endsOf(truth), truth, { priorShare: 0 }), truth);
    const networkErrorFloor = { few: 0, leaves: 0 };
    const known = expected({ networkErrorFloor });
    expect(expected({ networkErrorFloor: { few: 0, leaves: 1 } })).toBeGreaterThan(known + 0.1);
    expect(expected({ networkErrorFloor: { few: 1, leaves: 0 } })).toBe(known);
    expect(expected({ networkErrorFloor, networkUncertainty: { restShare: 1, most: 1 } })).toBeGreaterThan(
      known + 0.1,
    );
    expect(expected({ networkErrorFloor, networkUncertainty: { restShare: 0, most: 1 } })).toBe(known);
    expect(expected({ networkErrorFloor, networkUncertainty: { restShare: 1, most: 0 } })).toBe(known);
  });

  it('stands against rest the better, the worse rest completes samples', () => {
    const expected = (restError: number) => {
      const distrusted = { ...prior, networkErrorFloor: { few: 1, leaves: 1 }, restError };
      return angle(estimatePose(rig, distrusted, endsOf(truth), truth, { priorShare: 0 }), truth);
    };
    expect(expected(0.5)).toBeLessThan(expected(0) - 0.05);
  });

  it('need not be there', () => {
    const expected = estimatePose(rig, prior, endsOf(truth), undefined);
    expect(expected.every(Number.isFinite)).toBe(true);
    expect(estimatePose(rig, prior, [], undefined)).toEqual(prior.mean);
  });
});

describe('examples', () => {
  it('decide where one meets the handles', () => {
    const expected = estimatePose(rig, withExamples(wrong, truth, bend(3, 0.5)), endsOf(truth), wrong);
    expect(angle(expected, truth)).toBeLessThan(0.05);
    expect(angle(estimatePose(rig, prior, endsOf(truth), wrong), truth)).toBeGreaterThan(0.2);
  });

  it('count less where they agree on the handles but not with each other', () => {
    // One limb is held still; the other is anywhere in the examples.
    const left = (seed: number) => {
      const pose = bend(seed, 0.8);
      for (let j = 1; j < 5; j++) pose.set([0, 0, 0, 1], j * 4);
      return pose;
    };
    const handles = endsOf(truth, [4]);
    const same = estimatePose(rig, withExamples(wrong, wrong), handles, still);
    expect(angle(same, estimatePose(rig, withExamples(wrong), handles, still))).toBeLessThan(1e-6);
    const held = endsOf(still, [4]);
    const one = estimatePose(rig, withExamples(left(4)), held, still);
    const several = estimatePose(rig, withExamples(left(4), left(5), left(6)), held, still);
    expect(angle(several, still)).toBeLessThan(0.25 * angle(one, still));
  });

  it('say nothing where they fit no better than rest', () => {
    // The handle bends one limb; examples bend the other.
    const targetPose = truth.slice();
    const other = wrong.slice();
    for (let j = 1; j < jointCount; j++) (j < 5 ? other : targetPose).set([0, 0, 0, 1], j * 4);
    const handles = endsOf(targetPose, [2, 4]);
    const alone = estimatePose(rig, prior, handles, still);
    expect(angle(estimatePose(rig, withExamples(other), handles, still), alone)).toBeLessThan(0.03);
    expect(
      angle(estimatePose(rig, withExamples(other, targetPose), handles, still), targetPose),
    ).toBeLessThan(0.1);
  });
});

it('lets a root that may move go where handles are nearest', () => {
  const moved = endsOf(truth).map((handle) =>
    handle.kind === 'position'
      ? { ...handle, target: [handle.target[0] + 0.4, handle.target[1], handle.target[2] - 0.3] as const }
      : handle,
  );
  const free = estimatePose(rig, withExamples(truth), moved as SolverHandle[], wrong, {
    rootDeviation: 0.15,
  });
  expect(angle(free, truth)).toBeLessThan(0.05);
  const fixed = estimatePose(rig, withExamples(truth), moved as SolverHandle[], wrong);
  expect(angle(fixed, truth)).toBeGreaterThan(0.1);
});
