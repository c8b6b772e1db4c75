/** @file How a distillation moves the variables of its poses: Adam on the gradient of the pixels, or Gauss–Newton. */

import { type AdamState, adamStepInto } from './adam.js';
import type { DistilSettings } from './distil-options.js';
import type { DistilScene } from './distil-scene.js';
import { addSmoothnessInto } from './motion-losses.js';

/** The losses beside the score after a step. */
export interface SideLosses {
  readonly smoothness: number;
  readonly ground: number;
}

/** Gathers what the score model says of each view, then moves the variables. */
export interface FilmOptimizer {
  /** `gradient` of the film of a view, at the blur of this iteration, pixels. */
  addView(view: number, gradient: Float32Array, time: number, blur: number): void;
  /** Changes the variables; `progress` 0 to 1. */
  step(progress: number, iteration: number): SideLosses;
}

/** AKD's way: one step of Adam per iteration. */
export function createAdamOptimizer(
  variables: Float64Array,
  size: number,
  scene: DistilScene,
  adam: AdamState,
  { rate, rootRate, smoothness, loop }: DistilSettings,
): FilmOptimizer {
  const gradient = new Float64Array(variables.length);
  const rateOf = (i: number) => rate * (i % size >= size - 3 ? rootRate * scene.height : 1);
  return {
    addView: (view, pixels, _, blur) => scene.backwardInto(gradient, variables, view, pixels, blur),
    step(progress) {
      const losses = {
        smoothness: addSmoothnessInto(gradient, variables, size, smoothness, loop),
        ground: scene.addGroundInto(gradient, variables),
      };
      adamStepInto(variables, adam, gradient, (i) => rateOf(i) * (1 - 0.8 * progress));
      gradient.fill(0);
      return losses;
    },
  };
}
