/**
 * @file The topology of a mesh: boundary edges, non-manifold edges, edges of inconsistent winding, the Euler
 * characteristic. By vertex index: weld first.
 *
 * Each triangle side becomes one sortable number, so equal edges end up side by side; a hash table of edge
 * objects took several times as long and its order had to be fixed afterwards.
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
  const { keys, faceCount, usedCount } = sortSides(mesh.triangles, vertexCount);

  const boundary: number[] = [];
  const nonManifold: number[] = [];
  const winding: number[] = [];
  let edgeCount = 0;
  for (let start = 0; start < keys.length; edgeCount++) {
    // A key is edge · 2 + direction, so the sides of an edge are neighbours.
    const edge = Math.floor(keys[start] / 2);
    let end = start;
    let backward = 0;
    while (end < keys.length && Math.floor(keys[end] / 2) === edge) backward += keys[end++] % 2;
    const low = Math.floor(edge / vertexCount);
    const high = edge - low * vertexCount;
    if (end - start === 1) boundary.push(...(backward ? [high, low] : [low, high]));
    else if (end - start > 2) nonManifold.push(low, high);
    else if (backward !== 1) winding.push(low, high);
    start = end;
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

/** Every side of every whole triangle as (low · V + high) · 2 + direction, ascending. */
function sortSides(
  triangles: Uint32Array,
  vertexCount: number,
): { keys: Float64Array; faceCount: number; usedCount: number } {
  const keys = new Float64Array(triangles.length);
  const used = new Uint8Array(vertexCount);
  let usedCount = 0;
  let length = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const u = triangles[t];
    const v = triangles[t + 1];
    const w = triangles[t + 2];
    if (Math.max(u, v, w) >= vertexCount || u === v || v === w || w === u) continue;
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      keys[length++] = (Math.min(a, b) * vertexCount + Math.max(a, b)) * 2 + (a > b ? 1 : 0);
      usedCount += 1 - used[a];
      used[a] = 1;
    }
  }
  return { keys: keys.slice(0, length).sort(), faceCount: length / 3, usedCount };
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
