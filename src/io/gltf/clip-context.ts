/** @file What reading a clip needs to know of its file, and the sampled frames before they are cut into poses. */

import type { Finding } from '../../base/finding.js';
import type { Matrix4 } from '../../math/matrix4.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { Budget } from '../read-budget.js';
import type { JointTree } from './find-joints.js';
import type { SceneGraph } from './scene-graph.js';

export interface ClipContext {
  readonly graph: SceneGraph;
  readonly tree: JointTree;
  readonly skeleton: Skeleton;
  /** [J] */
  readonly rest: readonly Matrix4[];
  /** Size of the skeleton, metres: what "negligible" is measured against. */
  readonly size: number;
  readonly budget: Budget;
  /** Frames per second; the file's own keys where absent. */
  readonly frameRate?: number;
  readonly findings: Finding[];
}

/** Poses of a clip, frame behind frame. */
export interface SampledPoses {
  /** [F, J, 4] */
  readonly rotations: Float32Array;
  /** [F, 3] */
  readonly roots: Float32Array;
  /** [F, J, 3] */
  readonly offsets: Float32Array;
}
