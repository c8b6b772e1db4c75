import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { fitPosePrior } from '../prior/pose-prior.js';
import { createSolverRig } from '../records/solver-rig.js';
import { addForceRow, addRotationRow, createContactSystem, solveContacts } from './contact-system.js';
import { addPointForce, createJointForces, forcesToGradientInto } from './joint-forces.js';
import { skinPointInto } from './self-collision.js';

const rig = createSolverRig({
  parents: Int16Array.of(-1, 0, 1, 1),
  rest: Float64Array.of(0, 0, 0, 0, 1, 0, 0.5, 1.5, 0, -0.5, 1.5, 0.2),
});
const rng = createRng(3);

function randomRotations(spread: number): Float64Array {
  const rotations = new Float64Array(rig.jointCount * 4);
  for (let j = 0; j < rig.jointCount; j++) {
    expRotationInto(
      rotations,
      j * 4,
      [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread],
      0,
    );
  }
  return rotations;
}

const samples = new Float64Array(12 * rig.jointCount * 4);
for (let i = 0; i < 12; i++) samples.set(randomRotations(0.4), i * rig.jointCount * 4);
const prior = fitPosePrior(samples, rig.jointCount);
const rotations = randomRotations(0.6);
const positions = new Float64Array(rig.jointCount * 3);
const globals = new Float64Array(rig.jointCount * 4);
forwardKinematicsInto(positions, globals, rig, rotations);

/** Position of a point attached to joint 2. */
function place(rotated: Float64Array): number[] {
  const [at, all] = [new Float64Array(12), new Float64Array(16)];
  forwardKinematicsInto(at, all, rig, rotated);
  const out = new Float64Array(3);
  skinPointInto(out, rig, at, all, 2, [0.8, 1.9, 0.1], 0);
  return [...out];
}

it('forces on a point become the gradient of their work', () => {
  const forces = createJointForces(rig.jointCount);
  const [x, y, z] = place(rotations);
  addPointForce(forces, 2, x, y, z, 0.3, -0.7, 0.5);
  const gradient = new Float64Array(rig.jointCount * 3 + 3);
  forcesToGradientInto(gradient, 0, rig, positions, globals, forces, true);
  const work = (rotated: Float64Array) => {
    const at = place(rotated);
    return 0.3 * at[0] - 0.7 * at[1] + 0.5 * at[2];
  };
  const turn = [0, 0, 0, 1];
  for (let i = 0; i < rig.jointCount * 3; i++) {
    const [more, less] = [1e-6, -1e-6].map((step) => {
      const moved = rotations.slice();
      const vector = [0, 0, 0];
      vector[i % 3] = step;
      expRotationInto(turn, 0, vector, 0);
      const o = Math.floor(i / 3) * 4;
      multiplyQuaternionInto(moved, o, turn, 0, rotations, o);
      return work(moved);
    });
    expect(gradient[i]).toBeCloseTo((more - less) / 2e-6, 6);
  }
  expect([...gradient.subarray(12)]).toEqual([0.3, -0.7, 0.5]);
  expect(forces.forces.every((value) => value === 0)).toBe(true);
});

describe('contact forces', () => {
  const row = (system: ReturnType<typeof createContactSystem>, r: number) =>
    system.solved.reduce((sum, value, i) => sum + value * system.jacobian[r * system.width + i], 0);

  it('satisfy contact rows, and handle rows exactly', () => {
    const system = createContactSystem(rig, prior, 0, 8);
    const forces = createJointForces(rig.jointCount);
    const [x, y, z] = place(rotations);
    addPointForce(forces, 2, x, y, z, 1, 0, 0);
    addForceRow(system, positions, globals, forces, 0.02, 1e-6);
    system.metCount = 1;
    addRotationRow(system, 3, 0, 1, 0, 0.1, 1e-6);
    addRotationRow(system, 1, 0, 0, 1, 0.05, 1e-6);
    expect(solveContacts(system)).toBe(true);
    expect(row(system, 0)).toBeCloseTo(0.02, 5);
    expect(row(system, 1)).toBeGreaterThan(0.1 - 1e-4);
    expect(row(system, 2)).toBeGreaterThan(0.05 - 1e-4);
    expect(system.solved.subarray(12).every((value) => value === 0)).toBe(true);
  });

  it('push and never pull: what is met already changes nothing', () => {
    const system = createContactSystem(rig, prior, 0, 4);
    addRotationRow(system, 2, 1, 0, 0, -0.2, 1e-6);
    expect(solveContacts(system)).toBe(true);
    expect(system.solved.every((value) => value === 0)).toBe(true);
  });

  it('rotate joints together that the prior couples', () => {
    const system = createContactSystem(rig, prior, 0, 4);
    addRotationRow(system, 2, 1, 0, 0, 0.1, 1e-6);
    solveContacts(system);
    // The answer of least change: C row / (rowᵀ C row) · targetWork.
    const turns = rig.jointCount * 3;
    const expected = new Float64Array(turns);
    for (let s = 0; s < prior.sampleCount; s++) {
      for (let i = 0; i < turns; i++)
        expected[i] += prior.deviations[s * turns + i] * prior.deviations[s * turns + 6];
    }
    expected[6] += prior.variances[2];
    for (let i = 0; i < turns; i++)
      expect(system.solved[i]).toBeCloseTo((0.1 * expected[i]) / expected[6], 6);
  });

  it('leave out rows that do not fit', () => {
    const system = createContactSystem(rig, prior, 0, 1);
    addRotationRow(system, 2, 1, 0, 0, 0.1, 1e-6);
    addRotationRow(system, 1, 1, 0, 0, 0.1, 1e-6);
    expect(system.count).toBe(1);
  });
});
