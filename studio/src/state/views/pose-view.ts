/** @file What the pose panel shows and remembers; not undone, not saved. */

import type { PoseMeasure } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import type { PoseVerdict, SpaceFacts } from '../../work/verbs.js';

export interface PoseView {
  /** The open pose space; null while the creature still moves by plain inverse kinematics. */
  readonly space: SpaceFacts | null;
  /** Whether what is done to one side is done to the other. */
  readonly symmetric: boolean;
  /** Whether feet stay on the ground while the body is dragged. */
  readonly footLock: boolean;
  /** How far outside its pose space the pose of the document is; null until measured. */
  readonly measure: PoseMeasure | null;
  /** What is wrong with the pose of the document; null until checked. */
  readonly verdict: PoseVerdict | null;
  readonly clipboard: Pose | null;
}

export const POSE_VIEW: PoseView = {
  space: null,
  symmetric: false,
  footLock: false,
  measure: null,
  verdict: null,
  clipboard: null,
};
