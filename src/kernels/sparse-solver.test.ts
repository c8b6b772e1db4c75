import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createSparseSolver } from './sparse-solver.js';
import { type SparseMatrix, solveSparseReference } from './sparse-solver.reference.js';
import { SPARSE_WASM } from './sparse-wasm.js';

/** The Laplacian of a random graph plus a positive diagonal, its lower triangle. */
function randomMatrix(size: number, degree: number, seed: number, diagonal = 0.1): SparseMatrix {
  const rng = createRng(seed);
  const columns: Map<number, number>[] = Array.from({ length: size }, () => new Map());
  const add = (i: number, j: number, value: number) => columns[j].set(i, (columns[j].get(i) ?? 0) + value);
  for (let i = 0; i < size; i++) add(i, i, diagonal);
  for (let e = 0; e < size * degree; e++) {
    const [a, b] = [rng.integer(size), rng.integer(size)];
    if (a === b) continue;
    const weight = rng.range(0.1, 2);
    add(a, a, weight);
    add(b, b, weight);
    add(Math.max(a, b), Math.min(a, b), -weight);
  }
  const entries = columns.map((column) => [...column].sort(([a], [b]) => a - b));
  const columnStarts = new Int32Array(size + 1);
  entries.forEach((column, j) => {
    columnStarts[j + 1] = columnStarts[j] + column.length;
  });
  return {
    size,
    columnStarts,
    rows: Int32Array.from(entries.flat(), ([i]) => i),
    values: Float64Array.from(entries.flat(), ([, value]) => value),
  };
}

/** A square grid with springs, as a mesh has. */
function gridMatrix(side: number): SparseMatrix {
  const columnStarts = new Int32Array(side * side + 1);
  const rows: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < side * side; j++) {
    rows.push(j);
    values.push(4.01);
    if ((j + 1) % side !== 0) {
      rows.push(j + 1);
      values.push(-1);
    }
    if (j + side < side * side) {
      rows.push(j + side);
      values.push(-1);
    }
    columnStarts[j + 1] = rows.length;
  }
  return {
    size: side * side,
    columnStarts,
    rows: Int32Array.from(rows),
    values: Float64Array.from(values),
  };
}

function residual(matrix: SparseMatrix, x: Float64Array, b: Float64Array, count: number): number {
  const out = b.slice();
  for (let j = 0; j < matrix.size; j++) {
    for (let p = matrix.columnStarts[j]; p < matrix.columnStarts[j + 1]; p++) {
      const i = matrix.rows[p];
      for (let c = 0; c < count; c++) {
        out[i * count + c] -= matrix.values[p] * x[j * count + c];
        if (i !== j) out[j * count + c] -= matrix.values[p] * x[i * count + c];
      }
    }
  }
  return out.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

describe('the sparse solver', () => {
  it('is the built file', () => {
    const built = readFileSync(new URL('../../native/sparse.wasm', import.meta.url));
    expect(Buffer.from(SPARSE_WASM, 'base64').equals(built)).toBe(true);
  });

  it.each([1, 2, 3, 5, 8, 17])('agrees with the reference at %i right sides', (count) => {
    const matrix = randomMatrix(60, 2, count);
    const rng = createRng(count);
    // Some rows without heat, as real right sides have.
    const rightSides = Float64Array.from({ length: 60 * count }, () => (rng.next() < 0.5 ? 0 : rng.normal()));
    const solved = createSparseSolver(matrix)!.solve(rightSides, count);
    const reference = solveSparseReference(matrix, rightSides, count)!;
    for (let i = 0; i < solved.length; i++) expect(solved[i]).toBeCloseTo(reference[i], 9);
    expect(residual(matrix, solved, rightSides, count)).toBeLessThan(1e-11);
  });

  it('solves a large system in place and again after growing', () => {
    const matrix = gridMatrix(150);
    const solver = createSparseSolver(matrix)!;
    expect(solver.factorSize).toBeGreaterThan(matrix.rows.length);
    for (const count of [1, 16, 3]) {
      const rightSides = Float64Array.from({ length: matrix.size * count }, (_, i) => i % 7);
      const solved = rightSides.slice();
      solver.solve(solved, count, solved);
      expect(residual(matrix, solved, rightSides, count)).toBeLessThan(1e-8);
    }
  });

  it('says where a matrix is not positive definite', () => {
    expect(createSparseSolver(randomMatrix(20, 3, 1, -1))).toBeUndefined();
    // A part that nothing holds: its Laplacian alone has a zero pivot.
    const loose: SparseMatrix = {
      size: 2,
      columnStarts: Int32Array.of(0, 2, 3),
      rows: Int32Array.of(0, 1, 1),
      values: Float64Array.of(1, -1, 1),
    };
    expect(createSparseSolver(loose)).toBeUndefined();
    expect(solveSparseReference(loose, new Float64Array(2), 1)).toBeUndefined();
  });

  it('takes the empty system', () => {
    const empty = {
      size: 0,
      columnStarts: Int32Array.of(0),
      rows: new Int32Array(),
      values: new Float64Array(),
    };
    expect(createSparseSolver(empty)!.solve(new Float64Array(), 3)).toHaveLength(0);
  });

  it('refuses what would read out of bounds', () => {
    const matrix = randomMatrix(10, 2, 3);
    expect(() => createSparseSolver({ ...matrix, size: 11 })).toThrow(/ascending rows/);
    expect(() => createSparseSolver({ ...matrix, rows: matrix.rows.map((r) => r + 1) })).toThrow(
      /ascending rows/,
    );
    expect(() => createSparseSolver({ ...matrix, values: matrix.values.map(() => Number.NaN) })).toThrow(
      /finite/,
    );
    const solver = createSparseSolver(matrix)!;
    expect(() => solver.solve(new Float64Array(9), 1)).toThrow(/needs 10 × 1/);
    solver.dispose();
    expect(() => solver.solve(new Float64Array(10), 1)).toThrow(/disposed/);
  });
});
