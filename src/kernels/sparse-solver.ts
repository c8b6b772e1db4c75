/**
 * @file Sparse symmetric positive definite systems: one factorisation, then many right sides
 * (native/sparse.cpp: Eigen's LDLᵀ with minimum degree ordering, compiled to WASM).
 *
 * A surface Laplacian of 50,000 vertices factors in about half a second and takes some 10 ms for each right side.
 * Conjugate gradients in TypeScript took 7 to 28 s for 20 right sides of that size.
 *
 * Each solver has a memory of its own, so that one large mesh does not keep its pages for the next small one.
 */

import { PosespaceError } from '../base/errors.js';
import type { SparseMatrix } from './sparse-solver.reference.js';
import { SPARSE_WASM } from './sparse-wasm.js';

interface SparseExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  sparse_allocate(bytes: number): number;
  sparse_free(at: number): void;
  sparse_factor(n: number, entries: number, starts: number, rows: number, values: number): number;
  sparse_factor_size(solver: number): number;
  sparse_solve(solver: number, count: number, rightSides: number, out: number): void;
}

/** A factored matrix. */
export interface SparseSolver {
  readonly size: number;
  /** Entries of the factor below its diagonal: what memory and time grow with. */
  readonly factorSize: number;
  /**
   * Solves for right sides that lie side by side [n, columnCount]; fastest at multiples of eight. Writes to `out`
   * where given, which may be the right sides themselves.
   */
  solve(rightSides: Float64Array, columnCount: number, out?: Float64Array): Float64Array;
  /** Gives the memory back; the solver is of no use afterwards. */
  dispose(): void;
}

let compiled: WebAssembly.Module | undefined;

/** Compiled at first use: 49 kilobytes, a few milliseconds. */
function sparseModule(): WebAssembly.Module {
  if (compiled) return compiled;
  // A plain loop: a call for every byte takes three times as long, and longer than compiling.
  const text = atob(SPARSE_WASM);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/**
 * Factors a matrix. Undefined where it is not positive definite to the last pivot, which for a Laplacian means a
 * part that nothing holds. Throws `unsupported` where the factor does not fit into the 4 GB of WASM.
 */
export function createSparseSolver(matrix: SparseMatrix): SparseSolver | undefined {
  checkMatrix(matrix);
  const { size } = matrix;
  let instance: SparseExports | undefined = new WebAssembly.Instance(sparseModule())
    .exports as unknown as SparseExports;
  instance._initialize();
  const solver = withinMemory(size, () => factor(instance!, matrix));
  if (solver === 0) return undefined;

  let capacity = 0;
  let at = 0;
  return {
    size,
    factorSize: instance.sparse_factor_size(solver),
    solve(rightSides, columnCount, out = new Float64Array(rightSides.length)) {
      if (!instance) throw new PosespaceError('bad-usage', 'kernels/sparseSolver: was disposed');
      const length = size * columnCount;
      if (rightSides.length !== length || out.length !== length) {
        throw new PosespaceError(
          'bad-usage',
          `kernels/sparseSolver: needs ${size} × ${columnCount} numbers in and out, ` +
            `got ${rightSides.length} and ${out.length}`,
        );
      }
      const kernel = instance;
      if (length > capacity) {
        if (at) kernel.sparse_free(at);
        at = withinMemory(size, () => allocate(kernel, length * 8));
        capacity = length;
      }
      // The view is made anew each time: growing the memory detaches old ones.
      new Float64Array(kernel.memory.buffer, at, length).set(rightSides);
      kernel.sparse_solve(solver, columnCount, at, at);
      out.set(new Float64Array(kernel.memory.buffer, at, length));
      return out;
    },
    dispose() {
      instance = undefined;
    },
  };
}

function factor(kernel: SparseExports, { size, columnStarts, rows, values }: SparseMatrix): number {
  const entryCount = columnStarts[size];
  const startsAt = allocate(kernel, columnStarts.byteLength);
  const rowsAt = allocate(kernel, rows.byteLength);
  const valuesAt = allocate(kernel, values.byteLength);
  new Int32Array(kernel.memory.buffer, startsAt, columnStarts.length).set(columnStarts);
  new Int32Array(kernel.memory.buffer, rowsAt, rows.length).set(rows);
  new Float64Array(kernel.memory.buffer, valuesAt, values.length).set(values);
  const solver = kernel.sparse_factor(size, entryCount, startsAt, rowsAt, valuesAt);
  for (const at of [startsAt, rowsAt, valuesAt]) kernel.sparse_free(at);
  return solver;
}

function allocate(kernel: SparseExports, bytes: number): number {
  const at = kernel.sparse_allocate(Math.max(8, bytes));
  if (at === 0) throw new RangeError('out of memory');
  return at >>> 0;
}

/** Turns the traps of a full memory into an error that says so. */
function withinMemory<T>(size: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    throw new PosespaceError(
      'unsupported',
      `kernels/sparseSolver: a system of ${size} unknowns does not fit into memory; use fewer vertices`,
    );
  }
}

/** What would read or write out of bounds inside the kernel, or never end there. */
function checkMatrix({ size, columnStarts, rows, values }: SparseMatrix): void {
  let sound =
    columnStarts.length === size + 1 &&
    columnStarts[0] === 0 &&
    columnStarts[size] === rows.length &&
    rows.length === values.length;
  for (let j = 0; sound && j < size; j++) {
    let above = j - 1;
    if (columnStarts[j] > columnStarts[j + 1]) sound = false;
    for (let p = columnStarts[j]; sound && p < columnStarts[j + 1]; p++) {
      if (rows[p] <= above || rows[p] >= size || !Number.isFinite(values[p])) sound = false;
      above = rows[p];
    }
  }
  if (!sound) {
    throw new PosespaceError(
      'bad-usage',
      `kernels/createSparseSolver: ${size} columns need ascending rows on or below the diagonal and finite values`,
    );
  }
}
