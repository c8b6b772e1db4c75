/**
 * @file A motion drawn from the motion prior with the rig in the loop: noise is taken out step by step (DDIM, Song et al.
 * 2021), and after each step the rig is fitted to the trajectories that the network predicts, by Gauss–Newton, and its own
 * trajectories take their place: what is denoised further is a motion that the rig can do.
 */

import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { Rng } from '../../base/rng.js';
import { restPose } from '../../rig/rig-records.js';
import { type FitPose, poseBody, toFitPose } from '../fit/fit-body.js';
import { createFrameSystem } from '../fit/frame-system.js';
import { applyStep, rotationVectorsInto } from '../fit/rotation-steps.js';
import { addSpatialTerms } from '../fit/spatial-terms.js';
import { addTemporalForces, type Stiffness, solveCoupled } from '../fit/temporal-smoothing.js';
import { measureTrajectories, trajectoryTargets } from './measure-trajectories.js';
import type { MotionAction } from './motion-actions.js';
import type { MotionPrior, MotionSize } from './motion-prior-model.js';
import { denoiseBody, fromCellAxes, type PriorBody, sizeDeviations, toCellAxes } from './prior-body.js';

/** Options of `imaginePoses`. */
export interface ImaginePosesOptions extends WorkOptions {
  readonly action?: MotionAction;
  readonly size: MotionSize;
  /** Steps from noise to motion. */
  readonly steps?: number;
  /** Classifier-free guidance. */
  readonly guidance?: number;
}

/** Defaults of `imaginePoses`. */
export const IMAGINE_POSES_DEFAULTS = Object.freeze({ steps: 15, guidance: 1.5 });

/** Share of the steps, at the most noise, that leave the rig out: what they predict is hardly a motion yet. */
const LOOSE = 0.15;
/** Largest rotation of a joint in one step of the fit, radians. */
const MAX_STEP = 0.5;
/** Pull of rotations to rest, and resistance to a step. */
const PULL = 2e-5;
const DAMPING = 2e-5;
const SMOOTHNESS = 2e-6;

/** Draws the poses of a motion. */
export async function imaginePoses(
  model: MotionPrior,
  subject: PriorBody,
  rng: Rng,
  options: ImaginePosesOptions,
): Promise<FitPose[]> {
  const { action, size, steps, guidance, signal, onProgress } = { ...IMAGINE_POSES_DEFAULTS, ...options };
  const { frames } = model.card;
  const deviations = sizeDeviations(model, size);
  const levels = noiseLevels(steps, model.card.shift);
  let noisy = Float32Array.from({ length: subject.points.length * deviations.length }, () => rng.normal());
  let poses: FitPose[] | undefined;
  const rest = toFitPose(restPose(subject.body.rig.skeleton));
  for (let n = 0; n < steps; n++) {
    await pauseUnlessAborted(signal);
    onProgress?.({ stage: 'imagining', fraction: n / steps });
    let clean = await predict(model, subject, noisy, levels[n], size, action, guidance);
    if (n >= LOOSE * steps || n === steps - 1) {
      const wanted = toCellAxes(subject, clean).map(
        (z, i) => z * deviations[Math.floor(i / 3) % deviations.length],
      );
      poses = fitTrajectories(
        subject,
        wanted,
        poses ?? Array.from({ length: frames }, () => rest),
        poses ? 2 : 5,
      );
      clean = ownTrajectories(subject, poses, deviations);
    }
    noisy = stepDown(noisy, clean, levels[n], levels[n + 1]);
  }
  return poses!;
}

/** Levels from nearly nothing but noise to none: even in the time of the schedule that the network was trained with. */
export function noiseLevels(steps: number, shift: number): number[] {
  const level = (t: number) => (2 / Math.PI) * Math.atan(shift * Math.tan((Math.PI / 2) * t));
  return Array.from({ length: steps + 1 }, (_, i) => (i === steps ? 0 : level(0.99 * (1 - i / steps))));
}

async function predict(
  model: MotionPrior,
  subject: PriorBody,
  noisy: Float32Array,
  level: number,
  size: MotionSize,
  action: MotionAction | undefined,
  guidance: number,
): Promise<Float32Array> {
  const free = action === undefined || guidance === 1;
  const [told, any] = await denoiseBody(
    model,
    subject,
    noisy,
    level,
    size,
    free ? [action] : [action, undefined],
  );
  return free ? told : told.map((value, i) => any[i] + guidance * (value - any[i]));
}

/** The next, less noisy trajectories with the same noise. */
function stepDown(noisy: Float32Array, clean: Float32Array, from: number, to: number) {
  const [a, b] = [from, to].map((level) => (level * Math.PI) / 2);
  const [keep, mix] = [Math.cos(b), Math.sin(b)];
  return noisy.map((z, i) => keep * clean[i] + (mix * (z - Math.cos(a) * clean[i])) / Math.sin(a));
}

/** The coefficients of poses, over their deviations, as the network has them. */
function ownTrajectories(
  subject: PriorBody,
  poses: readonly FitPose[],
  deviations: Float32Array,
): Float32Array {
  const { body, patches } = subject;
  const posed = poses.map((pose) => poseBody(body, pose));
  const measured = measureTrajectories(body, patches.cells, posed, deviations.length);
  return fromCellAxes(
    subject,
    measured.map((c, i) => c / deviations[Math.floor(i / 3) % deviations.length]),
  );
}

/** Poses whose trajectories come near to the wanted ones. [N, K, 3], half diameters */
export function fitTrajectories(
  { body, patches }: PriorBody,
  wanted: Float32Array,
  start: readonly FitPose[],
  iterations: number,
): FitPose[] {
  let poses = [...start];
  const { cells } = patches;
  const width = wanted.length / cells.count / 3;
  const stiffness: Stiffness = {
    rotations: SMOOTHNESS,
    root: Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? SMOOTHNESS : 0)),
  };
  const rest = toFitPose(restPose(body.rig.skeleton)).rotations;
  const away = new Float64Array(body.jointCount * 3);
  for (let n = 0; n < iterations; n++) {
    const posed = poses.map((pose) => poseBody(body, pose));
    const now = measureTrajectories(body, cells, posed, width);
    const change = wanted.map((value, i) => value - now[i]);
    const systems = posed.map((frame, f) => {
      const system = createFrameSystem(body);
      const targets = trajectoryTargets(body, cells, frame, change, f, posed.length);
      addSpatialTerms(system, body, frame, targets, Infinity, 1);
      rotationVectorsInto(away, poses[f].rotations, rest);
      const { matrix, vector, size } = system;
      for (let i = 0; i < size; i++) {
        matrix[i * size + i] += DAMPING + (i < size - 3 ? PULL : 0);
        if (i < size - 3) vector[i] -= PULL * away[i];
      }
      return system;
    });
    addTemporalForces(systems, body, poses, rest, stiffness);
    solveCoupled(systems, stiffness).forEach((step, f) => {
      poses[f] = applyStep(body, poses[f], step, MAX_STEP);
    });
    poses = [...poses];
  }
  return poses;
}
