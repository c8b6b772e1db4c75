/**
 * @file Intersecting triangles by definition, slow and clear: every pair, in integers, by
 * points instead of signs of volumes. What the kernel is tested against.
 */

import type { IntersectorMesh, PairScope } from './intersector.js';

type Vector = readonly [bigint, bigint, bigint];
type Triangle = readonly [Vector, Vector, Vector];

/** Pairs that meet, ascending. */
export function findPairsReference(
  mesh: IntersectorMesh,
  positions: Float32Array,
  scope: PairScope,
): number[][] {
  if (scope === 'new') {
    const edges = edgeDistances(mesh);
    const atRest = new Set(findPairsReference(mesh, mesh.positions, 'apart').map((pair) => pair.join()));
    return findPairsReference(mesh, positions, 'apart').filter(
      (pair) => !atRest.has(pair.join()) && distanceBetween(mesh, edges, pair[0], pair[1]) > 2,
    );
  }
  const count = mesh.triangles.length / 3;
  const triangles = Array.from({ length: count }, (_, t) => exactTriangle(mesh, positions, t));
  const pairs: number[][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const shared = sharedCorners(mesh, a, b);
      if (scope === 'apart' && shared.length > 0) continue;
      if (trianglesMeet(triangles[a], triangles[b], shared)) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** Corners as integers: every float32 is a multiple of 2⁻¹⁴⁹. */
function exactTriangle({ triangles }: IntersectorMesh, positions: Float32Array, t: number): Triangle {
  const exact = (v: number, k: number) => BigInt(positions[v * 3 + k] * 2 ** 149);
  const corner = (i: number): Vector => {
    const v = triangles[t * 3 + i];
    return [exact(v, 0), exact(v, 1), exact(v, 2)];
  };
  return [corner(0), corner(1), corner(2)];
}

/** Which corner of one triangle is which of the other. */
function sharedCorners({ welded }: IntersectorMesh, a: number, b: number): number[][] {
  const shared: number[][] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) if (welded[a * 3 + i] === welded[b * 3 + j]) shared.push([i, j]);
  }
  return shared;
}

/** Whether triangles share a point that is not on a side or corner that both have. */
function trianglesMeet(a: Triangle, b: Triangle, shared: readonly number[][]): boolean {
  if (isZero(normal(a)) || isZero(normal(b))) return false;
  if (shared.length === 0) return [0, 1, 2].some((i) => sideMeets(a, i, b) || sideMeets(b, i, a));
  const [i, j] = shared[0];
  // What meets beyond a corner leaves one of the triangles through the side opposite of it.
  if (shared.length === 1) return sideMeets(a, i + 1, b) || sideMeets(b, j + 1, a);
  if (shared.length === 3) return true;
  // Across a side that both have only folding flat overlaps: the third corners lie on one side of it.
  const [p, q] = [a[i], a[shared[1][0]]];
  const thirdA = a[3 - i - shared[1][0]];
  const thirdB = b[3 - j - shared[1][1]];
  const n = normal(a);
  const side = (point: Vector) => dot(n, cross(subtract(q, p), subtract(point, p)));
  return dot(n, subtract(thirdB, p)) === 0n && side(thirdA) > 0n === side(thirdB) > 0n;
}

/** Whether the side of a triangle that starts at a corner holds a point of another. */
function sideMeets(triangle: Triangle, i: number, other: Triangle): boolean {
  const p = triangle[i % 3];
  const q = triangle[(i + 1) % 3];
  const n = normal(other);
  const heightP = dot(n, subtract(p, other[0]));
  const heightQ = dot(n, subtract(q, other[0]));
  if (heightP === 0n && heightQ === 0n) {
    // In the plane: an end inside the triangle, or the side crosses one of its sides.
    if (holds(other, p, 1n) || holds(other, q, 1n)) return true;
    return [0, 1, 2].some((j) => segmentsCross(p, q, other[j], other[(j + 1) % 3], n));
  }
  if (heightP * heightQ > 0n) return false;
  // The crossing point is (heightP q − heightQ p) / (heightP − heightQ); keep the divisor apart.
  let divisor = heightP - heightQ;
  let point = subtract(scale(q, heightP), scale(p, heightQ));
  if (divisor < 0n) {
    divisor = -divisor;
    point = scale(point, -1n);
  }
  return holds(other, point, divisor);
}

/** Whether point / divisor, in the plane of the triangle, lies inside or on it. */
function holds(triangle: Triangle, point: Vector, divisor: bigint): boolean {
  const n = normal(triangle);
  return [0, 1, 2].every((i) => {
    const a = triangle[i];
    const b = triangle[(i + 1) % 3];
    return dot(n, cross(subtract(b, a), subtract(point, scale(a, divisor)))) >= 0n;
  });
}

/** Whether two segments in a plane with normal n share a point, collinear overlap aside (an end shows that). */
function segmentsCross(p: Vector, q: Vector, a: Vector, b: Vector, n: Vector): boolean {
  const side = (u: Vector, v: Vector, w: Vector) => dot(n, cross(subtract(v, u), subtract(w, u)));
  return side(p, q, a) * side(p, q, b) <= 0n && side(a, b, p) * side(a, b, q) < 0n;
}

/** Edges between every two welded vertices. */
function edgeDistances({ welded, weldedCount }: IntersectorMesh): number[][] {
  const distances = Array.from({ length: weldedCount }, (_, u) =>
    Array.from({ length: weldedCount }, (_, v) => (u === v ? 0 : Infinity)),
  );
  for (let i = 0; i < welded.length; i++) {
    const [u, v] = [welded[i], welded[i % 3 === 2 ? i - 2 : i + 1]];
    if (u !== v) distances[u][v] = distances[v][u] = 1;
  }
  for (let k = 0; k < weldedCount; k++) {
    for (let u = 0; u < weldedCount; u++) {
      for (let v = 0; v < weldedCount; v++) {
        distances[u][v] = Math.min(distances[u][v], distances[u][k] + distances[k][v]);
      }
    }
  }
  return distances;
}

function distanceBetween({ welded }: IntersectorMesh, edges: number[][], a: number, b: number): number {
  const corners = (t: number) => [...welded.subarray(t * 3, t * 3 + 3)];
  return Math.min(...corners(a).flatMap((u) => corners(b).map((v) => edges[u][v])));
}

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a: Vector, s: bigint): Vector => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a: Vector, b: Vector): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const isZero = (a: Vector): boolean => a.every((value) => value === 0n);
const normal = ([a, b, c]: Triangle): Vector => cross(subtract(b, a), subtract(c, a));
