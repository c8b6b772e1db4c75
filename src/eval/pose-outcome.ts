/** @file What an evaluation of a pose space makes of one file: figures, a reason why it was left out, or a failure. */

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
  /** The train rig whose poses were carried over. */
  readonly retargetedFrom?: string;
}

/** Why a rig has no poses to be measured by. */
export type PoseSkip = SkipReason | 'no clips' | 'trained on all its clips' | 'fewer than three joints';

export type PoseOutcome =
  | { readonly row: PoseRow }
  | { readonly skipped: PoseSkip; readonly file: string }
  | { readonly error: string; readonly file: string };
