/** @file What the pose panel shows and remembers; not undone, not saved. */

import type { PlausibilityScore } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import type { PoseCheck, SpaceFacts } from '../../workers/worker-protocol.js';

export interface PoseView {
  /** The open pose space; null while the creature still moves by plain inverse kinematics. */
  readonly space: SpaceFacts | null;
  /** Whether what is done to one side is done to the other. */
  readonly symmetric: boolean;
  /** Whether feet stay on the ground while the body is dragged. */
  readonly footLock: boolean;
  /** Whether joints are tinted by how odd their place is, and triangles that run through others glow. */
  readonly tint: boolean;
  /** How far outside its pose space the pose of the document is; null until measured. */
  readonly measure: PlausibilityScore | null;
  /** What is wrong with the pose of the document; null until checked. */
  readonly check: PoseCheck | null;
  /** Whether the pose is being measured or checked. */
  readonly watching: boolean;
  /** How far a pose is pulled back, 0 to 1. */
  readonly snapStrength: number;
  readonly clipboard: Pose | null;
  /** What a joint looks at while that is dragged. */
  readonly lookAt: { readonly joint: number; readonly target: readonly [number, number, number] } | null;
}

export const POSE_VIEW: PoseView = {
  space: null,
  symmetric: false,
  footLock: false,
  tint: true,
  measure: null,
  check: null,
  watching: false,
  snapStrength: 1,
  clipboard: null,
  lookAt: null,
};
