/**
 * @file A motion distilled from the motion prior, without pictures and without a server: `--score embedded`. Trajectories
 * of the body's cells are noised, denoised and given back to the rig (`distil-trajectories.ts`).
 */

import type { Model } from '../io/model.js';
import { createMotionBody } from '../motion/library/motion-body.js';
import { fromAnatomicalPose } from '../rig/anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../rig/anatomy/to-anatomical-pose.js';
import type { Rig } from '../rig/rig-records.js';
import type { DistilledMotion } from '../video/distil/distil-options.js';
import { type DistilTrajectoriesOptions, distilTrajectories } from '../video/distil/distil-trajectories.js';
import { createPriorDenoiser } from '../video/distil/prior-denoiser.js';
import { createFitBody } from '../video/fit/fit-body.js';
import { type MotionPriorSource, openMotionPrior } from './open-motion-prior.js';
import { requireRig } from './with-anatomy.js';

/** As `imagineMotion`: more makes legs fold over the back. */
const GUIDANCE = 1.5;

/** Options of `distilFromPrior`. */
export interface DistilFromPriorOptions extends DistilTrajectoriesOptions {
  /** Factor of how large the motion is. */
  readonly strength?: number;
  /** The motion prior: open, its files, or where they are. */
  readonly network?: MotionPriorSource;
}

/**
 * Distils a motion of a model from the motion prior. The prompt is read for the kind of action it speaks of. The clip has
 * the prior's 16 frames at its 12 frames a second, unless told otherwise.
 *
 * @example
 * const { clip } = await distilFromPrior(model, { prompt: 'a fox jumps' });
 */
export async function distilFromPrior(
  model: Model | Rig,
  { strength = 1, network, ...options }: DistilFromPriorOptions,
): Promise<DistilledMotion> {
  const rig = requireRig(model, 'video/distilFromPrior');
  const prior = await openMotionPrior(network);
  const { anatomy, turn } = createMotionBody(rig);
  const body = createFitBody(anatomy.rig as Rig);
  const denoiser = createPriorDenoiser(prior, body, { prompt: options.prompt, turn, strength });
  const { project, start } = options;
  const found = await distilTrajectories(body.rig, denoiser, {
    frameRate: prior.card.frameRate,
    guidance: GUIDANCE,
    ...options,
    ...(start && { start: start.map((pose) => toAnatomicalPose(anatomy, pose).pose) }),
    // The pose space knows the joints of the file.
    ...(project && {
      project: async (poses) =>
        (await project(poses.map((pose) => fromAnatomicalPose(anatomy, pose)))).map(
          (pose) => toAnatomicalPose(anatomy, pose).pose,
        ),
    }),
  });
  const poses = found.clip.poses.map((pose) => fromAnatomicalPose(anatomy, pose));
  return { ...found, clip: { ...found.clip, poses, source: 'model' } };
}
