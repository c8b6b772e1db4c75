/**
 * @file The pose of every frame for a given skeleton and weights: Gauss–Newton with Levenberg's damping on the LBS error, and a
 * weak regularisation against bending that only affects undetermined rotations.
 *
 * The equations come from moments (`pose-equations.ts`), so the cost of a step depends on the number of joints, at most
 * O(J³ / 6), not on the number of vertices: all are used.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { expRotationInto, quaternionToMatrixInto } from '../../math/quaternion.js';
import { chainBones, type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';
import { assemble, bendInto, findStructure, project, sumSubtrees } from './pose-equations.js';

/** Regularisation of every joint toward no bend, per vertex of the average bone. Only undetermined rotations are affected. */
const UNBEND = 2.5e-7;

/** A solver with its scratch arrays, for one skeleton and one set of moments. */
export interface PoseSolver {
  /** Improves a frame by at most `steps` steps and returns its squared error. */
  improve(frame: number, steps: number): number;
}

export function createPoseSolver(state: FitState, moments: Moments): PoseSolver {
  const count = jointTotal(state);
  const size = count * 3 + 3;
  const structure = findStructure(state.parents, moments.pairs);
  const full = new Float64Array(count * count * 36);
  const fullGradient = new Float64Array(count * 6);
  const reduced = new Float64Array(size * size);
  const damped = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  const step = new Float64Array(size);
  const centers = new Float64Array(count * 3);
  const saved = new Float64Array(count * 12);
  const rotations = new Float64Array(count * 3);
  let mass = 0;
  for (let i = 0; i < moments.pairs.length / 2; i++)
    mass += moments.shared[i * 10 + 9] * (moments.pairs[i * 2] === moments.pairs[i * 2 + 1] ? 1 : 2);
  const unbend = (UNBEND * Math.max(1, mass)) / count;

  const improve = (frame: number, steps: number): number => {
    const start = frame * count * 12;
    let damping = 1e-6;
    let energy = assemble(state, moments, frame, full, fullGradient) + bendEnergy(state, frame, unbend);
    for (let i = 0; i < steps; i++) {
      jointCenters(state, frame, centers);
      sumSubtrees(state.parents, structure, full, fullGradient);
      project(state, frame, { full, fullGradient, structure, centers, reduced, gradient, unbend });
      saved.set(state.bones.subarray(start, start + count * 12));
      let lower = false;
      let next = energy;
      for (let attempt = 0; attempt < 6 && !lower; attempt++) {
        damped.set(reduced);
        for (let d = 0; d < size; d++)
          damped[d * size + d] += damping * (reduced[d * size + d] + 1e-3 * unbend) + 1e-12;
        step.set(gradient);
        if (factorCholesky(damped, size, 0)) {
          solveCholesky(damped, size, step);
          applyStep(state, frame, step, centers, rotations);
          next = frameEnergy(state, moments, frame) + bendEnergy(state, frame, unbend);
          lower = next < energy;
        }
        if (!lower) {
          state.bones.set(saved, start);
          damping *= 30;
        }
      }
      if (!lower) break;
      damping = Math.max(1e-9, damping * 0.1);
      const gain = energy - next;
      energy = next;
      if (gain < 1e-4 * energy || i === steps - 1) break;
      assemble(state, moments, frame, full, fullGradient);
    }
    return frameEnergy(state, moments, frame);
  };
  return { improve };
}

/** E of a frame, from the moments. */
export function frameEnergy(state: FitState, moments: Moments, frame: number): number {
  const { pairs, shared, targets, squares } = moments;
  const { bones } = state;
  const start = frame * jointTotal(state) * 12;
  let sum = squares[frame];
  for (let i = 0; i < pairs.length / 2; i++) {
    const a = start + pairs[i * 2] * 12;
    const b = start + pairs[i * 2 + 1] * 12;
    const m = i * 10;
    const twice = a === b ? 1 : 2;
    for (let r = 0; r < 3; r++) {
      const ax = bones[a + r];
      const ay = bones[a + 3 + r];
      const az = bones[a + 6 + r];
      const at = bones[a + 9 + r];
      const bx = bones[b + r];
      const by = bones[b + 3 + r];
      const bz = bones[b + 6 + r];
      const bt = bones[b + 9 + r];
      sum +=
        twice *
        (ax * (shared[m] * bx + shared[m + 1] * by + shared[m + 2] * bz + shared[m + 3] * bt) +
          ay * (shared[m + 1] * bx + shared[m + 4] * by + shared[m + 5] * bz + shared[m + 6] * bt) +
          az * (shared[m + 2] * bx + shared[m + 5] * by + shared[m + 7] * bz + shared[m + 8] * bt) +
          at * (shared[m + 3] * bx + shared[m + 6] * by + shared[m + 8] * bz + shared[m + 9] * bt));
    }
  }
  const end = start + jointTotal(state) * 12;
  for (let i = start; i < end; i++) sum -= 2 * bones[i] * targets[i];
  return Math.max(0, sum);
}

function bendEnergy(state: FitState, frame: number, unbend: number): number {
  let sum = 0;
  for (let j = 1; j < jointTotal(state); j++) {
    bendInto(bend, state, frame, j);
    sum += bend[0] * bend[0] + bend[1] * bend[1] + bend[2] * bend[2];
  }
  return sum * unbend;
}

/** Joint positions of a frame: A_j rest_j. */
function jointCenters(state: FitState, frame: number, out: Float64Array): void {
  const { bones, rest } = state;
  const count = jointTotal(state);
  for (let j = 0; j < count; j++) {
    const a = (frame * count + j) * 12;
    for (let r = 0; r < 3; r++) {
      out[j * 3 + r] =
        bones[a + r] * rest[j * 3] +
        bones[a + 3 + r] * rest[j * 3 + 1] +
        bones[a + 6 + r] * rest[j * 3 + 2] +
        bones[a + 9 + r];
    }
  }
}

const bend = new Float64Array(3);
const quaternion = new Float64Array(4);
const matrix = new Float64Array(9);
const rotated = new Float64Array(9);

/** Rotates every bone by the sum of the rotations above it, moves the root, and updates the chain. */
function applyStep(
  state: FitState,
  frame: number,
  step: Float64Array,
  centers: Float64Array,
  rotations: Float64Array,
): void {
  const { bones, parents, rest } = state;
  const count = jointTotal(state);
  for (let k = 0; k < count; k++) {
    const p = parents[k];
    for (let c = 0; c < 3; c++)
      rotations[k * 3 + c] = step[(count - 1 - k) * 3 + c] + (p < 0 ? 0 : rotations[p * 3 + c]);
    expRotationInto(quaternion, 0, rotations, k * 3);
    quaternionToMatrixInto(matrix, 0, quaternion, 0);
    const a = (frame * count + k) * 12;
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 3; r++) {
        rotated[c * 3 + r] =
          matrix[r] * bones[a + c * 3] +
          matrix[3 + r] * bones[a + c * 3 + 1] +
          matrix[6 + r] * bones[a + c * 3 + 2];
      }
    }
    for (let c = 0; c < 9; c++) bones[a + c] = rotated[c];
  }
  const a = frame * count * 12;
  for (let r = 0; r < 3; r++) {
    const offset = bones[a + r] * rest[0] + bones[a + 3 + r] * rest[1] + bones[a + 6 + r] * rest[2];
    bones[a + 9 + r] = centers[r] + step[count * 3 + r] - offset;
  }
  chainBones(state, frame);
}
