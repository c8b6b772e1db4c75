/**
 * @file All frames at once: their observations, the metric of the pose space, and smooth motion.
 *
 * Gauss–Newton; each step solves the system that `temporal-smoothing.ts` couples.
 */

import type { Camera } from '../../render/camera.js';
import { type FitBody, type FitPose, poseBody } from './fit-body.js';
import { addPointTerms, createFrameSystem, type FrameSystem } from './frame-system.js';
import type { PoseMetric } from './pose-metric.js';
import { applyStep } from './rotation-steps.js';
import { addMetric, addRootTerm, type WeighedObservations } from './solve-frame.js';
import { addTemporalForces, type Stiffness, solveCoupled } from './temporal-smoothing.js';

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
  readonly iterations: number;
}

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
    const systems = poses.map((pose, f) => frameSystem(body, pose, f, poses[0], terms[f], options));
    const stiffness = temporalStiffness(options);
    addTemporalForces(systems, body, poses, options.metric.mean, stiffness);
    const steps = solveCoupled(systems, stiffness);
    poses = poses.map((pose, f) => applyStep(body, pose, steps[f], MAX_STEP));
  }
  return poses;
}

function frameSystem(
  body: FitBody,
  pose: FitPose,
  frame: number,
  first: FitPose,
  terms: readonly WeighedObservations[],
  options: SolveClipOptions,
): FrameSystem {
  const system = createFrameSystem(body);
  const posed = poseBody(body, pose);
  for (const { observations, weight, scale, view } of terms) {
    addPointTerms(system, body, posed, observations, { ...options, ...view, weight, scale });
  }
  addMetric(system, pose, options.metric, options.priorWeights[frame]);
  const away = [0, 1, 2].map((k) => (pose.root[k] - first.root[k]) / body.unit);
  addRootTerm(system, body, away, options.camera, 10, options.depthDeviation);
  return system;
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
