/**
 * @file Opens the pose space of a rig: samples, inversion to latents and back, and solving handles. Poses go in and
 * out on the rig's own skeleton; inside, everything happens on its anatomical joints. Deterministic: the same rig,
 * model, seed and input give the same numbers.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import { requireInput } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { OpenNetworkOptions } from '../../nets/open-network.js';
import { type AnatomicalRig, toAnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { mergeDivisions } from '../../rig/anatomy/merge-divisions.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import type { PartialRig, Pose } from '../../rig/rig-records.js';
import { bindRig } from '../model/bind-rig.js';
import { type BoundRig, fromSolverPose, identityAnatomy, toSolverPose } from '../model/bound-rig.js';
import { decodeStates, invertStates } from '../model/denoise.js';
import { openPoseModel, type PoseModel, type PoseModelFiles } from '../model/pose-model.js';
import { checkCount, SAMPLE_BATCH, sampleStates } from '../model/sample-states.js';
import { addGenericPrior } from '../prior/generic-prior.js';
import { fitPosePrior, type PosePrior } from '../prior/pose-prior.js';
import { normaliseRig } from '../records/normalise-rig.js';
import {
  NO_PLACEMENT,
  poseToState,
  STATE_CHANNELS,
  stateToPose,
  stateToRotationsInto,
} from '../records/pose-state.js';
import { POST_PROCESSED_NOISE, postProcessPose } from '../repair/post-process-pose.js';
import { type PoseSpace, STEP_DEFAULTS } from '../solve/pose-space.js';
import { solveHandles } from '../solve/solve-handles.js';
import { adaptPoseSpace } from './adapt-pose-space.js';
import { measureNetworkUncertainty } from './network-uncertainty.js';

/** Options of `openRigPoseSpace`. */
export interface OpenRigPoseSpaceOptions extends OpenNetworkOptions {
  /** The anatomy of the rig where it is known; `as-is` takes the skeleton as it stands. Found anew by default. */
  readonly anatomy?: AnatomicalRig | 'as-is';
  /** Poses of the rig, the clips it came with: they help to find its anatomy. */
  readonly poses?: readonly Pose[];
  /** Poses of the rig to adapt the space to, as `adaptPoseSpace` does. */
  readonly examples?: readonly Pose[];
  /** Samples that the prior is fitted to. */
  readonly priorSamples?: number;
  /** Steps of each of them. */
  readonly priorSteps?: number;
}

/** Defaults of `openRigPoseSpace`. */
export const OPEN_RIG_POSE_SPACE_DEFAULTS = Object.freeze({ priorSamples: 48, priorSteps: 4 });

/** Opens the pose space of a rig. A model that is open already is shared and left open. */
export async function openRigPoseSpace(
  rig: PartialRig,
  model: PoseModel | PoseModelFiles,
  options: OpenRigPoseSpaceOptions = {},
): Promise<PoseSpace> {
  const settings = { ...OPEN_RIG_POSE_SPACE_DEFAULTS, ...options };
  const anatomy =
    settings.anatomy === 'as-is'
      ? identityAnatomy(rig)
      : (settings.anatomy ??
        mergeDivisions(toAnatomicalRig(rig, anatomyOf(rig, settings.poses)), settings.poses));
  const solverRig = normaliseRig(anatomy.rig);
  const open = 'close' in model ? model : await openPoseModel(model, options);
  const close = async () => {
    if (open !== model) await open.close();
  };
  try {
    const bound = await bindRig(open, solverRig);
    const space = {
      ...createPoseSpace({ anatomy, rig: solverRig, memo: new Map(), ...bound }, settings),
      close,
    };
    return settings.examples?.length ? adaptPoseSpace(space, settings.examples) : space;
  } catch (error) {
    await close();
    throw error;
  }
}

function createPoseSpace(
  space: BoundRig,
  settings: { readonly priorSamples: number; readonly priorSteps: number },
): Omit<PoseSpace, 'close'> {
  const { denoiser, rig } = space;
  const length = denoiser.jointCount * STATE_CHANNELS;
  let prior: Promise<PosePrior> | undefined;
  const loadPrior = (options: WorkOptions): Promise<PosePrior> => {
    prior ??= samplePrior(space, settings.priorSamples, settings.priorSteps, options).catch((error) => {
      // Somebody gave up waiting: the next one starts afresh.
      prior = undefined;
      throw error;
    });
    return prior;
  };
  return {
    ...space,
    examples: [],
    async sample(options = {}) {
      const states = await sampleStates(space, options, options.raw ? 1 : POST_PROCESSED_NOISE);
      const poses: Pose[] = [];
      for (let offset = 0; offset < states.length; offset += length) {
        const pose = stateToPose(rig, states, NO_PLACEMENT, offset);
        poses.push(fromSolverPose(space, options.raw ? pose : postProcessPose(space, pose, options.signal)));
        if (poses.length % SAMPLE_BATCH === 0) await pauseUnlessAborted(options.signal);
      }
      return poses;
    },
    async invert(pose, options = {}) {
      const { steps } = { ...STEP_DEFAULTS, ...options };
      checkCount('steps', steps, 1);
      const { state, placement } = poseToState(rig, toSolverPose(space, pose));
      const noise = await invertStates(
        (x, batch, t) => denoiser.predict(x, batch, t),
        state,
        1,
        steps,
        options,
      );
      return { noise, placement };
    },
    async decode({ noise, placement }, options = {}) {
      const { steps } = { ...STEP_DEFAULTS, ...options };
      checkCount('steps', steps, 1);
      requireInput(
        noise.length === length,
        `pose/decode: ${noise.length} numbers of noise; this body takes ${length}, from its own sample or invert`,
      );
      const state = await decodeStates(
        (x, batch, t) => denoiser.predict(x, batch, t),
        noise,
        1,
        steps,
        options,
      );
      return fromSolverPose(space, stateToPose(rig, state, placement));
    },
    async solve(handles, options = {}) {
      return solveHandles(space, await loadPrior(options), handles, options);
    },
    prepare: (options = {}) => loadPrior(options),
  };
}

async function samplePrior(
  { completer, rig }: BoundRig,
  count: number,
  steps: number,
  { signal, onProgress }: WorkOptions,
): Promise<PosePrior> {
  const { jointCount } = rig;
  // One prior per space: other options of the first caller must not matter.
  const states = await sampleStates({ denoiser: completer }, { signal, onProgress, count, steps });
  const rotations = new Float64Array(count * jointCount * 4);
  for (let i = 0; i < count; i++) {
    const one = rotations.subarray(i * jointCount * 4, (i + 1) * jointCount * 4);
    stateToRotationsInto(one, jointCount, states, i * jointCount * STATE_CHANNELS);
  }
  const prior = addGenericPrior(
    fitPosePrior(rotations, jointCount),
    rig,
    POSE_BLEND_PARAMETERS.prior.genericShare,
  );
  return { ...prior, ...(await measureNetworkUncertainty(completer, rig, prior, signal)) };
}
