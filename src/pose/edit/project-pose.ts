/**
 * @file The nearest pose that a creature would take, to any pose: one broken by a mistake, by motion capture, by another
 * rig. Joints that go with the rest of the body stay (`project-bodies.ts`); pinned ones are held where they are by least
 * squares in the metric of the creature's own poses.
 */

import type { Finding } from '../../base/finding.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { type ProjectPosesOptions, projectPoses } from './project-poses.js';

export interface ProjectedPose extends Pose {
  /** How much each joint of the rig is doubted, 0 to 1. [J] */
  readonly outliers: Float32Array;
  /** Pins that could not be held, in words. */
  readonly findings: readonly Finding[];
}

/** Projects one pose. */
export async function projectPose(
  space: PoseSpace,
  pose: Pose,
  options: ProjectPosesOptions = {},
): Promise<ProjectedPose> {
  const { poses, outliers, findings } = await projectPoses(space, [pose], options);
  return { ...poses[0], outliers: outliers[0], findings };
}
