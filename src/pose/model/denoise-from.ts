/**
 * @file Denoises a pose that holds only part noise (SDEdit: Meng et al., 2022), optionally keeping some channels fixed
 * (RePaint: Lugmayr et al., 2022, without its jumps back: the flow is deterministic and fixed channels keep their
 * noise, so that all channels have the same noise level at every step).
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { type Denoiser, noiseTimes } from './denoise.js';

export interface HeldChannels {
  /** Clean states of which some numbers are known. [batch, J, 10] */
  readonly clean: Float32Array;
  /** The noise that was put on them. [batch, J, 10] */
  readonly noise: Float32Array;
  /** 1 where a number is known; of one state, the same for all. [J, 10] */
  readonly known: Uint8Array;
}

/** out = clean states with the share of noise that they have at a time, 0 to 1. */
export function addNoise(clean: Float32Array, noise: Float32Array, time: number): Float32Array {
  const keep = Math.cos((time * Math.PI) / 2);
  const add = Math.sin((time * Math.PI) / 2);
  return clean.map((value, i) => keep * value + add * noise[i]);
}

/** Denoises states from a time; `steps` is the number of steps from pure noise. */
export async function denoiseFrom(
  denoise: Denoiser,
  states: Float32Array,
  batch: number,
  time: number,
  steps: number,
  options: WorkOptions & { readonly held?: HeldChannels } = {},
): Promise<Float32Array> {
  const times = [time, ...noiseTimes(steps).filter((t) => t < time)];
  const x = states.slice();
  for (let i = 0; i + 1 < times.length; i++) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: 'removing noise', fraction: i / times.length });
    const clean = await denoise(x, batch, times[i]);
    const a = (times[i] * Math.PI) / 2;
    const b = (times[i + 1] * Math.PI) / 2;
    const keep = Math.sin(b) / Math.sin(a);
    const add = Math.sin(a - b) / Math.sin(a);
    for (let k = 0; k < x.length; k++) x[k] = keep * x[k] + add * clean[k];
    if (options.held) hold(x, options.held, times[i + 1]);
  }
  const scale = 1 / Math.cos((times[times.length - 1] * Math.PI) / 2);
  for (let k = 0; k < x.length; k++) x[k] *= scale;
  return x;
}

/** What is known, with the noise that belongs to a time. */
function hold(x: Float32Array, { clean, noise, known }: HeldChannels, time: number): void {
  const keep = Math.cos((time * Math.PI) / 2);
  const add = Math.sin((time * Math.PI) / 2);
  for (let k = 0; k < x.length; k++) {
    if (known[k % known.length]) x[k] = keep * clean[k] + add * noise[k];
  }
}
