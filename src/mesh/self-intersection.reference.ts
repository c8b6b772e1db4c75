/**
 * @file The slow clear version of self-intersection: every pair, in exact integers, by points instead of signs
 * of volumes. Coordinates become integers (multiples of 2⁻¹⁴⁹ would hold any float32; tests stay on a coarser
 * grid), and two closed triangles meet where a segment of one holds a point of the other.
 */

import type { Mesh } from './mesh.js';

type Vector = readonly [bigint, bigint, bigint];
type Triangle = readonly [Vector, Vector, Vector];

/** Pairs of triangles that meet and share no vertex index, ascending. Coordinates must be multiples of 2⁻⁴⁰. */
export function findSelfIntersectionsReference(mesh: Mesh): number[][] {
  const corner = (i: number): Vector => {
    const v = mesh.triangles[i] * 3;
    const exact = (k: number) => BigInt(mesh.positions[v + k] * 2 ** 40);
    return [exact(0), exact(1), exact(2)];
  };
  const count = mesh.triangles.length / 3;
  const pairs: number[][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const indicesA = mesh.triangles.subarray(a * 3, a * 3 + 3);
      if (mesh.triangles.subarray(b * 3, b * 3 + 3).some((v) => indicesA.includes(v))) continue;
      const first: Triangle = [corner(a * 3), corner(a * 3 + 1), corner(a * 3 + 2)];
      const second: Triangle = [corner(b * 3), corner(b * 3 + 1), corner(b * 3 + 2)];
      if (trianglesMeetReference(first, second)) pairs.push([a, b]);
    }
  }
  return pairs;
}

function trianglesMeetReference(first: Triangle, second: Triangle): boolean {
  if (isZero(normal(first)) || isZero(normal(second))) return false;
  for (const [one, other] of [
    [first, second],
    [second, first],
  ]) {
    for (let i = 0; i < 3; i++) {
      if (segmentMeets(one[i], one[(i + 1) % 3], other)) return true;
    }
  }
  return false;
}

function segmentMeets(p: Vector, q: Vector, triangle: Triangle): boolean {
  const n = normal(triangle);
  const heightP = dot(n, subtract(p, triangle[0]));
  const heightQ = dot(n, subtract(q, triangle[0]));
  if (heightP === 0n && heightQ === 0n) {
    // In the plane: an end inside the triangle, or the segment crosses one of its sides.
    if (holds(triangle, p, 1n) || holds(triangle, q, 1n)) return true;
    return [0, 1, 2].some((i) => segmentsCross(p, q, triangle[i], triangle[(i + 1) % 3], n));
  }
  if (heightP * heightQ > 0n) return false;
  // The crossing point is (heightP q − heightQ p) / (heightP − heightQ); keep the divisor apart.
  let divisor = heightP - heightQ;
  let point = subtract(scale(q, heightP), scale(p, heightQ));
  if (divisor < 0n) {
    divisor = -divisor;
    point = scale(point, -1n);
  }
  return holds(triangle, point, divisor);
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
