/** @file The real poses of one rig that a pose space is measured against. */

import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { PoseSubject, RealPoses } from './pose-subject.js';

export interface PoseTruth {
  readonly subject: PoseSubject;
  readonly rig: SolverRig;
  /** Poses to complete and to invert. */
  readonly tests: RealPoses;
  /** Poses that samples are compared with. */
  readonly real: RealPoses;
  /** Poses of the nearest train rig, retargeted; empty where there is none. */
  readonly retargeted: readonly Pose[];
}
