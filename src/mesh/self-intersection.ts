/**
 * @file Which triangles of a mesh run through each other, at rest and in a pose.
 *
 * Candidates come from a box tree that is built at rest and refitted per pose, the decision from the sign test
 * of `triangle-intersection.ts`. Vertices are welded by position first, or every UV seam would be a crossing.
 * In a pose two kinds of pairs say nothing about it and are left out: rest neighbours, i.e. triangles whose
 * nearest vertices are at most two edges apart (a bent elbow folds those), and pairs that meet at rest already.
 */

import { PosespaceError } from '../base/errors.js';
import type { Mesh } from './mesh.js';
import { trianglesIntersect } from './triangle-intersection.js';
import {
  buildTriangleTree,
  refitTriangleTree,
  type TriangleTree,
  visitTouchingPairs,
} from './triangle-tree.js';
import { NO_VERTEX, type WeldedMesh, weld } from './weld.js';

export interface SelfIntersectionOptions {
  /**
   * Pairs of touching boxes that are looked at, at most. A clean mesh has 9 to 26 per triangle, a hostile soup
   * the square of its size. By default two million plus 24 per triangle.
   */
  readonly testLimit?: number;
}

/** Pairs that are kept, at most: only a soup has more. */
const PAIR_LIMIT = 1_000_000;

export interface SelfIntersections {
  /** Triangles that meet, the lower index first, in ascending order. [P, 2] */
  readonly pairs: Uint32Array;
  /** Share of the mesh's triangles that are in a pair, 0 to 1. */
  readonly triangleFraction: number;
  /** False where a limit ended the search, here or at rest: the pairs are then only some of them. */
  readonly complete: boolean;
}

export interface IntersectionFinder {
  /** Pairs that meet in a pose and are neither rest neighbours nor met at rest. Positions are [V, 3]. */
  find(positions: Float32Array): SelfIntersections;
}

/** Prepares a mesh for finding self-intersections in many poses of it. */
export function createIntersectionFinder(
  rest: Mesh,
  options: SelfIntersectionOptions = {},
): IntersectionFinder {
  const welded = weld(rest).mesh;
  const rings = vertexRings(welded);
  const tree = buildTriangleTree(rest);
  const triangleCount = Math.floor(rest.triangles.length / 3);
  const search = (positions: Float32Array) =>
    searchPairs(
      tree,
      positions,
      welded.triangles,
      triangleCount,
      options,
      (a, b) => !areNeighbours(rings, welded.triangles, a, b),
    );
  const atRest = search(rest.positions);
  return {
    find(positions) {
      if (positions.length !== rest.positions.length) {
        throw new PosespaceError(
          'bad-usage',
          `mesh/createIntersectionFinder: find needs ${rest.positions.length / 3} vertices as at rest, ` +
            `got ${positions.length / 3}`,
        );
      }
      refitTriangleTree(tree, positions);
      const { keys, complete } = search(positions);
      return toResult(
        keys.filter((key) => !includesSorted(atRest.keys, key)),
        triangleCount,
        complete && atRest.complete,
      );
    },
  };
}

/** Pairs of triangles that meet and share no welded vertex. Hand in the welded mesh where it is at hand. */
export function findSelfIntersections(
  mesh: Mesh,
  options: SelfIntersectionOptions = {},
  welded: WeldedMesh = weld(mesh),
): SelfIntersections {
  const triangleCount = Math.floor(mesh.triangles.length / 3);
  const { keys, complete } = searchPairs(
    buildTriangleTree(mesh),
    mesh.positions,
    welded.mesh.triangles,
    triangleCount,
    options,
    () => true,
  );
  return toResult(keys, triangleCount, complete);
}

/** Meeting pairs that share no vertex and pass the filter, as ascending keys lower · T + higher. */
function searchPairs(
  tree: TriangleTree,
  positions: Float32Array,
  welded: Uint32Array,
  triangleCount: number,
  options: SelfIntersectionOptions,
  accept: (a: number, b: number) => boolean,
): { keys: Float64Array; complete: boolean } {
  const { corners, order } = tree;
  const keys: number[] = [];
  let testsLeft = options.testLimit ?? 2_000_000 + 24 * triangleCount;
  const complete = visitTouchingPairs(tree, (i, j) => {
    const a = order[i];
    const b = order[j];
    if (!shareVertex(welded, a * 3, b * 3)) {
      if (
        trianglesIntersect(
          positions,
          corners[i * 3],
          corners[i * 3 + 1],
          corners[i * 3 + 2],
          corners[j * 3],
          corners[j * 3 + 1],
          corners[j * 3 + 2],
        ) &&
        accept(a, b)
      ) {
        keys.push(Math.min(a, b) * triangleCount + Math.max(a, b));
      }
    }
    return --testsLeft > 0 && keys.length < PAIR_LIMIT;
  });
  return { keys: Float64Array.from(keys).sort(), complete };
}

function toResult(keys: Float64Array, triangleCount: number, complete: boolean): SelfIntersections {
  const pairs = new Uint32Array(keys.length * 2);
  const involved = new Uint8Array(triangleCount);
  let involvedCount = 0;
  for (let i = 0; i < keys.length; i++) {
    const a = Math.floor(keys[i] / triangleCount);
    const b = keys[i] - a * triangleCount;
    pairs[i * 2] = a;
    pairs[i * 2 + 1] = b;
    involvedCount += 2 - involved[a] - involved[b];
    involved[a] = involved[b] = 1;
  }
  return { pairs, triangleFraction: triangleCount > 0 ? involvedCount / triangleCount : 0, complete };
}

function shareVertex(welded: Uint32Array, a: number, b: number): boolean {
  for (let i = a; i < a + 3; i++) {
    const v = welded[i];
    if (v === welded[b] || v === welded[b + 1] || v === welded[b + 2]) return true;
  }
  return false;
}

/** Each vertex with its edge neighbours, ascending: those of v are list[start[v] .. start[v + 1]]. */
interface VertexRings {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

function vertexRings(mesh: Mesh): VertexRings {
  const { triangles } = mesh;
  const count = mesh.positions.length / 3;
  // (1) Directed edges as one sortable number each; the vertex itself is part of its ring.
  const keys = new Float64Array(triangles.length * 2 + count);
  let used = 0;
  for (let v = 0; v < count; v++) keys[used++] = v * count + v;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      if (a === NO_VERTEX || b === NO_VERTEX || a === b) continue;
      keys[used++] = a * count + b;
      keys[used++] = b * count + a;
    }
  }
  const sorted = keys.subarray(0, used).sort();
  // (2) Drop repeats.
  const start = new Uint32Array(count + 1);
  const list = new Uint32Array(used);
  let length = 0;
  for (let i = 0; i < used; i++) {
    if (i > 0 && sorted[i] === sorted[i - 1]) continue;
    const v = Math.floor(sorted[i] / count);
    list[length++] = sorted[i] - v * count;
    start[v + 1] = length;
  }
  return { start, list: list.slice(0, length) };
}

/** Whether two triangles are at most two edges apart, i.e. the rings of two of their vertices share one. */
function areNeighbours(rings: VertexRings, welded: Uint32Array, a: number, b: number): boolean {
  const { start, list } = rings;
  for (let i = a * 3; i < a * 3 + 3; i++) {
    for (let j = b * 3; j < b * 3 + 3; j++) {
      let [u, v] = [welded[i], welded[j]];
      // Walk the shorter ring: a pole with ten thousand edges must not cost that much per pair.
      if (start[u + 1] - start[u] > start[v + 1] - start[v]) [u, v] = [v, u];
      for (let k = start[u]; k < start[u + 1]; k++) {
        if (includesSorted(list, list[k], start[v], start[v + 1])) return true;
      }
    }
  }
  return false;
}

/** Whether an ascending array holds a value between two positions. */
function includesSorted(
  sorted: Float64Array | Uint32Array,
  value: number,
  low = 0,
  high = sorted.length,
): boolean {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === value) return true;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return false;
}
