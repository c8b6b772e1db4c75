/**
 * @file Merges vertices at the same position, so that seams of UVs and normals are not holes.
 *
 * One pass in index order over a hash grid that holds only the vertices kept so far: a vertex joins the lowest
 * kept vertex within the tolerance, or is kept itself. Kept vertices are further apart than the tolerance, so the
 * number in a cell is bounded and the pass is linear for any input.
 */

import { computeBox, isFinitePoint, longestSide } from './box.js';
import type { Mesh } from './mesh.js';

/** Options of `weld`. */
export interface WeldOptions {
  /** Largest distance that is joined, as a fraction of the longest side of the box, 0 to 0.1. */
  readonly tolerance?: number;
}

/** Defaults of `weld`. */
export const WELD_DEFAULTS = Object.freeze({ tolerance: 1e-6 });

/** A mesh with coincident vertices merged, and the map back. */
export interface WeldedMesh {
  /** Kept vertices in source order; triangle t is triangle t of the source, collapsed or not. */
  readonly mesh: Mesh;
  /** The welded vertex of each source vertex. [V] */
  readonly vertexMap: Uint32Array;
}

/** An index that no vertex has; what a triangle corner out of range becomes. */
export const NO_VERTEX = 0xffffffff;

/** Joins vertices by position. Vertices with non-finite coordinates are kept as they are, each for itself. */
export function weld(mesh: Mesh, options: WeldOptions = {}): WeldedMesh {
  const tolerance = Math.min(0.1, Math.max(0, options.tolerance ?? WELD_DEFAULTS.tolerance));
  const vertexMap = weldPoints(mesh.positions, tolerance * longestSide(computeBox(mesh.positions)));
  const vertexCount = vertexMap.length;

  let keptCount = 0;
  const positions = new Float32Array(mesh.positions.length);
  for (let v = 0; v < vertexCount; v++) {
    // A vertex is kept where it is the first that maps to the next free number.
    if (vertexMap[v] !== keptCount) continue;
    for (let k = 0; k < 3; k++) positions[keptCount * 3 + k] = mesh.positions[v * 3 + k];
    keptCount++;
  }
  const triangles = mesh.triangles.map((v) => (v < vertexCount ? vertexMap[v] : NO_VERTEX));
  return { mesh: { positions: positions.slice(0, keptCount * 3), triangles }, vertexMap };
}

/** Cells are this many tolerances wide: most points then have one cell to look in, not 27. */
const CELL_WIDTH = 4;

/** Numbers points [N, 3] by position, in order of first appearance; `distance` in metres. */
function weldPoints(positions: Float32Array, distance: number): Uint32Array {
  const count = Math.floor(positions.length / 3);
  const vertexMap = new Uint32Array(count);
  const kept = new Uint32Array(count);
  const next = new Int32Array(count).fill(-1);
  let tableSize = 16;
  while (tableSize < count * 2) tableSize *= 2;
  const heads = new Int32Array(tableSize).fill(-1);
  const cell = createCellNumber(distance);
  const slot = (x: number, y: number, z: number): number =>
    mix(Math.imul(x | 0, 0x8da6b343) ^ Math.imul(y | 0, 0xd8163841) ^ Math.imul(z | 0, 0xcb1ab31f)) &
    (tableSize - 1);
  const squared = distance * distance;
  let keptCount = 0;

  for (let v = 0; v < count; v++) {
    let found = -1;
    const finite = isFinitePoint(positions, v);
    const px = positions[v * 3];
    const py = positions[v * 3 + 1];
    const pz = positions[v * 3 + 2];
    if (finite) {
      const lowX = cell(px - distance);
      const lowY = cell(py - distance);
      const lowZ = cell(pz - distance);
      const highX = cell(px + distance);
      const highY = cell(py + distance);
      const highZ = cell(pz + distance);
      // At most two cells an axis, distinguished by value: counting up could stand still on huge numbers.
      const only = (lowX === highX ? 1 : 0) | (lowY === highY ? 2 : 0) | (lowZ === highZ ? 4 : 0);
      for (let corner = 0; corner < 8; corner++) {
        if ((corner & only) !== 0) continue;
        const head = slot(corner & 1 ? highX : lowX, corner & 2 ? highY : lowY, corner & 4 ? highZ : lowZ);
        for (let i = heads[head]; i >= 0; i = next[i]) {
          const u = kept[i] * 3;
          const dx = positions[u] - px;
          const dy = positions[u + 1] - py;
          const dz = positions[u + 2] - pz;
          if (dx * dx + dy * dy + dz * dz > squared) continue;
          if (found < 0 || i < found) found = i;
        }
      }
    }
    if (found < 0) {
      found = keptCount++;
      kept[found] = v;
      if (finite) {
        const home = slot(cell(px), cell(py), cell(pz));
        next[found] = heads[home];
        heads[home] = found;
      }
    }
    vertexMap[v] = found;
  }
  return vertexMap;
}

/** The cell of a coordinate; with no distance to bridge, one cell per float32 value: its bits, −0 made 0. */
function createCellNumber(distance: number): (value: number) => number {
  if (distance > 0) {
    const width = CELL_WIDTH * distance;
    return (value) => Math.floor(value / width);
  }
  const scratch = new Float32Array(1);
  const bits = new Int32Array(scratch.buffer);
  return (value) => {
    scratch[0] = value + 0;
    return bits[0];
  };
}

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
