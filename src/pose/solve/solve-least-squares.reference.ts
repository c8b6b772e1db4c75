/**
 * @file Damped least squares as in a textbook: the whole dense Jacobian. Slow and clear; `solve-least-squares.ts` is
 * tested equal to it.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import {
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { isAncestor } from '../../rig/joint-tree.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { JointTargets, LeastSquaresOptions } from './solve-least-squares.js';

/** Local rotations after all iterations. [J, 4] */
export function solveLeastSquaresReference(
  rig: SolverRig,
  handles: JointTargets,
  options: Required<Pick<LeastSquaresOptions, 'iterations' | 'damping' | 'maxStep' | 'restPull' | 'weights'>>,
): Float64Array {
  const { jointCount, parents } = rig;
  const rows = handles.joints.length * 3;
  const columns = jointCount * 3;
  const rotations = Float64Array.from({ length: jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const positions = new Float64Array(columns);
  const globals = new Float64Array(jointCount * 4);
  for (let iteration = 0; iteration < options.iterations; iteration++) {
    forwardKinematicsInto(positions, globals, rig, rotations);
    const residual = Float64Array.from(
      { length: rows },
      (_, i) => handles.targets[i] - positions[handles.joints[Math.floor(i / 3)] * 3 + (i % 3)],
    );

    // (1) The Jacobian: ω × r is −[r]× ω.
    const jacobian = new Float64Array(rows * columns);
    for (let h = 0; h < handles.joints.length; h++) {
      for (let j = 0; j < jointCount; j++) {
        if (!isAncestor(parents, j, handles.joints[h])) continue;
        const [x, y, z] = [0, 1, 2].map((k) => positions[handles.joints[h] * 3 + k] - positions[j * 3 + k]);
        const block = [0, z, -y, -z, 0, x, y, -x, 0];
        for (let k = 0; k < 9; k++)
          jacobian[(h * 3 + Math.floor(k / 3)) * columns + j * 3 + (k % 3)] = block[k];
      }
    }

    // (2) The pull to rest, in world axes.
    const turns = new Float64Array(columns);
    for (let j = 0; j < jointCount; j++) {
      const log = [0, 0, 0];
      logRotationInto(log, 0, rotations, j * 4);
      if (parents[j] >= 0) rotateVectorInto(log, 0, globals, parents[j] * 4, log, 0);
      for (let k = 0; k < 3; k++) turns[j * 3 + k] = -options.restPull * log[k];
    }

    // (3) ω = ω₀ + W Jᵀ (J W Jᵀ + λ²)⁻¹ (r − J ω₀).
    const weight = (column: number) => options.weights[Math.floor(column / 3)];
    const system = new Float64Array(rows * rows);
    for (let a = 0; a < rows; a++) {
      for (let b = 0; b < rows; b++) {
        let sum = a === b ? options.damping ** 2 : 0;
        for (let c = 0; c < columns; c++)
          sum += jacobian[a * columns + c] * weight(c) * jacobian[b * columns + c];
        system[a * rows + b] = sum;
      }
      for (let c = 0; c < columns; c++) residual[a] -= jacobian[a * columns + c] * turns[c];
    }
    factorCholesky(system, rows);
    solveCholesky(system, rows, residual);
    for (let c = 0; c < columns; c++) {
      for (let a = 0; a < rows; a++) turns[c] += weight(c) * jacobian[a * columns + c] * residual[a];
    }

    // (4) q ← Q_p⁻¹ exp(ω) Q_p q.
    for (let j = 0; j < jointCount; j++) {
      const turn = Array.from(turns.subarray(j * 3, j * 3 + 3));
      const cap = Math.min(1, options.maxStep / Math.max(1e-300, Math.hypot(...turn)));
      const step = [0, 0, 0, 1];
      expRotationInto(
        step,
        0,
        turn.map((value) => value * cap),
        0,
      );
      const parent = parents[j] < 0 ? [0, 0, 0, 1] : globals.subarray(parents[j] * 4, parents[j] * 4 + 4);
      multiplyQuaternionInto(step, 0, step, 0, parent as number[], 0);
      relativeQuaternionInto(step, 0, parent as number[], 0, step, 0);
      multiplyQuaternionInto(rotations, j * 4, step, 0, rotations, j * 4);
    }
  }
  return rotations;
}
