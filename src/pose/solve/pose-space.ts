/**
 * @file The interface of a pose space, whoever made it: `openRigPoseSpace` from a model, `adaptPoseSpace` from a space
 * and examples.
 */

import type { WorkOptions } from '../../base/progress.js';
import type { Pose } from '../../rig/rig-records.js';
import type { BoundRig } from '../model/bound-rig.js';
import type { SampleOptions } from '../model/sample-states.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { PoseHandle } from '../records/pose-handle.js';
import type { PosePlacement } from '../records/pose-state.js';
import type { SolvedPose, SolveOptions } from './solve-handles.js';

/** Options of `space.invert` and `space.decode`. */
export interface StepOptions extends WorkOptions {
  readonly steps?: number;
}

/** Defaults of `space.invert` and `space.decode`. */
export const STEP_DEFAULTS = Object.freeze({ steps: 50 });

/** A pose as the model has it: noise, and where the pose stood. */
export interface PoseLatent {
  /** [J, 10] of the anatomical joints. */
  readonly noise: Float32Array;
  readonly placement: PosePlacement;
}

/** The pose space of a rig: sample it, solve handles in it, invert and decode poses. */
export interface PoseSpace extends BoundRig {
  /** Examples that the space was adapted to, on the rig's own skeleton; empty where there are none. */
  readonly examples: readonly Pose[];
  /** The space before it was adapted; absent where it was not. */
  readonly unadapted?: PoseSpace;
  /** Poses at random. */
  sample(options?: SampleOptions): Promise<Pose[]>;
  /** The noise that decodes to a pose. */
  invert(pose: Pose, options?: StepOptions): Promise<PoseLatent>;
  /** The pose of a noise. */
  decode(latent: PoseLatent, options?: StepOptions): Promise<Pose>;
  /** The most plausible pose that meets the handles. */
  solve(handles: readonly PoseHandle[], options?: SolveOptions): Promise<SolvedPose>;
  /** What poses of this creature are like, from samples drawn once; it makes the first `solve` as fast as the others. */
  prepare(options?: WorkOptions): Promise<PosePrior>;
  /** Frees the networks if the space opened them itself. */
  close(): Promise<void>;
}
