/**
 * @file Score models of trajectories (`--score embedded`): a denoiser of the coefficients of `trajectory-cells.ts`.
 * z_t = √ᾱ z + √(1−ᾱ) ε with ᾱ = cos²(π t / 2), z the coefficients over the model's deviations.
 */

import type { TrajectoryCells } from './trajectory-cells.js';

/** What a denoiser is asked. */
export interface TrajectoryRequest {
  /** Noise level, 0 (none) to 1 (nothing but noise). */
  readonly time: number;
  /** What the body does; absent: anything. */
  readonly prompt?: string;
  /** z of the motion as it is, for what a model leaves alone. [N, K, 3] */
  readonly current: Float32Array;
  readonly signal?: AbortSignal;
}

/** A denoiser of the trajectories of one body. */
export interface TrajectoryDenoiser {
  readonly name: string;
  /** The points whose trajectories it knows. */
  readonly cells: TrajectoryCells;
  readonly frameCount: number;
  /** K */
  readonly frequencyCount: number;
  /** Spread of the coefficients by frequency, half diameters. [K] */
  readonly deviations: Float32Array;
  /** ẑ of noisy trajectories. [N, K, 3]: right, up and towards the camera */
  denoise(noisy: Float32Array, request: TrajectoryRequest): Promise<Float32Array>;
}
