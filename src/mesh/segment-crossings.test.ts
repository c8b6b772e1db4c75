import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { createBox, createSphere, mergeMeshes } from './primitives.js';
import { CROSSING_LIMIT, createSegmentCaster } from './segment-crossings.js';

describe('createSegmentCaster', () => {
  it('finds where a segment enters and leaves, in order', () => {
    const caster = createSegmentCaster(createBox());
    expect(caster.cast(-2, 0.1, 0.2, 2, 0.1, 0.2)).toBe(2);
    expect(Array.from(caster.crossings.signs.subarray(0, 2))).toEqual([1, -1]);
    expect(caster.crossings.at[0]).toBeCloseTo(3 / 8, 12);
    expect(caster.crossings.at[1]).toBeCloseTo(5 / 8, 12);
    expect(caster.cast(0.1, 0.2, 0.3, 0.1, 0.2, 3)).toBe(1);
    expect(caster.crossings.signs[0]).toBe(-1);
    expect(caster.cast(2, 0, 0, 3, 0, 0)).toBe(0);
  });

  it('counts once through edges, corners and along faces of a closed body', () => {
    const mesh = createBox();
    const caster = createSegmentCaster(mesh);
    const sum = () =>
      caster.crossings.signs.subarray(0, caster.crossings.count).reduce((total, sign) => total + sign, 0);
    // From inside to outside through every vertex, the middle of every edge and every face.
    for (const x of [-1, 0, 1]) {
      for (const y of [-1, 0, 1]) {
        for (const z of [-1, 0, 1]) {
          if (x === 0 && y === 0 && z === 0) continue;
          caster.cast(0, 0, 0, x, y, z);
          expect(sum()).toBe(-1);
        }
      }
    }
  });

  it('never slips through a sphere', () => {
    const caster = createSegmentCaster(createSphere(0.5, 12, 24));
    const rng = createRng(1);
    for (let i = 0; i < 2000; i++) {
      const [x, y, z] = [rng.normal(), rng.normal(), rng.normal()];
      const length = Math.hypot(x, y, z);
      // Every fourth through a vertex plane exactly, as midlines do.
      const far = i % 4 === 0 ? [0, y / length, z / length] : [x / length, y / length, z / length];
      const norm = Math.hypot(...far);
      expect(caster.cast(0, 0, 0, far[0] / norm, far[1] / norm, far[2] / norm)).toBe(1);
    }
  });

  it('leaves out the triangles at a vertex', () => {
    const mesh = createBox();
    const caster = createSegmentCaster(mesh);
    const [x, y, z] = mesh.positions;
    expect(caster.cast(x, y, z, 0, 0, 0, 0)).toBe(0);
    expect(caster.cast(x, y, z, -2 * x, -2 * y, -2 * z, 0)).toBe(1);
  });

  it('takes soups, and triangles without area', () => {
    const many: Mesh[] = Array.from({ length: CROSSING_LIMIT }, (_, i) =>
      createBox([1, 1, 1], [i * 1e-3, 0, 0]),
    );
    const caster = createSegmentCaster(mergeMeshes(many));
    expect(caster.cast(-9, 0.1, 0.2, 9, 0.1, 0.2)).toBe(CROSSING_LIMIT);
    const { at } = caster.crossings;
    for (let i = 1; i < CROSSING_LIMIT; i++) expect(at[i]).toBeGreaterThanOrEqual(at[i - 1]);
    const flat = createSegmentCaster({
      positions: new Float32Array(9),
      triangles: Uint32Array.of(0, 1, 2, 0, 0, 0),
    });
    expect(flat.cast(-1, 0, 0, 1, 0, 0)).toBe(0);
  });
});
