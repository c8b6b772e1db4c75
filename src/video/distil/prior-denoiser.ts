/** @file The motion prior as a score model of trajectories: `--score embedded`. */

import type { FitBody } from '../fit/fit-body.js';
import { findMotionAction } from './motion-actions.js';
import { type MotionPrior, type MotionSize, usualSize } from './motion-prior-model.js';
import { createPriorBody, denoiseBody, fromCellAxes, sizeDeviations, toCellAxes } from './prior-body.js';
import type { TrajectoryDenoiser } from './trajectory-denoiser.js';

/** Options of `createPriorDenoiser`. */
export interface PriorDenoiserOptions {
  /** What will be asked for; it says how large motions are. */
  readonly prompt?: string;
  /** Turn from character axes to the body's own: x left, y up, z forward. xyzw */
  readonly turn: readonly number[];
  /** Factor of how large motions are. */
  readonly strength?: number;
}

/** The denoiser of a body's trajectories. Prompts are read for the kind of action they speak of. */
export function createPriorDenoiser(
  model: MotionPrior,
  body: FitBody,
  { prompt = '', turn, strength = 1 }: PriorDenoiserOptions,
): TrajectoryDenoiser {
  const { frames, frequencies, patch } = model.card;
  const subject = createPriorBody(body, turn, patch);
  const size = scaleSize(usualSize(model.card, findMotionAction(prompt)), strength);
  return {
    name: 'embedded',
    cells: subject.patches.cells,
    frameCount: frames,
    frequencyCount: frequencies,
    deviations: sizeDeviations(model, size),
    async denoise(noisy, request) {
      const action = request.prompt === undefined ? undefined : findMotionAction(request.prompt);
      const input = fromCellAxes(subject, withinUnitSize(noisy));
      const [clean] = await denoiseBody(model, subject, input, request.time, size, [action]);
      return toCellAxes(subject, clean);
    },
  };
}

/**
 * Noisy trajectories shrunk to the size that the network has seen, 1. A distillation that keeps its noise moves towards it,
 * both add up, and what is too large would grow from step to step.
 */
function withinUnitSize(noisy: Float32Array): Float32Array {
  const size = Math.sqrt(noisy.reduce((sum, value) => sum + value * value, 0) / noisy.length);
  return size > 1 ? noisy.map((value) => value / size) : noisy;
}

/** A size by a factor of how the body moves. */
export const scaleSize = ({ mean, motion }: MotionSize, strength: number): MotionSize => ({
  mean: mean * Math.sqrt(strength),
  motion: motion * strength,
});
