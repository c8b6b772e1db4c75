/** @file State of the pose panel; not undone, not saved. */

import { DRAG_DEFAULTS } from 'posespace';
import type { PlausibilityScore } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import type { PoseCheck, SpaceFacts } from '../../workers/worker-protocol.js';

export interface PoseView {
  /** Facts about the pose space; null while it loads and plain inverse kinematics is used. */
  readonly space: SpaceFacts | null;
  /** Mirrors edits to the other side. */
  readonly symmetric: boolean;
  /** Keeps feet on the ground during drags. */
  readonly footLock: boolean;
  /** How local drags are: 0, the whole body takes part; 1, only the dragged limb. */
  readonly locality: number;
  /** Highlights unnatural joints and intersecting triangles. */
  readonly tint: boolean;
  /** Plausibility of the document's pose; null until measured. */
  readonly measure: PlausibilityScore | null;
  /** Problems of the document's pose; null until checked. */
  readonly check: PoseCheck | null;
  /** Whether the pose is being measured or checked. */
  readonly watching: boolean;
  /** Strength of snapping to the natural pose, 0 to 1. */
  readonly snapStrength: number;
  readonly clipboard: Pose | null;
  /** The look-at target during its drag. */
  readonly lookAt: { readonly joint: number; readonly target: readonly [number, number, number] } | null;
}

export const POSE_VIEW: PoseView = {
  space: null,
  symmetric: false,
  footLock: true,
  locality: DRAG_DEFAULTS.locality,
  tint: true,
  measure: null,
  check: null,
  watching: false,
  snapStrength: 1,
  clipboard: null,
  lookAt: null,
};
