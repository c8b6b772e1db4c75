/**
 * @file Score models: what a video diffusion model would change in a film, as the gradient of its pixels (score
 * distillation, Poole et al. 2022; for films AKD, Li et al. 2025), and the formulas for denoisers of both usual kinds.
 *
 * With z = 2 x − 1, noise ε and guidance s, v̂ = v̂(∅) + s (v̂(prompt) − v̂(∅)):
 *   v-prediction, z_t = √ᾱ z + √(1−ᾱ) ε:   ẑ = √ᾱ z_t − √(1−ᾱ) v̂,   dL/dz = (1−ᾱ) (z − ẑ)
 *   rectified flow, z_t = (1−t) z + t ε:    dL/dz = v̂ − (ε − z)
 */

import { createRng } from '../../base/rng.js';

/** A film and what is asked of it. */
export interface ScoreRequest {
  /** sRGB, 0 to 1. [F, H, W, 3] */
  readonly frames: Float32Array;
  /** F, H, W. */
  readonly shape: readonly [number, number, number];
  /** Which of the cameras of a run filmed it. */
  readonly view: number;
  readonly prompt: string;
  /** Noise level, 0 (none) to 1 (nothing but noise). */
  readonly time: number;
  /** Seed of the noise. */
  readonly seed: number;
  /** Classifier-free guidance. */
  readonly guidance: number;
  readonly signal?: AbortSignal;
}

/** Gives the gradient of a film's pixels. */
export interface ScoreModel {
  readonly name: string;
  /** dL/d frames. [F, H, W, 3] */
  gradient(request: ScoreRequest): Promise<Float32Array>;
  /** w where the gradient is w (x − x̂) with x̂ the film that the model expects; Gauss–Newton needs it. */
  weight?(time: number): number;
}

/** A denoiser of films: predicts v, for a prompt or for none. */
export interface VideoDenoiser {
  readonly name: string;
  /** What it was trained to predict. */
  readonly kind: 'v-prediction' | 'rectified-flow';
  /** v̂ of noisy films in −1 to 1, at the request's time. */
  predict(noisy: Float32Array, request: ScoreRequest, prompt: string | undefined): Promise<Float32Array>;
}

/** ᾱ of a time: the cosine schedule (Nichol and Dhariwal 2021). */
const alphaBar = (time: number): number => Math.cos((Math.PI / 2) * time) ** 2;

/** Shares of film and noise at a time: z_t = keep z + mix ε. */
export function noiseShares(kind: VideoDenoiser['kind'], time: number): { keep: number; mix: number } {
  if (kind === 'rectified-flow') return { keep: 1 - time, mix: time };
  const bar = alphaBar(time);
  return { keep: Math.sqrt(bar), mix: Math.sqrt(1 - bar) };
}

/** The score model of a denoiser. */
export function createDenoiserScore(denoiser: VideoDenoiser): ScoreModel {
  return {
    name: denoiser.name,
    weight: (time) =>
      4 * (denoiser.kind === 'rectified-flow' ? 1 : noiseShares(denoiser.kind, time).mix ** 2),
    async gradient(request) {
      const { frames, time, seed, guidance, prompt } = request;
      const flow = denoiser.kind === 'rectified-flow';
      const { keep, mix } = noiseShares(denoiser.kind, time);
      const rng = createRng(seed);
      const noise = Float32Array.from(frames, () => rng.normal());
      const noisy = frames.map((x, i) => keep * (2 * x - 1) + mix * noise[i]);
      const told = await denoiser.predict(noisy, request, prompt);
      const free = guidance === 1 ? told : await denoiser.predict(noisy, request, undefined);
      return frames.map((x, i) => {
        const z = 2 * x - 1;
        const v = free[i] + guidance * (told[i] - free[i]);
        const dz = flow ? v - (noise[i] - z) : mix * mix * (z - (keep * noisy[i] - mix * v));
        return 2 * dz;
      });
    },
  };
}
