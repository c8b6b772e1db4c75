import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createSplatter } from './splatter.js';
import { type SplatArrays, type SplatView, splatReference } from './splatter.reference.js';

const SIZE = [22, 17] as const;
const JOINTS = 3;
const PERSPECTIVE: SplatView = {
  eye: [0.2, 0.4, 3],
  right: [1, 0, 0],
  up: [0, 1, 0],
  back: [0, 0, 1],
  scale: 40,
  perspective: true,
  ground: -0.6,
  near: 0.1,
};
const PARALLEL: SplatView = { ...PERSPECTIVE, scale: 12, perspective: false };

/** Overlapping kernels of two influences each, and joints that are nearly rotations. */
function scene(count: number) {
  const rng = createRng(5);
  const random = (length: number, low: number, high: number) =>
    Float32Array.from({ length }, () => low + (high - low) * rng.next());
  const covariances = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    // L Lᵀ is positive definite.
    const [a, b, c, d, e, f] = random(6, -0.12, 0.12);
    covariances.set(
      [a * a + 0.002, a * b, a * d, b * b + c * c + 0.002, b * d + c * e, d * d + e * e + f * f + 0.002],
      i * 6,
    );
  }
  const first = random(count, 0, 1);
  const splats: SplatArrays = {
    positions: random(count * 3, -0.7, 0.7),
    covariances,
    colors: random(count * 3, 0, 1),
    opacities: random(count, 0.2, 0.95),
    joints: Uint16Array.from({ length: count * 2 }, () => Math.floor(rng.next() * JOINTS)),
    weights: Float32Array.from({ length: count * 2 }, (_, i) => (i % 2 ? 1 - first[i >> 1] : first[i >> 1])),
    influenceCount: 2,
  };
  const matrices = Float32Array.from({ length: JOINTS * 16 }, (_, i) => {
    const [row, column] = [i % 4, Math.floor((i % 16) / 4)];
    if (row === 3) return column === 3 ? 1 : 0;
    return (row === column ? 1 : 0) + (rng.next() - 0.5) * 0.2;
  });
  const background = random(SIZE[0] * SIZE[1] * 3, 0, 1);
  const gradient = random(SIZE[0] * SIZE[1] * 3, -1, 1);
  return { splats, matrices, background, gradient };
}

const loss = (image: ArrayLike<number>, gradient: Float32Array) =>
  gradient.reduce((sum, g, i) => sum + g * image[i], 0);

/** Largest difference over the largest value. */
function differ(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [most, scale] = [0, 1e-12];
  for (let i = 0; i < a.length; i++) {
    most = Math.max(most, Math.abs(a[i] - b[i]));
    scale = Math.max(scale, Math.abs(b[i]));
  }
  return most / scale;
}

describe.each([
  ['perspective', PERSPECTIVE],
  ['parallel', PARALLEL],
])('kernels in a %s picture', (_, view) => {
  it('look and differentiate as the reference says', () => {
    const { splats, matrices, background, gradient } = scene(150);
    const splatter = createSplatter(splats, JOINTS, SIZE);
    const reference = splatReference(splats, matrices, view, SIZE, background);
    const image = splatter.forward(matrices, view, background);
    expect(differ(image, reference.image)).toBeLessThan(1e-4);
    const [mine, theirs] = [splatter.backward(gradient), reference.backward(gradient)];
    for (const name of ['positions', 'covariances', 'colors', 'opacities', 'matrices'] as const) {
      expect(differ(mine[name], theirs[name]), name).toBeLessThan(1e-3);
      expect(
        theirs[name].some((value) => Math.abs(value) > 1e-2),
        name,
      ).toBe(true);
    }
  });

  it('have the gradients of finite differences', () => {
    const { splats, matrices, background, gradient } = scene(12);
    const given = { ...splats, matrices: Float64Array.from(matrices) };
    const { backward } = splatReference(splats, matrices, view, SIZE, background);
    const analytic = backward(gradient);
    for (const name of ['positions', 'covariances', 'colors', 'opacities', 'matrices'] as const) {
      const at = (index: number, step: number) => {
        const changed = Float64Array.from(given[name]);
        changed[index] += step;
        const varied = { ...given, [name]: changed } as unknown as SplatArrays & { matrices: Float64Array };
        return loss(splatReference(varied, varied.matrices, view, SIZE, background).image, gradient);
      };
      const numeric = Float64Array.from(analytic[name], (_, i) =>
        name === 'matrices' && i % 4 === 3 ? 0 : (at(i, 1e-6) - at(i, -1e-6)) / 2e-6,
      );
      // A pixel on the border of a kernel appears or disappears now and then: the median tells, the worst may not.
      const scale = Math.max(...numeric.map(Math.abs));
      const errors = [...numeric]
        .map((value, i) => Math.abs(value - analytic[name][i]) / scale)
        .sort((a, b) => a - b);
      expect(errors[Math.floor(errors.length * 0.95)], name).toBeLessThan(1e-3);
    }
  });
});

it('draws the nearer kernel over the farther, and none under the ground', () => {
  const still = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const two = (low: number): SplatArrays => ({
    positions: Float32Array.of(0.2, 0.4, 0, 0.2, low, 1),
    covariances: Float32Array.of(0.01, 0, 0, 0.01, 0, 0.01, 0.01, 0, 0, 0.01, 0, 0.01),
    colors: Float32Array.of(1, 0, 0, 0, 1, 0),
    opacities: Float32Array.of(1, 1),
    joints: Uint16Array.of(0, 0),
    weights: Float32Array.of(1, 1),
    influenceCount: 1,
  });
  const black = new Float32Array(SIZE[0] * SIZE[1] * 3);
  const middle = (low: number, ground: number) => {
    const image = createSplatter(two(low), 1, SIZE).forward(still, { ...PERSPECTIVE, ground }, black);
    const at = (8 * SIZE[0] + 11) * 3;
    return [...image.subarray(at, at + 3)];
  };
  expect(middle(0.4, -1)[1]).toBeGreaterThan(0.9);
  expect(middle(0.4, 0.5)).toEqual([0, 0, 0]);
  expect(middle(-0.2, 0.1)[0]).toBeGreaterThan(0.9);
});

it('refuses joints that the skeleton lacks, and a reverse pass without a picture', () => {
  const { splats, gradient } = scene(4);
  expect(() => createSplatter(splats, 1, SIZE)).toThrow(/follows joint [12], the skeleton has 1/);
  expect(() => createSplatter(splats, JOINTS, SIZE).backward(gradient)).toThrow(/draw first/);
});
