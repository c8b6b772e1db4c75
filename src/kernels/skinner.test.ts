import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { KERNELS_WASM } from './kernels-wasm.js';
import { createSkinner } from './skinner.js';
import { type SkinArrays, skinBackwardReference, skinForwardReference } from './skinner.reference.js';

function randomSkin(vertexCount: number, influenceCount: number, jointCount: number, seed: number) {
  const rng = createRng(seed);
  const floats = (length: number) => Float32Array.from({ length }, () => rng.range(-1, 1));
  const weights = new Float32Array(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    let sum = 0;
    for (let k = 0; k < influenceCount; k++) {
      // Some zero slots, as real skins have.
      const weight = k > 0 && rng.next() < 0.3 ? 0 : rng.range(0.1, 1);
      weights[v * influenceCount + k] = weight;
      sum += weight;
    }
    for (let k = 0; k < influenceCount; k++) weights[v * influenceCount + k] /= sum;
  }
  const skin: SkinArrays = {
    positions: floats(vertexCount * 3),
    joints: Uint16Array.from({ length: vertexCount * influenceCount }, () => rng.integer(jointCount)),
    weights,
    influenceCount,
  };
  const matrices = floats(jointCount * 16);
  for (let j = 0; j < jointCount; j++)
    for (let c = 0; c < 4; c++) matrices[j * 16 + c * 4 + 3] = c === 3 ? 1 : 0;
  return { skin, matrices, gradient: floats(vertexCount * 3) };
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

describe('the skinning kernel', () => {
  it('is the built file', () => {
    const built = readFileSync(new URL('../../native/kernels.wasm', import.meta.url));
    expect(Buffer.from(KERNELS_WASM, 'base64').equals(built)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 8, 12])('agrees with the reference at %i influences', (influenceCount) => {
    const { skin, matrices, gradient } = randomSkin(257, influenceCount, 31, influenceCount);
    const skinner = createSkinner(skin, 31);
    expect(largestDifference(skinner.forward(matrices), skinForwardReference(skin, matrices))).toBeLessThan(
      2e-6,
    );
    const ours = skinner.backward(matrices, gradient);
    const reference = skinBackwardReference(skin, matrices, gradient);
    expect(largestDifference(ours.matrices, reference.matrices)).toBeLessThan(2e-5);
    expect(largestDifference(ours.positions, reference.positions)).toBeLessThan(2e-6);
    expect(largestDifference(ours.weights, reference.weights)).toBeLessThan(2e-6);
  });

  it('has the gradients that finite differences give', () => {
    const { skin, matrices, gradient } = randomSkin(20, 3, 4, 7);
    const loss = (s: SkinArrays, m: ArrayLike<number>) =>
      skinForwardReference(s, m).reduce((sum, x, i) => sum + x * gradient[i], 0);
    const analytic = createSkinner(skin, 4).backward(matrices, gradient);
    const step = 1e-2; // the loss is linear in each variable, so a large step costs nothing and drowns rounding
    const numeric = (array: Float32Array, of: (changed: Float32Array) => number) =>
      Array.from(array, (_, i) => {
        const up = Float32Array.from(array);
        const down = Float32Array.from(array);
        up[i] += step;
        down[i] -= step;
        return (of(up) - of(down)) / (up[i] - down[i]);
      });
    expect(
      largestDifference(
        analytic.positions,
        numeric(skin.positions, (positions) => loss({ ...skin, positions }, matrices)),
      ),
    ).toBeLessThan(1e-4);
    expect(
      largestDifference(
        analytic.weights,
        numeric(skin.weights, (weights) => loss({ ...skin, weights }, matrices)),
      ),
    ).toBeLessThan(1e-4);
    const byMatrix = numeric(matrices, (m) => loss(skin, m)).map((x, i) => (i % 4 === 3 ? 0 : x));
    expect(largestDifference(analytic.matrices, byMatrix)).toBeLessThan(1e-4);
  });

  it('serves many skins and sizes at once', () => {
    const made = [0, 1, 3000, 100_000].map((count, seed) => {
      const made = randomSkin(count, 4, 5, seed);
      return { ...made, skinner: createSkinner(made.skin, 5) };
    });
    for (const { skin, matrices, skinner, gradient } of made) {
      skinner.backward(matrices, gradient);
      expect(largestDifference(skinner.forward(matrices), skinForwardReference(skin, matrices))).toBeLessThan(
        2e-6,
      );
    }
  });

  it('refuses what would read out of bounds', () => {
    const { skin } = randomSkin(10, 4, 5, 1);
    expect(() => createSkinner(skin, 3)).toThrow(/follows joint/);
    expect(() => createSkinner({ ...skin, joints: skin.joints.subarray(1) }, 5)).toThrow(/need 10 × 4/);
    expect(() => createSkinner(skin, 5).forward(new Float32Array(16))).toThrow(/needs 5 matrices/);
  });
});
