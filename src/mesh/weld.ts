/**
 * @file Joins vertices that lie at the same place, so that seams of UVs and normals do not read as holes.
 *
 * One pass in index order over a hash grid that holds only the vertices kept so far: a vertex joins the lowest
 * kept vertex within the tolerance, or is kept itself. Kept vertices are further apart than the tolerance, so a
 * cell of that size never holds more than a few and the pass is linear whatever the input.
 */

import { computeBox, isFinitePoint, longestSide } from './box.js';
import type { Mesh } from './mesh.js';

export interface WeldOptions {
  /** Largest distance that is joined, as a fraction of the longest side of the box, 0 to 0.1. */
  readonly tolerance?: number;
}

export const WELD_DEFAULTS = Object.freeze({ tolerance: 1e-6 });

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

/** Numbers points [N, 3] by place, in order of first appearance; `distance` in metres. */
function weldPoints(positions: Float32Array, distance: number): Uint32Array {
  const count = Math.floor(positions.length / 3);
  const vertexMap = new Uint32Array(count);
  const kept = new Uint32Array(count);
  const next = new Int32Array(count).fill(-1);
  let tableSize = 16;
  while (tableSize < count * 2) tableSize *= 2;
  const heads = new Int32Array(tableSize).fill(-1);
  const scratch = new Float32Array(3);
  const scratchBits = new Int32Array(scratch.buffer);
  const reach = distance > 0 ? 1 : 0;
  let keptCount = 0;

  // With no tolerance a cell is one float32 value: its bits, with −0 made 0.
  const cell = (value: number, k: number): number => {
    if (reach > 0) return Math.floor(value / distance);
    scratch[k] = value + 0;
    return scratchBits[k];
  };
  const slot = (x: number, y: number, z: number): number =>
    mix(Math.imul(x | 0, 0x8da6b343) ^ Math.imul(y | 0, 0xd8163841) ^ Math.imul(z | 0, 0xcb1ab31f)) &
    (tableSize - 1);

  for (let v = 0; v < count; v++) {
    let found = -1;
    let home = -1;
    if (isFinitePoint(positions, v)) {
      const [px, py, pz] = [positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]];
      const [cx, cy, cz] = [cell(px, 0), cell(py, 1), cell(pz, 2)];
      home = slot(cx, cy, cz);
      for (let x = -reach; x <= reach; x++) {
        for (let y = -reach; y <= reach; y++) {
          for (let z = -reach; z <= reach; z++) {
            for (let i = heads[slot(cx + x, cy + y, cz + z)]; i >= 0; i = next[i]) {
              const u = kept[i] * 3;
              const dx = positions[u] - px;
              const dy = positions[u + 1] - py;
              const dz = positions[u + 2] - pz;
              if (dx * dx + dy * dy + dz * dz > distance * distance) continue;
              if (found < 0 || i < found) found = i;
            }
          }
        }
      }
    }
    if (found < 0) {
      found = keptCount++;
      kept[found] = v;
      if (home >= 0) {
        next[found] = heads[home];
        heads[home] = found;
      }
    }
    vertexMap[v] = found;
  }
  return vertexMap;
}

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
