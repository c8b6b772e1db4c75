/**
 * @file Smooth motion in a fit of all frames at once: the second difference of rotation vectors and of the root over time,
 * |x_{f−1} − 2 x_f + x_{f+1}|² S. The coupled system is solved by conjugate gradients, preconditioned by the Cholesky
 * factors of the single frames.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import type { FitBody, FitPose } from './fit-body.js';
import type { FrameSystem } from './frame-system.js';
import { rotationVectorsInto } from './rotation-steps.js';

const CONJUGATE_STEPS = 40;
const CONVERGED = 1e-4;

/** Stiffness of the second difference: a diagonal for rotations, a 3 × 3 block for the root. */
export interface Stiffness {
  readonly rotations: number;
  /** [3, 3] */
  readonly root: Float64Array;
  /** Whether the last frame is followed by the first. */
  readonly loop?: boolean;
}

/** Adds what smoothness pulls at; rotations count from `mean`. */
export function addTemporalForces(
  systems: readonly FrameSystem[],
  body: FitBody,
  poses: readonly FitPose[],
  mean: Float64Array,
  stiffness: Stiffness,
): void {
  const states = poses.map((pose) => {
    const x = new Float64Array(body.jointCount * 3 + 3);
    rotationVectorsInto(x, pose.rotations, mean);
    for (let k = 0; k < 3; k++) x[body.jointCount * 3 + k] = pose.root[k] / body.unit;
    return x;
  });
  addSmoothing(
    systems.map(({ vector }) => vector),
    states,
    stiffness,
    -1,
  );
}

/** out += S v. */
function applyStiffness(
  out: Float64Array,
  { rotations, root }: Stiffness,
  v: Float64Array,
  sign: number,
): void {
  const n = v.length - 3;
  for (let i = 0; i < n; i++) out[i] += sign * rotations * v[i];
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) out[n + i] += sign * root[i * 3 + k] * v[n + k];
  }
}

/** Frames with a second difference, as the frame before, it and the frame after: without a loop the ends have none. */
function neighbours(frames: number, loop: boolean | undefined): [number, number, number][] {
  const all = Array.from({ length: frames }, (_, f): [number, number, number] => [
    (f + frames - 1) % frames,
    f,
    (f + 1) % frames,
  ]);
  return loop ? all : all.slice(1, -1);
}

/** out_f += sign · (Dᵀ S D v)_f, D the second difference. */
function addSmoothing(
  out: readonly Float64Array[],
  vectors: readonly Float64Array[],
  stiffness: Stiffness,
  sign: number,
): void {
  for (const [before, here, after] of neighbours(vectors.length, stiffness.loop)) {
    const bend = vectors[here].map((value, i) => vectors[before][i] - 2 * value + vectors[after][i]);
    applyStiffness(out[before], stiffness, bend, sign);
    applyStiffness(out[here], stiffness, bend, -2 * sign);
    applyStiffness(out[after], stiffness, bend, sign);
  }
}

/** The diagonal of Dᵀ D: without a loop 1, 5, 6, …, 6, 5, 1. */
function diagonalShares(frames: number, loop: boolean | undefined): number[] {
  const out = new Array<number>(frames).fill(0);
  for (const [before, here, after] of neighbours(frames, loop)) {
    out[before] += 1;
    out[here] += 4;
    out[after] += 1;
  }
  return out;
}

/** Solves (blocks + smoothing) δ = g. */
export const solveCoupled = (systems: readonly FrameSystem[], stiffness: Stiffness): Float64Array[] =>
  createCoupledSolver(systems, stiffness)(systems.map(({ vector }) => vector));

/** Solves (blocks + smoothing) δ = g for any right-hand sides, by preconditioned conjugate gradients. */
export function createCoupledSolver(
  systems: readonly FrameSystem[],
  stiffness: Stiffness,
): (vectors: readonly Float64Array[]) => Float64Array[] {
  const smoothingShares = diagonalShares(systems.length, stiffness.loop);
  const factors = systems.map(({ matrix, size }, f) => {
    const factor = matrix.slice();
    const share = smoothingShares[f];
    for (let i = 0; i < size - 3; i++) factor[i * size + i] += share * stiffness.rotations;
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k <= i; k++)
        factor[(size - 3 + i) * size + size - 3 + k] += share * stiffness.root[i * 3 + k];
    }
    for (let i = 0; i < size; i++) factor[i * size + i] += 1e-9;
    factorCholesky(factor, size);
    return factor;
  });
  const precondition = (vectors: readonly Float64Array[]) =>
    vectors.map((v, f) => {
      const out = v.slice();
      solveCholesky(factors[f], systems[f].size, out);
      return out;
    });
  const multiply = (vectors: readonly Float64Array[]) => {
    const out = vectors.map((v, f) => multiplySymmetric(systems[f], v));
    addSmoothing(out, vectors, stiffness, 1);
    return out;
  };
  return (vectors) => conjugateGradients(vectors, multiply, precondition);
}

type Apply = (vectors: readonly Float64Array[]) => Float64Array[];

function conjugateGradients(
  vectors: readonly Float64Array[],
  multiply: Apply,
  precondition: Apply,
): Float64Array[] {
  const x = vectors.map(({ length }) => new Float64Array(length));
  const r = vectors.map((vector) => vector.slice());
  let z = precondition(r);
  let p = z.map((v) => v.slice());
  let rz = dot(r, z);
  const first = rz;
  for (let i = 0; i < CONJUGATE_STEPS && rz > CONVERGED * CONVERGED * first; i++) {
    const q = multiply(p);
    const alpha = rz / dot(p, q);
    if (!Number.isFinite(alpha)) break;
    addScaled(x, p, alpha);
    addScaled(r, q, -alpha);
    z = precondition(r);
    const next = dot(r, z);
    const beta = next / rz;
    p = p.map((v, f) => v.map((value, k) => z[f][k] + beta * value));
    rz = next;
  }
  return x;
}

function multiplySymmetric({ matrix, size }: FrameSystem, v: Float64Array): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let sum = matrix[row + i] * v[i];
    for (let k = 0; k < i; k++) {
      sum += matrix[row + k] * v[k];
      out[k] += matrix[row + k] * v[i];
    }
    out[i] += sum;
  }
  return out;
}

const dot = (a: readonly Float64Array[], b: readonly Float64Array[]): number =>
  a.reduce((sum, v, f) => v.reduce((part, value, i) => part + value * b[f][i], sum), 0);

function addScaled(to: readonly Float64Array[], from: readonly Float64Array[], scale: number): void {
  to.forEach((v, f) => {
    for (let i = 0; i < v.length; i++) v[i] += scale * from[f][i];
  });
}
