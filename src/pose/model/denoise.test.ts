import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { type Denoiser, decodeStates, drawNoise, invertStates, noiseTimes } from './denoise.js';

const SIZE = 64;
const SCALES = Float64Array.from({ length: SIZE }, (_, i) => 0.1 + i / SIZE);
const CENTRE = Float64Array.from({ length: SIZE }, (_, i) => Math.sin(i));

/** What a perfect network says where poses are normal with a mean and a spread per channel. */
const perfect: Denoiser = async (states, _batch, time) => {
  const [a, s] = [Math.cos((time * Math.PI) / 2), Math.sin((time * Math.PI) / 2)];
  return states.map((x, i) => {
    const variance = SCALES[i % SIZE] ** 2;
    return CENTRE[i % SIZE] + ((x - a * CENTRE[i % SIZE]) * a * variance) / (a * a * variance + s * s);
  });
};

/** Not linear, as networks are not. */
const bent: Denoiser = async (states, batch, time) => {
  const clean = await perfect(states, batch, time);
  return clean.map((x, i) => x + 0.2 * Math.tanh(states[(i + 1) % states.length]) * (1 - time));
};

const largestGap = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe('noise and poses', () => {
  it('runs from pure noise to next to none', () => {
    const times = noiseTimes(20);
    expect(times[0]).toBeGreaterThan(0.99);
    expect(times[0]).toBeLessThan(1);
    expect(times[20]).toBeLessThan(0.03);
    for (let i = 0; i < 20; i++) {
      expect(times[i + 1]).toBeLessThan(times[i]);
      // What a step may at most do for its undoing to converge.
      expect(times[i] / times[i + 1]).toBeLessThan(2);
    }
  });

  it('draws from the distribution that the network knows', async () => {
    const batch = 400;
    const noise = drawNoise(batch * SIZE, createRng(1));
    const states = await decodeStates(perfect, noise, batch, 50);
    for (const i of [3, 30, 60]) {
      const values = Array.from({ length: batch }, (_, b) => states[b * SIZE + i]);
      const mean = values.reduce((sum, x) => sum + x / batch, 0);
      const spread = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2 / batch, 0));
      expect(Math.abs(mean - CENTRE[i])).toBeLessThan(0.2 * SCALES[i]);
      expect(spread / SCALES[i]).toBeGreaterThan(0.85);
      expect(spread / SCALES[i]).toBeLessThan(1.15);
    }
  });

  it('finds the noise of a pose', async () => {
    for (const [steps, tolerance] of [
      [20, 0.05],
      [50, 0.05],
    ] as const) {
      const states = await decodeStates(bent, drawNoise(2 * SIZE, createRng(2)), 2, 50);
      const noise = await invertStates(bent, states, 2, steps);
      expect(largestGap(await decodeStates(bent, noise, 2, steps), states)).toBeLessThan(tolerance);
    }
  });

  it('reports progress and can be aborted', async () => {
    const fractions: number[] = [];
    const noise = drawNoise(SIZE, createRng(1));
    const onProgress = ({ fraction }: { fraction: number }) => fractions.push(fraction);
    await decodeStates(perfect, noise, 1, 4, { onProgress });
    await invertStates(perfect, noise, 1, 4, { onProgress });
    expect(fractions).toEqual([0, 0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75]);
    const signal = AbortSignal.abort();
    await expect(decodeStates(perfect, noise, 1, 4, { signal })).rejects.toThrow('stopped');
    await expect(invertStates(perfect, noise, 1, 4, { signal })).rejects.toThrow('stopped');
  });
});
