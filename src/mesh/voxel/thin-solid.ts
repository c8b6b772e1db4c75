/**
 * @file Thins a solid to curves one cell wide without changing its topology: cells are peeled from six sides in rotation
 * while their removal neither splits, joins nor pierces anything; ends of curves stay (after Lee, Kashyap and Chu,
 * "Building Skeleton Models via 3-D Medial Surface/Axis Thinning Algorithms", 1994).
 *
 * Whether a cell is removable depends on its 26 neighbours, read as a number of 26 bits: they must be connected, and so must
 * the empty ones among the 18 that share a face or an edge with it. Results are cached: most of a border looks alike.
 */

import { neighbourSteps, type VoxelGrid } from './voxel-grid.js';

type Size = readonly [number, number, number];

/** The cells of the curves. [C] ascending */
export function thinSolid({ size, cells }: Pick<VoxelGrid, 'size' | 'cells'>): Int32Array {
  const left = cells.slice();
  const steps = rasterSteps(size);
  const faces = neighbourSteps(size).subarray(0, 6);
  let border = findBorder(left, faces);
  const queued = new Uint8Array(left.length);
  for (let i = 0; i < border.length; i++) queued[border[i]] = 1;
  const candidates: number[] = [];
  const mayGo = rememberAnswers();
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    const uncovered: number[] = [];
    for (const face of PEEL_ORDER) {
      const step = faces[face];
      candidates.length = 0;
      for (let i = 0; i < border.length; i++) {
        const cell = border[i];
        if (left[cell] === 0 || left[cell + step] !== 0) continue;
        if (mayGo(neighbourBits(left, cell, steps))) candidates.push(cell);
      }
      // One after another, tested again: two neighbours may each go alone but not both.
      for (const cell of candidates) {
        if (!mayGo(neighbourBits(left, cell, steps))) continue;
        left[cell] = 0;
        removed++;
        for (let s = 0; s < 6; s++) {
          const other = cell + faces[s];
          if (left[other] === 0 || queued[other] !== 0) continue;
          queued[other] = 1;
          uncovered.push(other);
        }
      }
    }
    if (removed > 0) border = merge(border, left, uncovered);
  }
  return border.filter((cell) => left[cell] !== 0).sort();
}

/** Opposite sides in turn keep the curve in the middle. */
const PEEL_ORDER = [4, 1, 3, 2, 5, 0];

function findBorder(cells: Uint8Array, faces: Int32Array): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue;
    for (let s = 0; s < 6; s++) {
      if (cells[i + faces[s]] !== 0) continue;
      found.push(i);
      break;
    }
  }
  return Int32Array.from(found);
}

function merge(border: Int32Array, left: Uint8Array, uncovered: readonly number[]): Int32Array {
  const merged = new Int32Array(border.length + uncovered.length);
  let count = 0;
  for (let i = 0; i < border.length; i++) if (left[border[i]] !== 0) merged[count++] = border[i];
  for (let i = 0; i < uncovered.length; i++) if (left[uncovered[i]] !== 0) merged[count++] = uncovered[i];
  return merged.subarray(0, count);
}

/** Steps to the 26 neighbours in raster order. */
function rasterSteps([nx, ny]: Size): Int32Array {
  return OFFSETS.reduce((out, [x, y, z], i) => {
    out[i] = x + nx * (y + ny * z);
    return out;
  }, new Int32Array(26));
}

/** The 26 neighbours in raster order. */
const OFFSETS: readonly (readonly [number, number, number])[] = Array.from(
  { length: 27 },
  (_, i) => [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1] as const,
).filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0);

const bitsWhere = (test: (i: number) => boolean): number =>
  OFFSETS.reduce((bits, _, i) => (test(i) ? bits | (1 << i) : bits), 0);

const order = (i: number) => OFFSETS[i].reduce((sum, value) => sum + Math.abs(value), 0);
const gaps = (i: number, j: number) => OFFSETS[i].map((value, k) => Math.abs(value - OFFSETS[j][k]));

/** Neighbours that share a face with the cell, and those that share a face or an edge. */
const FACE_BITS = bitsWhere((i) => order(i) === 1);
const EDGE_BITS = bitsWhere((i) => order(i) <= 2);
/** Per neighbour: the neighbours that touch it at all, and of the 18 those that share a face with it. */
const TOUCHING = Int32Array.from(OFFSETS, (_, i) =>
  bitsWhere((j) => j !== i && Math.max(...gaps(i, j)) === 1),
);
const FACING = Int32Array.from(OFFSETS, (_, i) =>
  bitsWhere((j) => order(j) <= 2 && gaps(i, j).reduce((sum, gap) => sum + gap, 0) === 1),
);

function neighbourBits(cells: Uint8Array, cell: number, steps: Int32Array): number {
  let bits = 0;
  for (let i = 0; i < 26; i++) bits |= cells[cell + steps[i]] << i;
  return bits;
}

/** `canGo` with its latest answers at hand. */
function rememberAnswers(): (solid: number) => boolean {
  const keys = new Int32Array(1 << ANSWER_BITS);
  const answers = new Uint8Array(1 << ANSWER_BITS);
  return (solid) => {
    // The upper bits of a product with a large odd number are flood evenly.
    const slot = Math.imul(solid, 0x9e3779b1) >>> (32 - ANSWER_BITS);
    // A cell without neighbours (0) stays, which is what an empty slot says.
    if (keys[slot] !== solid) {
      keys[slot] = solid;
      answers[slot] = canGo(solid) ? 1 : 0;
    }
    return answers[slot] !== 0;
  };
}

const ANSWER_BITS = 14;

/** Whether a cell with these solid neighbours is no end of a curve and can go unnoticed. */
function canGo(solid: number): boolean {
  if ((solid & (solid - 1)) === 0) return false;
  const empty = ~solid & EDGE_BITS;
  const firstFace = empty & FACE_BITS & -(empty & FACE_BITS);
  if (firstFace === 0) return false;
  if ((flood(firstFace, empty, FACING) & FACE_BITS) !== (empty & FACE_BITS)) return false;
  return flood(solid & -solid, solid, TOUCHING) === solid;
}

/** All bits of `within` that hang together with `seed`. */
function flood(seed: number, within: number, adjacency: Int32Array): number {
  let reached = seed;
  let frontier = seed;
  while (frontier !== 0) {
    const low = frontier & -frontier;
    frontier ^= low;
    const fresh = adjacency[31 - Math.clz32(low)] & within & ~reached;
    reached |= fresh;
    frontier |= fresh;
  }
  return reached;
}
