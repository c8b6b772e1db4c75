/**
 * @file How well projection restores a real pose that was broken: one joint rotated by 60°, a fifth of the joints rotated
 * at random, noise of 10° on all joints; and how little it changes real poses. Figures are mean joint distances to the
 * real pose, % of the diameter, before and after projection.
 */

import type { WorkOptions } from '../../src/base/progress.js';
import { createRng, type Rng } from '../../src/base/rng.js';
import { axisAngleInto, multiplyQuaternionInto } from '../../src/math/quaternion.js';
import { projectPoses } from '../../src/pose/edit/project-poses.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { Figure } from './means.js';
import { createPoseCloud, PERCENT_OF_DIAMETER, poseDistance } from './pose-cloud.js';
import { type RealPoses, spreadIndices } from './pose-subject.js';

export const POSE_FAULTS = ['none', 'joint', 'fifth', 'shaken'] as const;
export type PoseFault = (typeof POSE_FAULTS)[number];

export interface MeasureProjectionOptions extends WorkOptions {
  /** Real poses to break. */
  readonly poses?: number;
  readonly seed?: number;
}

export const MEASURE_PROJECTION_DEFAULTS = Object.freeze({ poses: 6, seed: 0 });

/** Distance from the real pose, per kind of fault, % of the diameter. */
export type ProjectionFigures = Readonly<
  Record<PoseFault, { readonly before: Figure; readonly after: Figure }>
>;

/** Rotation of the one joint, and standard deviation of the noise, radians. */
const ONE_JOINT_ANGLE = Math.PI / 3;
const NOISE_ANGLE = Math.PI / 18;

/** Measures projections of a rig; null where it has no poses or a single joint. */
export async function measureProjection(
  space: PoseSpace,
  real: RealPoses,
  options: MeasureProjectionOptions = {},
): Promise<ProjectionFigures | null> {
  const { poses, seed, signal } = { ...MEASURE_PROJECTION_DEFAULTS, ...options };
  const truth = spreadIndices(real.poses.length, poses).map((i) => real.poses[i]);
  const { jointCount } = space.rig;
  if (truth.length === 0 || jointCount < 2) return null;
  const rng = createRng(seed);
  const cloud = createPoseCloud(space.rig, truth);
  const distance = (list: readonly Pose[]): number => {
    const other = createPoseCloud(space.rig, list);
    const sum = truth.reduce((total, _, i) => total + poseDistance(cloud, i, other, i), 0);
    return (PERCENT_OF_DIAMETER * sum) / truth.length;
  };
  const figures = {} as Record<PoseFault, { before: Figure; after: Figure }>;
  for (const fault of POSE_FAULTS) {
    const broken = truth.map((pose) => breakPose(pose, jointCount, fault, rng));
    const after: Pose[] = [];
    // One at a time: they are not frames of one clip.
    for (const pose of broken) after.push((await projectPoses(space, [pose], { signal })).poses[0]);
    figures[fault] = { before: distance(broken), after: distance(after) };
  }
  return figures;
}

/** A pose with a fault in it. */
export function breakPose({ rotations, root }: Pose, jointCount: number, fault: PoseFault, rng: Rng): Pose {
  const broken = rotations.slice();
  const any = () => 1 + rng.integer(jointCount - 1);
  if (fault === 'joint') rotateAtRandom(broken, any(), ONE_JOINT_ANGLE, rng);
  if (fault === 'fifth') {
    for (let k = Math.max(1, Math.round(jointCount / 5)); k > 0; k--) {
      rotateAtRandom(broken, any(), Math.PI * rng.next(), rng);
    }
  }
  if (fault === 'shaken') {
    for (let j = 1; j < jointCount; j++) rotateAtRandom(broken, j, NOISE_ANGLE * rng.normal(), rng);
  }
  return { rotations: broken, root };
}

function rotateAtRandom(rotations: Float32Array, joint: number, angle: number, rng: Rng): void {
  const axis = [rng.normal(), rng.normal(), rng.normal()];
  const length = Math.hypot(axis[0], axis[1], axis[2]) || 1;
  const rotation = [0, 0, 0, 1];
  axisAngleInto(rotation, 0, axis[0] / length, axis[1] / length, axis[2] / length, angle);
  multiplyQuaternionInto(rotations, joint * 4, rotations, joint * 4, rotation, 0);
}
