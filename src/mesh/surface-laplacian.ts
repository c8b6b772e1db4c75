/**
 * @file The Laplacian of a surface that need not be a clean one: cotangent weights from edge lengths, a lumped mass.
 *
 * Weights come from edge lengths alone, all made longer by the same small amount where some triangle is nearly
 * flat, so that slivers and zero-area triangles get finite cotangents: intrinsic mollification, Sharp & Crane 2020,
 * "A Laplacian for Nonmanifold Triangle Meshes", section 4.5. Edges of one, three or more triangles just sum.
 *
 * Where the cotangents of an edge sum to less than nothing (two obtuse corners) the sum is raised to a small
 * positive number. The matrix is then an M-matrix: solutions of a heat problem stay between their sources. Flipping
 * to the intrinsic Delaunay triangulation gives the same promise with more accuracy, at ten times the code.
 */

import type { SparseMatrix } from '../kernels/sparse-solver.reference.js';
import { distanceBetween } from '../math/vector.js';
import type { Mesh } from './mesh.js';

export interface SurfaceLaplacian {
  /**
   * Lower triangle of the stiffness matrix, rows summing to 0: positive on the diagonal, which is the first entry
   * of each column, zero there for a vertex without triangles. No unit. [V, V]
   */
  readonly stiffness: SparseMatrix;
  /** A third of the area of the triangles around each vertex, square metres. [V] */
  readonly mass: Float64Array;
}

/** How far from flat every triangle is made, as a fraction of the mean edge length. */
const MOLLIFICATION = 1e-4;
/** Least weight of an edge; 1 / √3 is that of two equilateral triangles. */
const LEAST_WEIGHT = 1e-3;

/** Builds the Laplacian of a welded mesh. Triangles with a repeated, non-finite or out-of-range corner do not count. */
export function buildSurfaceLaplacian(mesh: Mesh): SurfaceLaplacian {
  const vertexCount = Math.floor(mesh.positions.length / 3);
  const { corners, lengths } = usableTriangles(mesh, vertexCount);
  mollify(lengths);
  const triangleCount = corners.length / 3;

  // (1) Cotangents across each side, and areas.
  const mass = new Float64Array(vertexCount);
  const sideWeights = new Float64Array(triangleCount * 3);
  for (let t = 0; t < triangleCount; t++) {
    const a = lengths[t * 3];
    const b = lengths[t * 3 + 1];
    const c = lengths[t * 3 + 2];
    const area = areaOfLengths(a, b, c);
    const half = 1 / (8 * area);
    sideWeights[t * 3] = (b * b + c * c - a * a) * half;
    sideWeights[t * 3 + 1] = (c * c + a * a - b * b) * half;
    sideWeights[t * 3 + 2] = (a * a + b * b - c * c) * half;
    for (let k = 0; k < 3; k++) mass[corners[t * 3 + k]] += area / 3;
  }
  return { stiffness: assemble(vertexCount, corners, sideWeights), mass };
}

/** Corners of the triangles that count, and the lengths of the sides across from them. */
function usableTriangles(
  { positions, triangles }: Mesh,
  vertexCount: number,
): { corners: Uint32Array; lengths: Float64Array } {
  const corners = new Uint32Array(triangles.length);
  const lengths = new Float64Array(triangles.length);
  let length = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const u = triangles[i];
    const v = triangles[i + 1];
    const w = triangles[i + 2];
    if (u >= vertexCount || v >= vertexCount || w >= vertexCount || u === v || v === w || w === u) continue;
    const a = distanceBetween(positions, v, w);
    const b = distanceBetween(positions, w, u);
    const c = distanceBetween(positions, u, v);
    if (!(a + b + c < Infinity)) continue;
    corners[length] = u;
    corners[length + 1] = v;
    corners[length + 2] = w;
    lengths[length] = a;
    lengths[length + 1] = b;
    lengths[length + 2] = c;
    length += 3;
  }
  return { corners: corners.subarray(0, length), lengths: lengths.subarray(0, length) };
}

/** Adds to every length what the flattest triangle needs to be a triangle with some room to spare. */
function mollify(lengths: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < lengths.length; i++) sum += lengths[i];
  const room = (MOLLIFICATION * sum) / Math.max(1, lengths.length) || Number.MIN_VALUE;
  let missing = 0;
  for (let i = 0; i < lengths.length; i += 3) {
    const a = lengths[i];
    const b = lengths[i + 1];
    const c = lengths[i + 2];
    missing = Math.max(missing, room - (a + b + c - 2 * Math.max(a, b, c)));
  }
  if (missing > 0) for (let i = 0; i < lengths.length; i++) lengths[i] += missing;
}

/** Heron's formula in Kahan's order, which keeps its digits for slivers. */
function areaOfLengths(x: number, y: number, z: number): number {
  const a = Math.max(x, y, z);
  const c = Math.min(x, y, z);
  const b = x + y + z - a - c;
  return (
    Math.sqrt(Math.max((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)), Number.MIN_VALUE)) / 4
  );
}

/** Sums the weights of equal edges into columns, without a hash: a bucket per lower vertex, a mark per row. */
function assemble(vertexCount: number, corners: Uint32Array, sideWeights: Float64Array): SparseMatrix {
  // (1) Sides by their lower vertex.
  const bucketStarts = new Int32Array(vertexCount + 1);
  const lower = (i: number, t: number) => Math.min(corners[t + ((i + 1) % 3)], corners[t + ((i + 2) % 3)]);
  for (let t = 0; t < corners.length; t += 3) for (let i = 0; i < 3; i++) bucketStarts[lower(i, t) + 1]++;
  for (let v = 0; v < vertexCount; v++) bucketStarts[v + 1] += bucketStarts[v];
  const sides = new Int32Array(corners.length);
  const filled = bucketStarts.slice(0, vertexCount);
  for (let t = 0; t < corners.length; t += 3) {
    for (let i = 0; i < 3; i++) sides[filled[lower(i, t)]++] = t + i;
  }

  // (2) Column by column, the diagonal first.
  const columnStarts = new Int32Array(vertexCount + 1);
  const rows = new Int32Array(vertexCount + corners.length);
  const values = new Float64Array(vertexCount + corners.length);
  const placeOf = new Int32Array(vertexCount);
  let end = 0;
  for (let v = 0; v < vertexCount; v++) {
    const diagonal = end++;
    rows[diagonal] = v;
    columnStarts[v] = diagonal;
    for (let s = bucketStarts[v]; s < bucketStarts[v + 1]; s++) {
      const t = sides[s] - (sides[s] % 3);
      const i = sides[s] - t;
      const row = Math.max(corners[t + ((i + 1) % 3)], corners[t + ((i + 2) % 3)]);
      // A mark from another column points before this one's diagonal or at another row.
      let place = placeOf[row];
      if (place <= diagonal || rows[place] !== row) {
        place = placeOf[row] = end++;
        rows[place] = row;
        values[place] = 0;
      }
      values[place] += sideWeights[sides[s]];
    }
    sortColumn(rows, values, diagonal + 1, end);
  }
  columnStarts[vertexCount] = end;

  // (3) Signs and diagonal.
  for (let v = 0; v < vertexCount; v++) {
    for (let p = columnStarts[v] + 1; p < columnStarts[v + 1]; p++) {
      const weight = Math.max(values[p], LEAST_WEIGHT);
      values[p] = -weight;
      values[columnStarts[v]] += weight;
      values[columnStarts[rows[p]]] += weight;
    }
  }
  return { size: vertexCount, columnStarts, rows: rows.slice(0, end), values: values.slice(0, end) };
}

/** By row, ascending: a column has some three entries. */
function sortColumn(rows: Int32Array, values: Float64Array, start: number, end: number): void {
  for (let p = start + 1; p < end; p++) {
    const row = rows[p];
    const value = values[p];
    let q = p;
    for (; q > start && rows[q - 1] > row; q--) {
      rows[q] = rows[q - 1];
      values[q] = values[q - 1];
    }
    rows[q] = row;
    values[q] = value;
  }
}
