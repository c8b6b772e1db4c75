import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { fitPosePrior, plainPrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import { createSolverRig } from '../records/solver-rig.js';
import { measureHandles } from './handle-residuals.js';
import { createHandleWorkspace } from './handle-workspace.js';
import { solveWithPrior } from './solve-with-prior.js';

const PARENTS = Int16Array.from([-1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 2, 10, 11, 2, 13, 14, 0, 16]);
const COUNT = PARENTS.length;

function makeTree(seed: number) {
  const rng = createRng(seed);
  const rest = new Float32Array(COUNT * 3);
  for (let j = 1; j < COUNT; j++) {
    for (let k = 0; k < 3; k++) rest[j * 3 + k] = rest[PARENTS[j] * 3 + k] + rng.range(-0.3, 0.3);
  }
  return createSolverRig({ parents: PARENTS, rest });
}

function randomRotations(seed: number, spread: number, count = 1) {
  const rng = createRng(seed);
  const rotations = new Float64Array(count * COUNT * 4);
  for (let i = 0; i < count * COUNT; i++)
    expRotationInto(
      rotations,
      i * 4,
      [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread],
      0,
    );
  return rotations;
}

function jointAt(rig: ReturnType<typeof makeTree>, rotations: Float64Array, joint: number) {
  const positions = new Float64Array(COUNT * 3);
  const globals = new Float64Array(COUNT * 4);
  forwardKinematicsInto(positions, globals, rig, rotations);
  return {
    place: [...positions.subarray(joint * 3, joint * 3 + 3)] as [number, number, number],
    rotation: [...globals.subarray(joint * 4, joint * 4 + 4)] as [number, number, number, number],
  };
}

const onJoint = (
  joint: number,
  target: readonly [number, number, number],
  softness?: number,
): SolverHandle => ({
  kind: 'position',
  points: [{ joint, offset: [0, 0, 0], weight: 1 }],
  target,
  softness,
});

const mixedHandles = (rig: ReturnType<typeof makeTree>, truth: Float64Array): SolverHandle[] => [
  onJoint(3, jointAt(rig, truth, 3).place),
  onJoint(2, jointAt(rig, truth, 2).place, 0.05),
  {
    kind: 'position',
    points: [
      { joint: 14, offset: [0.1, 0.05, -0.1], weight: 0.7 },
      { joint: 13, offset: [0.2, 0, 0.1], weight: 0.3 },
    ],
    target: [0.1, 0.2, 0.3],
  },
  { kind: 'rotation', joint: 11, rotation: jointAt(rig, truth, 11).rotation },
  { kind: 'aim', joint: 17, axis: [0, 0.6, 0.8], target: [1, 0.5, 2], softness: 0.1 },
];

describe('least squares with a prior', () => {
  it('takes couplings for the samples that they stand for', () => {
    const rig = makeTree(1);
    const expected = randomRotations(2, 0.2);
    const handles = mixedHandles(rig, randomRotations(3, 0.3));
    const couplings = [
      { axis: 0, joints: [1, 4], angles: [0.5, -0.4] },
      { axis: 2, joints: [13], angles: [0.6] },
      { axis: 1, joints: [0, 16], angles: [0.2, 0.7] },
      // No handle is below it.
      { axis: 1, joints: [15], angles: [0.7] },
    ];
    const deviations = new Float64Array(couplings.length * COUNT * 3);
    couplings.forEach(({ axis, joints, angles }, c) => {
      joints.forEach((j, i) => {
        deviations[(c * COUNT + j) * 3 + axis] = angles[i];
      });
    });
    const coupled = solveWithPrior(rig, { ...plainPrior(COUNT), couplings }, handles, expected, {
      iterations: 3,
    });
    const sampled = solveWithPrior(
      rig,
      { ...plainPrior(COUNT), deviations, sampleCount: couplings.length },
      handles,
      expected,
      { iterations: 3 },
    );
    const alone = solveWithPrior(rig, plainPrior(COUNT), handles, expected);
    const apart = (a: Float64Array, b: Float64Array) =>
      Math.max(...a.map((value, i) => Math.abs(value - b[i])));
    expect(apart(coupled.rotations, sampled.rotations)).toBeLessThan(1e-9);
    expect(apart(coupled.rotations, alone.rotations)).toBeGreaterThan(0.01);
  });

  it('takes the step that dense matrices give', () => {
    const rig = makeTree(1);
    const prior = fitPosePrior(randomRotations(4, 0.3, 6), COUNT);
    const expected = randomRotations(2, 0.2);
    const handles = mixedHandles(rig, randomRotations(3, 0.3)).filter(({ kind }) => kind !== 'aim');
    const [noise, rootDeviation] = [0.02, 0.2];
    const rows = handles.length * 3;
    const columns = COUNT * 3 + 3;

    // (1) The Jacobian by differences.
    const work = createHandleWorkspace(rig, prior, handles, 0);
    const residualAt = (rotations: Float64Array, root: readonly number[]) => {
      forwardKinematicsInto(work.positions, work.globals, rig, rotations);
      for (let i = 0; i < COUNT * 3; i++) work.positions[i] += root[i % 3];
      measureHandles(work);
      return work.residual.slice();
    };
    const jacobian = new Float64Array(rows * columns);
    const residual = residualAt(expected, [0, 0, 0]);
    for (let c = 0; c < columns; c++) {
      const step = 1e-6;
      const moved = expected.slice();
      const turn = [0, 1, 2].map((k) => (c < COUNT * 3 && k === c % 3 ? step : 0));
      const q = [0, 0, 0, 1];
      expRotationInto(q, 0, turn, 0);
      if (c < COUNT * 3)
        multiplyQuaternionInto(moved, Math.floor(c / 3) * 4, q, 0, moved, Math.floor(c / 3) * 4);
      const root = [0, 1, 2].map((k) => (c === COUNT * 3 + k ? step : 0));
      const there = residualAt(moved, root);
      for (let r = 0; r < rows; r++) jacobian[r * columns + c] = (residual[r] - there[r]) / step;
    }

    // (2) The covariance, whole, and the posterior mean.
    const covariance = new Float64Array(columns * columns);
    for (let s = 0; s < prior.sampleCount; s++) {
      for (let a = 0; a < COUNT * 3; a++) {
        for (let b = 0; b < COUNT * 3; b++) {
          covariance[a * columns + b] +=
            prior.deviations[s * COUNT * 3 + a] * prior.deviations[s * COUNT * 3 + b];
        }
      }
    }
    for (let a = 0; a < columns; a++) {
      covariance[a * columns + a] += a < COUNT * 3 ? prior.variances[Math.floor(a / 3)] : rootDeviation ** 2;
    }
    const spread = new Float64Array(rows * columns); // J C
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        for (let k = 0; k < columns; k++)
          spread[r * columns + c] += jacobian[r * columns + k] * covariance[k * columns + c];
      }
    }
    const system = new Float64Array(rows * rows);
    for (let a = 0; a < rows; a++) {
      for (let b = 0; b < rows; b++) {
        for (let c = 0; c < columns; c++)
          system[a * rows + b] += spread[a * columns + c] * jacobian[b * columns + c];
      }
      system[a * rows + a] += (handles[Math.floor(a / 3)].softness ?? noise) ** 2;
    }
    factorCholesky(system, rows);
    solveCholesky(system, rows, residual);
    const rotated = expected.slice();
    for (let j = 0; j < COUNT; j++) {
      const turn = [0, 1, 2].map((k) => {
        let sum = 0;
        for (let r = 0; r < rows; r++) sum += spread[r * columns + j * 3 + k] * residual[r];
        return sum;
      });
      const q = [0, 0, 0, 1];
      expRotationInto(q, 0, turn, 0);
      multiplyQuaternionInto(rotated, j * 4, q, 0, rotated, j * 4);
    }

    const solution = solveWithPrior(rig, prior, handles, expected, {
      iterations: 1,
      firstNoise: noise,
      maxStep: 100,
      rootDeviation,
    });
    for (let i = 0; i < rotated.length; i++) expect(solution.rotations[i]).toBeCloseTo(rotated[i], 3);
    expect(Math.hypot(...solution.root)).toBeGreaterThan(1e-3);
  });

  it('meets what can be met, of every kind, and keeps the bones', () => {
    for (let seed = 0; seed < 10; seed++) {
      const rig = makeTree(seed);
      const truth = randomRotations(seed + 50, 0.3);
      const prior = fitPosePrior(randomRotations(seed + 90, 0.3, 24), COUNT);
      const handles = [3, 6, 9, 12].map((j) => onJoint(j, jointAt(rig, truth, j).place));
      handles.push({ kind: 'rotation', joint: 14, rotation: jointAt(rig, truth, 14).rotation });
      handles.push({ kind: 'aim', joint: 17, axis: [0, 0, 1], target: [0.3, 1, 2] });
      const { errors, positions } = solveWithPrior(rig, prior, handles, prior.mean);
      for (const error of errors) expect(error).toBeLessThan(0.002);
      for (let j = 1; j < COUNT; j++) {
        const length = (p: ArrayLike<number>) =>
          Math.hypot(...[0, 1, 2].map((k) => p[j * 3 + k] - p[PARENTS[j] * 3 + k]));
        expect(length(positions)).toBeCloseTo(length(rig.rest), 9);
      }
    }
  });

  it('prefers the pose that is expected, and leaves it where it does already', () => {
    const rig = makeTree(3);
    const truth = randomRotations(6, 0.3);
    const handles = [3, 6, 9, 12, 15].map((j) => onJoint(j, jointAt(rig, truth, j).place));
    const { rotations } = solveWithPrior(rig, plainPrior(COUNT), handles, truth);
    for (let i = 0; i < truth.length; i++) expect(rotations[i]).toBeCloseTo(truth[i], 6);
    expect(solveWithPrior(rig, plainPrior(COUNT), [], truth).rotations).toEqual(truth);
  });

  it('stretches towards what is out of reach', () => {
    const rig = makeTree(2);
    const chain = [3, 2, 1];
    const reach = chain.reduce((sum, j) => sum + Math.hypot(...rig.bones.subarray(j * 3, j * 3 + 3)), 0);
    const rest = plainPrior(COUNT);
    const { errors, rotations } = solveWithPrior(rig, rest, [onJoint(3, [0, 4, 0])], rest.mean, {
      iterations: 30,
    });
    expect(rotations.every(Number.isFinite)).toBe(true);
    expect(errors[0]).toBeGreaterThanOrEqual(4 - reach);
    expect(errors[0]).toBeLessThan(4 - 0.9 * reach);
  });

  it('moves the root where it may', () => {
    const rig = makeTree(2);
    const rest = plainPrior(COUNT);
    const handles = [3, 6, 9].map((j) => {
      const place = jointAt(rig, rest.mean, j).place;
      return onJoint(j, [place[0] + 0.4, place[1], place[2]]);
    });
    const { root, errors } = solveWithPrior(rig, rest, handles, rest.mean, { rootDeviation: 1 });
    expect(Math.max(...errors)).toBeLessThan(1e-3);
    expect(root[0]).toBeGreaterThan(0.3);
  });
});
