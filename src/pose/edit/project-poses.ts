/**
 * @file Projects a pose or a clip to the nearest natural poses. Corrections that come and go would shake, so they are
 * smoothed along the clip until the result has no more jerk than the input; pinned joints are held by least squares in
 * the metric of the creature's own poses.
 */

import type { Finding } from '../../base/finding.js';
import type { WorkOptions } from '../../base/progress.js';
import { sampleEvenly } from '../../base/sample-evenly.js';
import { type JointRef, jointIndex } from '../../rig/names/joint-index.js';
import type { Pose } from '../../rig/rig-records.js';
import type { BoundRig } from '../model/bound-rig.js';
import { type PlacedPath, pathToPoses, posesToPath } from '../model/convert-path.js';
import { checkStrength } from '../model/sample-states.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { meanJerk } from '../records/pose-path.js';
import {
  applyRotationDifferences,
  rotationDifferences,
  smoothDifferences,
} from '../records/rotation-differences.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { holdPins } from './hold-pins.js';
import { projectPath } from './project-path.js';

/** Options of `projectPoses`. */
export interface ProjectPosesOptions extends WorkOptions {
  /** How far to move toward the natural pose, 0 to 1. */
  readonly strength?: number;
  /** Joints of the rig that keep their position and rotation. */
  readonly pinned?: readonly JointRef[];
}

/** Defaults of `projectPoses`. */
export const PROJECT_POSES_DEFAULTS = Object.freeze({ strength: 1, pinned: Object.freeze([]) });

/** The nearest natural poses of a clip. */
export interface ProjectedPoses {
  readonly poses: readonly Pose[];
  /** How much of an outlier each joint of the rig is in each pose, 0 to 1. [F] of [J] */
  readonly outliers: readonly Float32Array[];
  /** Pins that could not be held, in words. */
  readonly findings: readonly Finding[];
}

/** The nearest natural pose, and how far it moved. */
export interface ProjectedPose extends Pose {
  /** How much of an outlier each joint of the rig is, 0 to 1. [J] */
  readonly outliers: Float32Array;
  /** Pins that could not be held, in words. */
  readonly findings: readonly Finding[];
}

/**
 * Frames to either side that corrections are smoothed over, and the share of them that is made: tried one after the
 * other. The last is none at all: a clip that any correction shakes stays as it is.
 */
const ATTEMPTS = [
  ...[0, 1, 2, 4, 8, 16, 32].map((reach) => ({ reach, share: 1 })),
  ...[0.5, 0.25, 0.1, 0].map((share) => ({ reach: 32, share })),
];
/** Examples used for calibration, at most. */
const MOST_EXAMPLES = 8;
/** Findings of one kind say no more than a few of them. */
const MOST_FINDINGS = 4;

/** Projects one pose. */
export async function projectPose(
  space: PoseSpace,
  pose: Pose,
  options: ProjectPosesOptions = {},
): Promise<ProjectedPose> {
  const { poses, outliers, findings } = await projectPoses(space, [pose], options);
  return { ...poses[0], outliers: outliers[0], findings };
}

/** Projects poses that follow each other at even times. */
export async function projectPoses(
  space: PoseSpace,
  poses: readonly Pose[],
  options: ProjectPosesOptions = {},
): Promise<ProjectedPoses> {
  const { strength, signal, onProgress } = { ...PROJECT_POSES_DEFAULTS, ...options };
  checkStrength('projectPoses', strength);
  const pinned = (options.pinned ?? []).map((joint) =>
    jointIndex(space.anatomy.original, joint, 'pose/projectPoses'),
  );
  const given = posesToPath(space, poses);
  const examples = posesToPath(space, sampleEvenly(space.examples, MOST_EXAMPLES));
  const projected = await projectPath(space, given, { examples, signal, onProgress });
  const rotationVectors = rotationDifferences(given.rotations, projected.rotations);
  for (let i = 0; i < rotationVectors.length; i++) rotationVectors[i] *= strength;
  const prior = pinned.length > 0 ? await space.prepare({ signal }) : undefined;
  const limit = meanJerk(space.rig, given);
  let attempt: Attempt = { rotations: given.rotations, rotationVectors, findings: [] };
  for (const { reach, share } of ATTEMPTS) {
    const smooth = smoothDifferences(rotationVectors, given.count, reach).map((turn) => turn * share);
    attempt = {
      rotations: applyRotationDifferences(given.rotations, smooth),
      rotationVectors: smooth,
      findings: [],
    };
    if (prior) attempt = pin(space, prior, poses, given, attempt, pinned);
    if (!(meanJerk(space.rig, { ...given, rotations: attempt.rotations }) > limit)) break;
  }
  const done = pathToPoses(space, { ...given, rotations: attempt.rotations }, given.placements);
  return {
    // Unchanged poses are returned bit for bit.
    poses: done.map((pose, i) => (isStill(attempt.rotationVectors, given.count, i) ? poses[i] : pose)),
    outliers: poses.map((_, i) => rigOutliers(space, projected.outliers, i)),
    findings: attempt.findings.slice(0, MOST_FINDINGS),
  };
}

interface Attempt {
  /** [F, J, 4] */
  readonly rotations: Float64Array;
  /** Applied corrections. [F, J, 3] */
  readonly rotationVectors: Float64Array;
  readonly findings: readonly Finding[];
}

/** Pinned joints go back to where they were, frame by frame. */
function pin(
  space: BoundRig,
  prior: PosePrior,
  poses: readonly Pose[],
  given: PlacedPath,
  { rotations, rotationVectors }: Attempt,
  pinned: readonly number[],
): Attempt {
  const size = space.rig.jointCount * 4;
  const held = rotations.slice();
  const findings: Finding[] = [];
  for (const [i, pose] of poses.entries()) {
    if (isStill(rotationVectors, given.count, i)) continue;
    const standing = { placement: given.placements[i], height: given.heights[i] };
    const expected = rotations.slice(i * size, (i + 1) * size);
    const solved = holdPins(space, prior, pose, standing, pinned, expected);
    held.set(solved.rotations, i * size);
    findings.push(...solved.findings);
  }
  return { rotations: held, rotationVectors, findings };
}

function isStill(rotationVectors: Float64Array, count: number, i: number): boolean {
  const width = rotationVectors.length / count;
  for (let k = i * width; k < (i + 1) * width; k++) if (rotationVectors[k] !== 0) return false;
  return true;
}

/** Outlier values of the anatomical joints on the rig's joints. */
function rigOutliers({ anatomy, rig }: BoundRig, outliers: Float64Array, i: number): Float32Array {
  return Float32Array.from(anatomy.carriers, (joint) =>
    joint < 0 ? 0 : outliers[i * rig.jointCount + joint],
  );
}
