/**
 * @file What is wrong with single vertices and triangles: not finite, out of range, without area, twice there,
 * used by nothing.
 */

import { isFinitePoint } from './box.js';
import type { Mesh } from './mesh.js';
import { triangleArea } from './triangle-normal.js';
import { type WeldedMesh, weld } from './weld.js';

/** A triangle flatter than this, as height over longest side, has no area to speak of in float32. */
const FLAT = 1e-6;

/** What is wrong with the triangles of a mesh. */
export interface MeshDefects {
  /** Vertices with a NaN or infinite coordinate. */
  readonly nonFiniteVertices: Uint32Array;
  /** Vertices that no triangle uses. */
  readonly unusedVertices: Uint32Array;
  /** Vertices at the position of an earlier one; seams of UVs and normals create them on purpose. */
  readonly duplicateVertices: Uint32Array;
  /** Triangles with a corner that is no vertex. */
  readonly outOfRangeTriangles: Uint32Array;
  /** Triangles without area: coincident or collinear corners. */
  readonly degenerateTriangles: Uint32Array;
  /** Triangles with the same three positions as an earlier one, in any winding. */
  readonly duplicateTriangles: Uint32Array;
}

/** Finds defects; every list is ascending. Hand in the welded mesh where it is at hand. */
export function findDefects(mesh: Mesh, welded: WeldedMesh = weld(mesh)): MeshDefects {
  const { positions, triangles } = mesh;
  const vertexCount = Math.floor(positions.length / 3);
  const triangleCount = Math.floor(triangles.length / 3);

  const used = new Uint8Array(vertexCount);
  const outOfRange = indicesWhere(triangleCount, (t) => {
    let outside = false;
    for (let i = t * 3; i < t * 3 + 3; i++) {
      if (triangles[i] < vertexCount) used[triangles[i]] = 1;
      else outside = true;
    }
    return outside;
  });
  const seen = new Uint8Array(vertexCount);
  const corners = welded.mesh.triangles;
  return {
    nonFiniteVertices: indicesWhere(vertexCount, (v) => !isFinitePoint(positions, v)),
    unusedVertices: indicesWhere(vertexCount, (v) => used[v] === 0),
    duplicateVertices: indicesWhere(vertexCount, (v) => {
      const repeated = seen[welded.vertexMap[v]] === 1;
      seen[welded.vertexMap[v]] = 1;
      return repeated;
    }),
    outOfRangeTriangles: outOfRange,
    degenerateTriangles: indicesWhere(
      triangleCount,
      (t) => isInRange(mesh, t) && (isCollapsed(corners, t) || isFlat(mesh, t)),
    ),
    duplicateTriangles: findDuplicates(corners, (t) => isInRange(mesh, t) && !isCollapsed(corners, t)),
  };
}

function indicesWhere(count: number, holds: (index: number) => boolean): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i < count; i++) if (holds(i)) found.push(i);
  return Uint32Array.from(found);
}

const isInRange = ({ positions, triangles }: Mesh, t: number): boolean =>
  Math.max(triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]) < Math.floor(positions.length / 3);

const isCollapsed = (corners: Uint32Array, t: number): boolean =>
  corners[t * 3] === corners[t * 3 + 1] ||
  corners[t * 3 + 1] === corners[t * 3 + 2] ||
  corners[t * 3 + 2] === corners[t * 3];

function isFlat(mesh: Mesh, t: number): boolean {
  const { positions, triangles } = mesh;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    const a = triangles[t * 3 + k] * 3;
    const b = triangles[t * 3 + ((k + 1) % 3)] * 3;
    const squared =
      (positions[a] - positions[b]) ** 2 +
      (positions[a + 1] - positions[b + 1]) ** 2 +
      (positions[a + 2] - positions[b + 2]) ** 2;
    longest = Math.max(longest, squared);
  }
  return 2 * triangleArea(mesh, t) <= FLAT * longest;
}

/** Triangles whose three corners an earlier one has too, by open addressing on the sorted corners. */
function findDuplicates(corners: Uint32Array, counts: (t: number) => boolean): Uint32Array {
  const triangleCount = Math.floor(corners.length / 3);
  const sorted = new Uint32Array(triangleCount * 3);
  let tableSize = 16;
  while (tableSize < triangleCount * 2) tableSize *= 2;
  const table = new Int32Array(tableSize).fill(-1);
  return indicesWhere(triangleCount, (t) => {
    if (!counts(t)) return false;
    const a = corners[t * 3];
    const b = corners[t * 3 + 1];
    const c = corners[t * 3 + 2];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a === low || a === high ? (b === low || b === high ? c : b) : a;
    sorted[t * 3] = low;
    sorted[t * 3 + 1] = middle;
    sorted[t * 3 + 2] = high;
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca77) ^ Math.imul(high, 0xc2b2ae3d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & (tableSize - 1); ; slot = (slot + 1) & (tableSize - 1)) {
      const other = table[slot];
      if (other < 0) {
        table[slot] = t;
        return false;
      }
      if (sorted[other * 3] === low && sorted[other * 3 + 1] === middle && sorted[other * 3 + 2] === high) {
        return true;
      }
    }
  });
}
