/**
 * @file All frames at once: their observations, the metric of the pose space, and smooth motion.
 *
 * Gauss–Newton; each step solves the system that `temporal-smoothing.ts` couples.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import type { Camera } from '../../render/camera.js';
import { type FitBody, type FitPose, poseBody } from './fit-body.js';
import {
  addPointTerms,
  createFrameSystem,
  createSharedTerms,
  type FrameSystem,
  type SharedTerms,
} from './frame-system.js';
import type { PoseMetric } from './pose-metric.js';
import { applyStep } from './rotation-steps.js';
import { addMetric, addRootTerm, type WeighedObservations } from './solve-frame.js';
import { stretchBody, stretchShare } from './stretch-body.js';
import { addTemporalForces, createCoupledSolver, type Stiffness } from './temporal-smoothing.js';

export interface SolveClipOptions {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly metric: PoseMetric;
  /** What the metric weighs in each frame. [F] */
  readonly priorWeights: readonly number[];
  /** Deviation of the second difference of rotations, radians. */
  readonly accelerationDeviation: number;
  /** The same of the root, half diameters. */
  readonly rootAcceleration: number;
  /** The same of the root along the line of sight. */
  readonly depthAcceleration: number;
  /** Deviation of the root from where it was at first along the line of sight, half diameters. */
  readonly depthDeviation: number;
  /** Deviation of how far the body's axes stretch by the end, as a share; 0: not at all. */
  readonly stretchDeviation: number;
  /** The same of their mean: a body that grows comes nearer more likely. */
  readonly growthDeviation: number;
  readonly iterations: number;
}

const MAX_STEP = 0.3;
/** A root that goes farther than this along the line of sight, half diameters, travels: little holds it then. */
const TRAVEL_DEPTH = 0.15;

/** Poses of a clip, and how the body stretched by its end, as shares along the axes at rest. */
export interface SolvedClip {
  readonly poses: readonly FitPose[];
  /** [3] */
  readonly stretch: readonly number[];
}

/** Poses of a clip that explain the observations of all frames. */
export function solveClip(
  body: FitBody,
  start: SolvedClip,
  terms: readonly (readonly WeighedObservations[])[],
  options: SolveClipOptions,
): SolvedClip {
  let poses = [...start.poses];
  let stretch = [...start.stretch];
  for (let i = 0; i < options.iterations; i++) {
    const shared = createStretchTerms(stretch, options);
    const frames = poses.map((pose, f) => frameSystem(body, pose, f, poses, stretch, terms[f], options));
    const systems = frames.map(({ system }) => system);
    const stiffness = temporalStiffness(options);
    addTemporalForces(systems, body, poses, options.metric.mean, stiffness);
    const solve = createCoupledSolver(systems, stiffness);
    const steps = solve(systems.map(({ vector }) => vector));
    if (options.stretchDeviation > 0) {
      const more = eliminateShared(shared, steps, frames, solve);
      stretch = stretch.map((value, axis) => value + more[axis]);
    }
    poses = poses.map((pose, f) => applyStep(body, pose, steps[f], MAX_STEP));
  }
  return { poses, stretch };
}

/** The prior of the stretch: small along each axis, smaller for all of them together, which is depth. */
function createStretchTerms(stretch: readonly number[], options: SolveClipOptions) {
  const [own, all] = [1 / options.stretchDeviation ** 2, 1 / options.growthDeviation ** 2];
  const mean = (stretch[0] + stretch[1] + stretch[2]) / 3;
  return {
    matrix: Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? own : 0) + (all - own) / 9),
    vector: Float64Array.from(stretch, (value) => -own * (value - mean) - (all * mean) / 3),
  };
}

/**
 * Solves for the shared unknowns u by the Schur complement, (C − Bᵀ H⁻¹ B) u = h − Bᵀ δ, and takes H⁻¹ B u from the
 * steps δ of the frames in place.
 */
function eliminateShared(
  { matrix, vector }: { readonly matrix: Float64Array; readonly vector: Float64Array },
  steps: readonly Float64Array[],
  frames: readonly SolvedFrame[],
  solve: (vectors: readonly Float64Array[]) => Float64Array[],
): Float64Array {
  const columns = [0, 1, 2].map((axis) =>
    frames.map(({ shared }) =>
      Float64Array.from({ length: shared.coupling.length / 3 }, (_, i) => shared.coupling[i * 3 + axis]),
    ),
  );
  const moved = columns.map(solve);
  const dot = (a: readonly Float64Array[], b: readonly Float64Array[]) =>
    a.reduce((sum, v, f) => v.reduce((part, value, i) => part + value * b[f][i], sum), 0);
  for (let a = 0; a < 3; a++) {
    for (const { shared } of frames) {
      vector[a] += shared.vector[a];
      for (let b = 0; b < 3; b++) matrix[a * 3 + b] += shared.matrix[a * 3 + b];
    }
    vector[a] -= dot(columns[a], steps);
    for (let b = 0; b < 3; b++) matrix[a * 3 + b] -= dot(columns[a], moved[b]);
  }
  if (!factorCholesky(matrix, 3)) return new Float64Array(3);
  solveCholesky(matrix, 3, vector);
  steps.forEach((step, f) => {
    for (let i = 0; i < step.length; i++)
      for (let axis = 0; axis < 3; axis++) step[i] -= moved[axis][f][i] * vector[axis];
  });
  return vector;
}

interface SolvedFrame {
  readonly system: FrameSystem;
  readonly shared: SharedTerms;
}

function frameSystem(
  body: FitBody,
  pose: FitPose,
  frame: number,
  poses: readonly FitPose[],
  stretch: readonly number[],
  terms: readonly WeighedObservations[],
  options: SolveClipOptions,
): SolvedFrame {
  const system = createFrameSystem(body);
  const shared = createSharedTerms(system);
  const stretched = stretchBody(body, stretch, frame, poses.length);
  const posed = poseBody(stretched, pose);
  const share = stretchShare(frame, poses.length);
  for (const { observations, weight, scale, view } of terms) {
    addPointTerms(system, stretched, posed, observations, {
      ...options,
      ...view,
      weight,
      scale,
      ...(options.stretchDeviation > 0 && { shared: { terms: shared, share } }),
    });
  }
  addMetric(system, pose, options.metric, options.priorWeights[frame]);
  const away = [0, 1, 2].map((k) => (pose.root[k] - poses[0].root[k]) / body.unit);
  const depth = away.reduce((sum, value, k) => sum + value * options.camera.back[k], 0);
  const travels = 1 + (depth / TRAVEL_DEPTH) ** 2;
  addRootTerm(system, body, away, options.camera, 10, options.depthDeviation * travels);
  return { system, shared };
}

function temporalStiffness(options: SolveClipOptions): Stiffness {
  const across = 1 / options.rootAcceleration ** 2;
  const along = 1 / options.depthAcceleration ** 2 - across;
  const { back } = options.camera;
  const root = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) root[i * 3 + k] = (i === k ? across : 0) + along * back[i] * back[k];
  }
  return { rotations: 1 / options.accelerationDeviation ** 2, root };
}
