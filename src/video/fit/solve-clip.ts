/**
 * @file All frames at once: their observations, the metric of the pose space, and smooth motion.
 *
 * Smoothness is the second difference of rotation vectors and of the root over time, |x_{f−1} − 2 x_f + x_{f+1}|² / σ².
 * Gauss–Newton; each step solves the coupled system by conjugate gradients, preconditioned by the Cholesky factors of the
 * single frames.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import type { Camera } from '../../render/camera.js';
import { type FitBody, type FitPose, poseBody } from './fit-body.js';
import { addPointTerms, createFrameSystem, type FrameSystem } from './frame-system.js';
import type { PoseMetric } from './pose-metric.js';
import { applyStep, rotationVectorsInto } from './rotation-steps.js';
import { addMetric, addRootTerm, type WeighedObservations } from './solve-frame.js';

export interface SolveClipOptions {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly metric: PoseMetric;
  readonly priorWeight: number;
  /** Deviation of the second difference of rotations, radians. */
  readonly accelerationDeviation: number;
  /** The same of the root, half diameters. */
  readonly rootAcceleration: number;
  /** The same of the root along the line of sight. */
  readonly depthAcceleration: number;
  /** Deviation of the root from where it was at first along the line of sight, half diameters. */
  readonly depthDeviation: number;
  readonly iterations: number;
}

const CONJUGATE_STEPS = 40;
const CONVERGED = 1e-4;
const MAX_STEP = 0.3;

/** Poses of a clip that explain the observations of all frames. */
export function solveClip(
  body: FitBody,
  start: readonly FitPose[],
  terms: readonly (readonly WeighedObservations[])[],
  options: SolveClipOptions,
): FitPose[] {
  let poses = [...start];
  for (let i = 0; i < options.iterations; i++) {
    const systems = poses.map((pose, f) => frameSystem(body, pose, poses[0], terms[f], options));
    const stiffness = temporalStiffness(body, options);
    addTemporalForces(systems, body, poses, options.metric, stiffness);
    const steps = solveCoupled(systems, stiffness);
    poses = poses.map((pose, f) => applyStep(body, pose, steps[f], MAX_STEP));
  }
  return poses;
}

function frameSystem(
  body: FitBody,
  pose: FitPose,
  first: FitPose,
  terms: readonly WeighedObservations[],
  options: SolveClipOptions,
): FrameSystem {
  const system = createFrameSystem(body);
  const posed = poseBody(body, pose);
  for (const { observations, weight, scale } of terms) {
    addPointTerms(system, body, posed, observations, { ...options, weight, scale });
  }
  addMetric(system, pose, options.metric, options.priorWeight);
  const away = [0, 1, 2].map((k) => (pose.root[k] - first.root[k]) / body.unit);
  addRootTerm(system, body, away, options.camera, 10, options.depthDeviation);
  return system;
}

/** Stiffness of the second difference: a diagonal for rotations, a 3 × 3 block for the root. */
interface Stiffness {
  readonly rotations: number;
  /** [3, 3] */
  readonly root: Float64Array;
}

function temporalStiffness(_: FitBody, options: SolveClipOptions): Stiffness {
  const across = 1 / options.rootAcceleration ** 2;
  const along = 1 / options.depthAcceleration ** 2 - across;
  const { back } = options.camera;
  const root = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) root[i * 3 + k] = (i === k ? across : 0) + along * back[i] * back[k];
  }
  return { rotations: 1 / options.accelerationDeviation ** 2, root };
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

/** Second differences of vectors over frames; the ends have none. */
function secondDifferences(vectors: readonly Float64Array[]): Float64Array[] {
  return vectors.map((v, f) =>
    f === 0 || f === vectors.length - 1
      ? new Float64Array(v.length)
      : v.map((value, i) => vectors[f - 1][i] - 2 * value + vectors[f + 1][i]),
  );
}

/** out_f += sign · (Dᵀ S D v)_f, D the second difference. */
function addSmoothing(
  out: readonly Float64Array[],
  vectors: readonly Float64Array[],
  stiffness: Stiffness,
  sign: number,
): void {
  const differences = secondDifferences(vectors);
  differences.forEach((d, f) => {
    if (f === 0 || f === vectors.length - 1) return;
    applyStiffness(out[f - 1], stiffness, d, sign);
    applyStiffness(out[f], stiffness, d, -2 * sign);
    applyStiffness(out[f + 1], stiffness, d, sign);
  });
}

function addTemporalForces(
  systems: readonly FrameSystem[],
  body: FitBody,
  poses: readonly FitPose[],
  metric: PoseMetric,
  stiffness: Stiffness,
): void {
  const states = poses.map((pose) => {
    const x = new Float64Array(body.jointCount * 3 + 3);
    rotationVectorsInto(x, pose.rotations, metric.mean);
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

/** Solves (blocks + smoothing) δ = g by preconditioned conjugate gradients. */
function solveCoupled(systems: readonly FrameSystem[], stiffness: Stiffness): Float64Array[] {
  const factors = systems.map(({ matrix, size }, f) => {
    const factor = matrix.slice();
    // The diagonal of Dᵀ S D: 1, 5, 6, …, 6, 5, 1.
    const share = f === 0 || f === systems.length - 1 ? 1 : f === 1 || f === systems.length - 2 ? 5 : 6;
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
  const x = systems.map(({ size }) => new Float64Array(size));
  const r = systems.map(({ vector }) => vector.slice());
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
