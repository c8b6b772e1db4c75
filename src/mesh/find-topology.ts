/**
 * @file The topology of a mesh: boundary edges, non-manifold edges, edges of inconsistent winding, the Euler
 * characteristic. By vertex index: weld first.
 *
 * The sides of all triangles are sorted, so that equal edges end up side by side: into a bucket for the lower end by
 * counting, inside by the higher one. Sorting them as one list takes three times as long, a hash table of edges more.
 */

import type { Mesh } from './mesh.js';

/** Edges, boundaries and non-manifold parts of a mesh. */
export interface MeshTopology {
  readonly edgeCount: number;
  /** Edges of one triangle, in the direction that triangle runs them. [B, 2] */
  readonly boundaryEdges: Uint32Array;
  /** Connected runs of boundary edges: holes and rims. */
  readonly boundaryLoopCount: number;
  /** Edges of more than two triangles. [N, 2] */
  readonly nonManifoldEdges: Uint32Array;
  /** Edges whose two triangles run them in the same direction, so one of them is inside out. [W, 2] */
  readonly windingEdges: Uint32Array;
  /** Vertices − edges + triangles, of what triangles use; 2 for a closed surface without handles. */
  readonly eulerCharacteristic: number;
  /** There are triangles and every edge has exactly two. */
  readonly watertight: boolean;
}

/** Reads the topology. Triangles with a repeated or out-of-range corner do not count. */
export function findTopology(mesh: Mesh): MeshTopology {
  const vertexCount = Math.floor(mesh.positions.length / 3);
  const { starts, ends, faceCount, usedCount } = sortSides(mesh.triangles, vertexCount);

  const boundary: number[] = [];
  const nonManifold: number[] = [];
  const winding: number[] = [];
  let edgeCount = 0;
  for (let low = 0; low < vertexCount; low++) {
    for (let start = starts[low]; start < starts[low + 1]; edgeCount++) {
      const high = ends[start] >>> 1;
      let end = start;
      let backward = 0;
      while (end < starts[low + 1] && ends[end] >>> 1 === high) backward += ends[end++] & 1;
      if (end - start === 1) boundary.push(...(backward ? [high, low] : [low, high]));
      else if (end - start > 2) nonManifold.push(low, high);
      else if (backward !== 1) winding.push(low, high);
      start = end;
    }
  }
  return {
    edgeCount,
    boundaryEdges: Uint32Array.from(boundary),
    boundaryLoopCount: countRuns(boundary),
    nonManifoldEdges: Uint32Array.from(nonManifold),
    windingEdges: Uint32Array.from(winding),
    eulerCharacteristic: usedCount - edgeCount + faceCount,
    watertight: faceCount > 0 && boundary.length === 0 && nonManifold.length === 0,
  };
}

/** The sides of all whole triangles. */
interface SortedSides {
  /** Where the sides of each lower end begin. [V + 1] */
  readonly starts: Uint32Array;
  /** The higher end · 2 + direction of each side, ascending for each lower end. [S] */
  readonly ends: Uint32Array;
  readonly faceCount: number;
  readonly usedCount: number;
}

/** Buckets up to this size are sorted by insertion. */
const SMALL = 24;

function sortSides(triangles: Uint32Array, vertexCount: number): SortedSides {
  const isWhole = (t: number): boolean => {
    const [u, v, w] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    return Math.max(u, v, w) < vertexCount && u !== v && v !== w && w !== u;
  };
  const starts = new Uint32Array(vertexCount + 1);
  const used = new Uint8Array(vertexCount);
  let faceCount = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    if (!isWhole(t)) continue;
    faceCount++;
    for (let k = 0; k < 3; k++) {
      starts[Math.min(triangles[t + k], triangles[t + ((k + 1) % 3)]) + 1]++;
      used[triangles[t + k]] = 1;
    }
  }
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const ends = new Uint32Array(faceCount * 3);
  const next = starts.slice();
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    if (!isWhole(t)) continue;
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      if (a < b) ends[next[a]++] = b * 2;
      else ends[next[b]++] = a * 2 + 1;
    }
  }
  for (let v = 0; v < vertexCount; v++) sortPart(ends, starts[v], starts[v + 1]);
  return { starts, ends, faceCount, usedCount: used.reduce((sum, is) => sum + is, 0) };
}

/** Sorts a part of a list; the centre of a fan has one as long as the list. */
function sortPart(values: Uint32Array, from: number, to: number): void {
  if (to - from > SMALL) {
    values.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const value = values[i];
    let at = i;
    for (; at > from && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}

/** Number of connected runs of edges, given as pairs. */
function countRuns(edges: readonly number[]): number {
  const parents = new Map<number, number>();
  const find = (v: number): number => {
    let root = v;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    for (let u = v; u !== root; ) {
      const up = parents.get(u)!;
      parents.set(u, root);
      u = up;
    }
    return root;
  };
  let runs = 0;
  for (let i = 0; i < edges.length; i += 2) {
    for (const v of [edges[i], edges[i + 1]]) {
      if (parents.has(v)) continue;
      parents.set(v, v);
      runs++;
    }
    const [a, b] = [find(edges[i]), find(edges[i + 1])];
    if (a === b) continue;
    parents.set(a, b);
    runs--;
  }
  return runs;
}
