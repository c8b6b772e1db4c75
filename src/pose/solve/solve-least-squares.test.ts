import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { createSolverRig, type SolverRig } from '../records/solver-rig.js';
import { solveLeastSquares } from './solve-least-squares.js';
import { solveLeastSquaresReference } from './solve-least-squares.reference.js';

/** A body, four legs of three bones, a tail and a head: joint 0 is the hip. */
function makeBeast(seed: number) {
  const rng = createRng(seed);
  const parents = Int16Array.from([-1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 2, 10, 11, 2, 13, 14, 0, 16]);
  const rest = new Float32Array(parents.length * 3);
  for (let j = 1; j < parents.length; j++) {
    for (let k = 0; k < 3; k++) rest[j * 3 + k] = rest[parents[j] * 3 + k] + rng.range(-0.3, 0.3);
  }
  return createSolverRig({ parents, rest });
}

function reachableTargets(rig: SolverRig, joints: readonly number[], seed: number) {
  const rng = createRng(seed);
  const rotations = new Float64Array(rig.jointCount * 4);
  for (let j = 0; j < rig.jointCount; j++)
    expRotationInto(rotations, j * 4, [rng.normal() * 0.3, rng.normal() * 0.3, rng.normal() * 0.3], 0);
  const positions = new Float64Array(rig.jointCount * 3);
  forwardKinematicsInto(positions, new Float64Array(rig.jointCount * 4), rig, rotations);
  return { joints, targets: joints.flatMap((j) => [...positions.subarray(j * 3, j * 3 + 3)]) };
}

const angleTo = (a: Float64Array, b: Float64Array): number => {
  let worst = 0;
  for (let j = 0; j < a.length; j += 4) {
    const dot = a[j] * b[j] + a[j + 1] * b[j + 1] + a[j + 2] * b[j + 2] + a[j + 3] * b[j + 3];
    worst = Math.max(worst, 1 - Math.abs(dot));
  }
  return worst;
};

describe('damped least squares', () => {
  it('is what the dense Jacobian gives, with weights, a pull to rest, nested handles and one on the root', () => {
    const rig = makeBeast(1);
    const handles = reachableTargets(rig, [3, 6, 9, 5, 2, 15, 17], 5);
    const rng = createRng(8);
    const weights = Array.from(rig.parents, () => rng.range(0.2, 2));
    const options = { iterations: 5, damping: 0.1, maxStep: 0.3, restPull: 0.2, weights };
    const expected = solveLeastSquaresReference(rig, handles, options);
    const withRoot = { joints: [0, ...handles.joints], targets: [0, 0, 0, ...handles.targets] };
    expect(angleTo(solveLeastSquares(rig, withRoot, options).rotations, expected)).toBeLessThan(1e-12);
    const even = { ...options, restPull: 0, distalPower: 0, weights: undefined };
    const plain = solveLeastSquaresReference(rig, handles, { ...even, weights: weights.fill(1) });
    expect(angleTo(solveLeastSquares(rig, handles, even).rotations, plain)).toBeLessThan(1e-12);
    expect(angleTo(plain, expected)).toBeGreaterThan(1e-3);
  });

  it('reaches what can be reached', () => {
    for (let seed = 0; seed < 8; seed++) {
      const rig = makeBeast(seed);
      const handles = reachableTargets(rig, [3, 6, 9, 12, 15, 17], seed + 100);
      const { positions, error } = solveLeastSquares(rig, handles);
      expect(error).toBeLessThan(0.02);
      const x = positions[12 * 3] - handles.targets[9];
      expect(Math.abs(x)).toBeLessThanOrEqual(error);
    }
  });

  it('starts from a given pose, and stays there without handles', () => {
    const rig = makeBeast(3);
    const handles = reachableTargets(rig, [3, 6], 4);
    const start = solveLeastSquares(rig, handles, { iterations: 40, restPull: 0 }).rotations;
    const again = solveLeastSquares(rig, handles, {
      start,
      iterations: 1,
      restPull: 0,
      tolerance: 1e-3,
    });
    expect(again.rotations).toEqual(start);
    const none = solveLeastSquares(rig, { joints: [0], targets: [0, 0, 0] });
    expect(none.error).toBe(0);
    expect([...none.rotations.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
  });

  it('stretches towards what is out of reach and keeps finite', () => {
    const rig = makeBeast(2);
    const { rotations, error } = solveLeastSquares(rig, { joints: [3], targets: [50, 0, 0] });
    expect(rotations.every(Number.isFinite)).toBe(true);
    expect(error).toBeGreaterThan(40);
    expect(error).toBeLessThan(50);
  });

  it('says what is wrong with its input', () => {
    const rig = makeBeast(2);
    const bad = (handles: { joints: number[]; targets: number[] }, options = {}) =>
      expect(() => solveLeastSquares(rig, handles, options)).toThrow(
        expect.objectContaining({ code: 'bad-input' }),
      );
    bad({ joints: [18], targets: [0, 0, 0] });
    bad({ joints: [1], targets: [0, 0] });
    bad({ joints: [1], targets: [0, Number.NaN, 0] });
    bad({ joints: [1], targets: [0, 0, 0] }, { damping: 0 });
  });
});
