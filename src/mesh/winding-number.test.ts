import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';
import { createWindingNumber } from './winding-number.js';

describe('createWindingNumber', () => {
  it('is 1 inside, 0 outside, 2 where two bodies overlap', () => {
    const winding = createWindingNumber(
      mergeMeshes([createSphere(0.5, 24, 48), createBox([1, 1, 1], [0.5, 0, 0])]),
    );
    expect(winding(-0.3, 0, 0)).toBeCloseTo(1, 1);
    expect(winding(0.25, 0, 0)).toBeCloseTo(2, 1);
    expect(winding(0, 0.8, 0)).toBeCloseTo(0, 1);
  });

  it('stays close to the exact sum of solid angles', () => {
    const mesh = createSphere(0.5, 32, 64);
    const fast = createWindingNumber(mesh);
    const exact = createWindingNumber(mesh, { accuracy: 1e6 });
    const rng = createRng(3);
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      expect(Math.abs(fast(x, y, z) - exact(x, y, z))).toBeLessThan(0.06);
    }
  });

  it('says inside for a body with holes and for a soup', () => {
    const sphere = createSphere(0.5, 24, 48);
    const open = { ...sphere, triangles: sphere.triangles.filter((_, i) => Math.floor(i / 3) % 5 !== 0) };
    const winding = createWindingNumber(open);
    expect(winding(0, 0, 0)).toBeGreaterThan(0.6);
    expect(winding(0.7, 0, 0)).toBeLessThan(0.3);
  });

  it('turns negative inside out, and keeps its scale', () => {
    for (const scale of [1e-6, 1e6]) {
      const sphere = createSphere(0.5 * scale, 16, 32);
      const winding = createWindingNumber({ ...sphere, triangles: sphere.triangles.slice().reverse() });
      expect(winding(0, 0, 0)).toBeCloseTo(-1, 1);
    }
  });

  it('takes nothing, flat things and broken corners', () => {
    const nothing = { positions: new Float32Array(), triangles: new Uint32Array() };
    expect(createWindingNumber(nothing)(0, 0, 0)).toBe(0);
    expect(createWindingNumber(createSheet())(0, 0.01, 0)).toBeCloseTo(-0.5, 1);
    const box = createBox();
    const positions = Float32Array.of(...box.positions, Number.NaN, 0, 0);
    const triangles = Uint32Array.of(...box.triangles, 0, 1, 8, 0, 0, 0, 0, 1, 99);
    expect(createWindingNumber({ positions, triangles })(0, 0, 0)).toBeCloseTo(1, 6);
  });
});
