import { describe, expect, it } from 'vitest';
import type { SparseMatrix } from '../kernels/sparse-solver.reference.js';
import type { Mesh } from './mesh.js';
import { createBox, createSheet, createSphere } from './primitives.js';
import { buildSurfaceLaplacian } from './surface-laplacian.js';

function multiply(matrix: SparseMatrix, x: Float64Array): Float64Array {
  const out = new Float64Array(matrix.size);
  for (let j = 0; j < matrix.size; j++) {
    for (let p = matrix.columnStarts[j]; p < matrix.columnStarts[j + 1]; p++) {
      const i = matrix.rows[p];
      out[i] += matrix.values[p] * x[j];
      if (i !== j) out[j] += matrix.values[p] * x[i];
    }
  }
  return out;
}

/** Every promise that a solver relies on. */
function expectSound({ stiffness }: ReturnType<typeof buildSurfaceLaplacian>): void {
  const rowSums = multiply(stiffness, new Float64Array(stiffness.size).fill(1));
  for (let j = 0; j < stiffness.size; j++) {
    const start = stiffness.columnStarts[j];
    expect(stiffness.rows[start]).toBe(j);
    expect(Math.abs(rowSums[j])).toBeLessThanOrEqual(1e-9 * (1 + stiffness.values[start]));
    for (let p = start + 1; p < stiffness.columnStarts[j + 1]; p++) {
      expect(stiffness.rows[p]).toBeGreaterThan(stiffness.rows[p - 1]);
      expect(stiffness.values[p]).toBeLessThan(0);
      expect(Number.isFinite(stiffness.values[p])).toBe(true);
    }
  }
}

describe('buildSurfaceLaplacian', () => {
  it('has the cotangents of a right-angled sheet', () => {
    // Sides of quads: cotangents 1 / 2 + 1 / 2 inside; the diagonals lie across from right angles.
    const { stiffness, mass } = buildSurfaceLaplacian(createSheet(2, 2, 2, 2));
    const diagonal = (v: number) => stiffness.values[stiffness.columnStarts[v]];
    expect(diagonal(4)).toBeCloseTo(4, 1);
    expect(mass.reduce((sum, m) => sum + m, 0)).toBeCloseTo(4, 2);
  });

  it('gives linear functions no curvature inside of a flat sheet', () => {
    const sheet = createSheet(1, 1, 8, 8);
    const { stiffness } = buildSurfaceLaplacian(sheet);
    const x = Float64Array.from({ length: 81 }, (_, v) => sheet.positions[v * 3]);
    const out = multiply(stiffness, x);
    for (let r = 1; r < 8; r++)
      for (let c = 1; c < 8; c++) expect(Math.abs(out[r * 9 + c])).toBeLessThan(1e-2);
  });

  it('does not depend on the scale', () => {
    const base = buildSurfaceLaplacian(createSphere(0.5, 8, 12)).stiffness.values;
    for (const scale of [1e-6, 1e6]) {
      const scaled = buildSurfaceLaplacian(createSphere(0.5 * scale, 8, 12)).stiffness.values;
      for (let i = 0; i < base.length; i++) expect(scaled[i]).toBeCloseTo(base[i], 3);
    }
  });

  it.each<[string, Mesh]>([
    ['a box', createBox()],
    [
      'triangles without area',
      {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0),
        triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 3, 4, 0),
      },
    ],
    [
      'four triangles on one edge',
      {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
        triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 5),
      },
    ],
    [
      'a needle',
      {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0.5, 1e-7, 0, 0.5, -1e-7, 0),
        triangles: Uint32Array.of(0, 1, 2, 1, 0, 3),
      },
    ],
    ['a point', { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) }],
    [
      'broken corners',
      {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, Number.NaN, 0, 0, 0, 1, 0),
        triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 77, 1, 1, 3),
      },
    ],
    ['nothing', { positions: new Float32Array(), triangles: new Uint32Array() }],
  ])('is sound for %s', (_, mesh) => {
    expectSound(buildSurfaceLaplacian(mesh));
  });
});
