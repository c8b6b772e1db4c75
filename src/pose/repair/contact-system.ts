/**
 * @file The smallest change of a pose that satisfies all rows, in the metric of how this creature moves: handle rows
 * exactly, contact and limit rows at least.
 *
 * With C the prior's covariance and J the rows, the change is δ = C Jᵀ y: minimal δᵀ C⁻¹ δ with J_h δ = r_h and J_c δ
 * ≥ r_c. The prior is conditioned on the handles (Schur complement), then projected Gauss–Seidel finds contact forces
 * y_c ≥ 0, as physics engines do with masses in place of C.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { dotRows } from '../../math/dot-rows.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { SolverRig } from '../records/solver-rig.js';
import { forcesToGradientInto, type JointForces } from './joint-forces.js';

/** Sweeps of Gauss–Seidel, and the share of the largest force below which changes do not matter. */
const SWEEPS = 60;
const SETTLED = 1e-4;

export interface ContactSystem {
  readonly rig: SolverRig;
  readonly prior: PosePrior;
  /** Variance of the root's position; 0 fixes it. */
  readonly rootVariance: number;
  /** Numbers in a row: three for each joint, three for the root's position. */
  readonly width: number;
  readonly capacity: number;
  /** Rows in use; the first `metCount` of them are met exactly. */
  count: number;
  metCount: number;
  /** [capacity, width] */
  readonly jacobian: Float64Array;
  /** Right-hand sides of the rows. [capacity] */
  readonly targetWork: Float64Array;
  /** How far a row may stay from it, a standard deviation. [capacity] */
  readonly noises: Float64Array;
  /** Turns by which the joints should go on [J, 3], and the root behind them [3]. */
  readonly solved: Float64Array;
  readonly matrix: Float64Array;
  readonly carried: Float64Array;
  readonly weighted: Float64Array;
  readonly forces: Float64Array;
}

export function createContactSystem(
  rig: SolverRig,
  prior: PosePrior,
  rootVariance: number,
  capacity: number,
): ContactSystem {
  const width = rig.jointCount * 3 + 3;
  const numbers = (length: number) => new Float64Array(length);
  return {
    rig,
    prior,
    rootVariance,
    width,
    capacity,
    count: 0,
    metCount: 0,
    jacobian: numbers(capacity * width),
    targetWork: numbers(capacity),
    noises: numbers(capacity),
    solved: numbers(width),
    matrix: numbers(capacity * capacity),
    carried: numbers(capacity * prior.sampleCount),
    weighted: numbers(width),
    forces: numbers(capacity),
  };
}

/** Adds forces as a row: their work shall be `targetWork`, or more. False where there is no room left. */
export function addForceRow(
  system: ContactSystem,
  positions: Float64Array,
  globals: Float64Array,
  forces: JointForces,
  targetWork: number,
  noise: number,
): boolean {
  const { rig, jacobian, width, capacity } = system;
  if (system.count >= capacity) {
    forces.forces.fill(0);
    forces.torques.fill(0);
    return false;
  }
  const row = system.count++;
  forcesToGradientInto(jacobian, row * width, rig, positions, globals, forces, true);
  system.targetWork[row] = targetWork;
  system.noises[row] = noise;
  return true;
}

/** Adds the rotation of one joint as a row. */
export function addRotationRow(
  system: ContactSystem,
  joint: number,
  x: number,
  y: number,
  z: number,
  targetWork: number,
  noise: number,
): void {
  if (system.count >= system.capacity) return;
  const row = system.count++;
  const o = row * system.width;
  system.jacobian.fill(0, o, o + system.width);
  system.jacobian[o + joint * 3] = x;
  system.jacobian[o + joint * 3 + 1] = y;
  system.jacobian[o + joint * 3 + 2] = z;
  system.targetWork[row] = targetWork;
  system.noises[row] = noise;
}

/** Fills `solved`; false where handles contradict each other. */
export function solveContacts(system: ContactSystem): boolean {
  const { count, metCount, matrix, targetWork, forces } = system;
  system.solved.fill(0);
  if (count === 0) return true;
  fillMatrix(system);
  // (1) Condition on the handles: what is left to the contacts once those are met.
  const met = new Float64Array(metCount * metCount);
  for (let a = 0; a < metCount; a++) {
    for (let b = 0; b < metCount; b++) met[a * metCount + b] = matrix[a * count + b];
  }
  if (metCount > 0 && !factorCholesky(met, metCount)) return false;
  const free = count - metCount;
  const schur = new Float64Array(free * free);
  const rest = targetWork.slice(metCount, count);
  const column = new Float64Array(metCount);
  for (let a = 0; a < free; a++) {
    const row = (a + metCount) * count;
    for (let k = 0; k < metCount; k++) column[k] = matrix[row + k];
    if (metCount > 0) solveCholesky(met, metCount, column);
    for (let k = 0; k < metCount; k++) rest[a] -= column[k] * targetWork[k];
    for (let b = 0; b < free; b++) {
      let sum = matrix[row + b + metCount];
      for (let k = 0; k < metCount; k++) sum -= column[k] * matrix[(b + metCount) * count + k];
      schur[a * free + b] = sum;
    }
  }
  // (2) Contacts push and never pull.
  const pushes = new Float64Array(free);
  projectSweeps(schur, rest, pushes);
  // (3) The handles answer.
  const answer = targetWork.slice(0, metCount);
  for (let k = 0; k < metCount; k++) {
    for (let a = 0; a < free; a++) answer[k] -= matrix[(a + metCount) * count + k] * pushes[a];
  }
  if (metCount > 0) solveCholesky(met, metCount, answer);
  forces.set(answer);
  forces.set(pushes, metCount);
  distributeSolution(system);
  return true;
}

/** matrix = J C Jᵀ + N. [count, count] */
function fillMatrix(system: ContactSystem): void {
  const { count, width, jacobian, matrix, carried, prior, noises, rootVariance, rig, weighted } = system;
  const { sampleCount, deviations, variances } = prior;
  const turns = rig.jointCount * 3;
  for (let a = 0; a < count; a++) {
    for (let s = 0; s < sampleCount; s++) {
      carried[a * sampleCount + s] = dotRows(jacobian, a * width, deviations, s * turns, turns);
    }
  }
  for (let a = 0; a < count; a++) {
    for (let j = 0; j < rig.jointCount; j++) {
      for (let k = j * 3; k < j * 3 + 3; k++) weighted[k] = jacobian[a * width + k] * variances[j];
    }
    for (let i = turns; i < width; i++) weighted[i] = jacobian[a * width + i] * rootVariance;
    for (let b = 0; b <= a; b++) {
      const sum =
        dotRows(weighted, 0, jacobian, b * width, width) +
        dotRows(carried, a * sampleCount, carried, b * sampleCount, sampleCount);
      matrix[a * count + b] = matrix[b * count + a] = sum;
    }
    matrix[a * count + a] += noises[a] ** 2;
  }
}

/** Gauss–Seidel on A y ≥ b, y ≥ 0, complementary. */
function projectSweeps(a: Float64Array, b: Float64Array, y: Float64Array): void {
  const size = b.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let [change, largest] = [0, 0];
    for (let i = 0; i < size; i++) {
      let sum = b[i];
      for (let j = 0; j < size; j++) sum -= a[i * size + j] * y[j];
      const next = Math.max(0, y[i] + sum / a[i * size + i]);
      change = Math.max(change, Math.abs(next - y[i]));
      largest = Math.max(largest, next);
      y[i] = next;
    }
    if (change <= SETTLED * largest) return;
  }
}

/** solved = C Jᵀ y. */
function distributeSolution(system: ContactSystem): void {
  const { count, width, jacobian, carried, forces, solved, prior, rootVariance, rig } = system;
  const { sampleCount, deviations, variances } = prior;
  const turns = rig.jointCount * 3;
  for (let a = 0; a < count; a++) {
    const y = forces[a];
    if (y === 0) continue;
    for (let i = 0; i < width; i++) solved[i] += y * jacobian[a * width + i];
  }
  for (let i = 0; i < turns; i++) solved[i] *= variances[Math.floor(i / 3)];
  for (let i = turns; i < width; i++) solved[i] *= rootVariance;
  for (let s = 0; s < sampleCount; s++) {
    let share = 0;
    for (let a = 0; a < count; a++) share += forces[a] * carried[a * sampleCount + s];
    if (share === 0) continue;
    for (let i = 0; i < turns; i++) solved[i] += share * deviations[s * turns + i];
  }
}
