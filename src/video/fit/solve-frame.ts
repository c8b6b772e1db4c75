/**
 * @file The pose of one frame: Gauss–Newton on its observations, in the metric of the pose space, near the predicted
 * pose.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import type { Camera } from '../../render/camera.js';
import { type FitBody, type FitPose, poseBody } from './fit-body.js';
import { addPointTerms, createFrameSystem, type FrameSystem } from './frame-system.js';
import type { Observations } from './observations.js';
import type { PoseMetric } from './pose-metric.js';
import { applyStep, rotationVectorsInto } from './rotation-steps.js';

export interface SolveFrameOptions {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly metric: PoseMetric;
  /** What the pose space's metric weighs. */
  readonly priorWeight: number;
  /** Deviation from the predicted pose, radians. */
  readonly rotationDeviation: number;
  /** Deviation of the root from the prediction, half diameters. */
  readonly rootDeviation: number;
  /** The same along the line of sight, where a picture says least. */
  readonly depthDeviation: number;
  readonly iterations: number;
}

/** Observations and what they weigh. */
export interface WeighedObservations {
  readonly observations: Observations;
  readonly weight: number;
  /** Scale of the robust function, pixels. */
  readonly scale: number;
  /** Where they were seen from; absent: from where the solver is told. */
  readonly view?: { readonly camera: Camera; readonly width: number; readonly height: number };
}

/** Largest rotation of a joint in one iteration, radians. */
const MAX_STEP = 0.3;

/** The pose nearest to `predicted`, in the metric, that explains the observations. */
export function solveFrame(
  body: FitBody,
  start: FitPose,
  predicted: FitPose,
  terms: readonly WeighedObservations[],
  options: SolveFrameOptions,
): FitPose {
  let pose = start;
  for (let i = 0; i < options.iterations; i++) {
    const system = createFrameSystem(body);
    const posed = poseBody(body, pose);
    for (const { observations, weight, scale } of terms) {
      addPointTerms(system, body, posed, observations, { ...options, weight, scale });
    }
    addMetric(system, pose, options.metric, options.priorWeight);
    addPrediction(system, body, pose, predicted, options);
    if (!factorCholesky(system.matrix, system.size)) break;
    solveCholesky(system.matrix, system.size, system.vector);
    pose = applyStep(body, pose, system.vector, MAX_STEP);
  }
  return pose;
}

/** Adds weight · xᵀ P x. */
export function addMetric(system: FrameSystem, pose: FitPose, metric: PoseMetric, weight: number): void {
  const n = metric.jointCount * 3;
  const x = new Float64Array(n);
  rotationVectorsInto(x, pose.rotations, metric.mean);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += metric.precision[i * n + k] * x[k];
    system.vector[i] -= weight * sum;
    for (let k = 0; k <= i; k++) system.matrix[i * system.size + k] += weight * metric.precision[i * n + k];
  }
}

/** Adds the pull to the predicted pose. */
function addPrediction(
  system: FrameSystem,
  body: FitBody,
  pose: FitPose,
  predicted: FitPose,
  { camera, rotationDeviation, rootDeviation, depthDeviation }: SolveFrameOptions,
): void {
  const n = body.jointCount * 3;
  const y = new Float64Array(n);
  rotationVectorsInto(y, pose.rotations, predicted.rotations);
  const stiffness = 1 / rotationDeviation ** 2;
  for (let i = 0; i < n; i++) {
    system.matrix[i * system.size + i] += stiffness;
    system.vector[i] -= stiffness * y[i];
  }
  const away = [0, 1, 2].map((k) => (pose.root[k] - predicted.root[k]) / body.unit);
  addRootTerm(system, body, away, camera, rootDeviation, depthDeviation);
}

/** Adds a quadratic pull of the root's displacement `away` to zero, stiffer along the line of sight. */
export function addRootTerm(
  { matrix, vector, size }: FrameSystem,
  { jointCount }: FitBody,
  away: readonly number[],
  { back }: Camera,
  deviation: number,
  depthDeviation: number,
): void {
  const n = jointCount * 3;
  const across = 1 / deviation ** 2;
  const along = 1 / depthDeviation ** 2 - across;
  const depth = away[0] * back[0] + away[1] * back[1] + away[2] * back[2];
  for (let i = 0; i < 3; i++) {
    vector[n + i] -= across * away[i] + along * depth * back[i];
    for (let k = 0; k <= i; k++) {
      matrix[(n + i) * size + n + k] += (i === k ? across : 0) + along * back[i] * back[k];
    }
  }
}
