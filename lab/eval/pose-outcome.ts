/** @file The result of evaluating a pose space on one file: figures, a reason to skip it, or an error. */

import type { PoseFigures } from './measure-pose-rig.js';
import type { SkipReason } from './outcome.js';
import type { Kinship } from './pose-kinship.js';

export interface PoseRow extends PoseFigures {
  readonly file: string;
  readonly category: string;
  readonly family: string;
  readonly kinship: Kinship;
  readonly joints: number;
  /** Clips and frames on which poses were completed. */
  readonly clips: number;
  readonly frames: number;
  /** Mean distance of the joints by forward kinematics from those of the file, % of the diameter. */
  readonly residual?: number;
  /** The train rig whose poses were retargeted. */
  readonly retargetedFrom?: string;
}

/** Why a rig is skipped. */
export type PoseSkip =
  | SkipReason
  | 'no clips'
  | 'trained on all its clips'
  | 'fewer than three joints'
  | 'joints are not those of the file that holds its clips'
  | 'translations move the joints in all of its clips';

export type PoseOutcome =
  | { readonly row: PoseRow }
  | { readonly skipped: PoseSkip; readonly file: string }
  | { readonly error: string; readonly file: string };
