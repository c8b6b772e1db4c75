/**
 * @file Three-component vectors as tuples. Every call returns a new array: write hot loops out by hand. Functions that
 * only read take anything with three numbers, typed arrays included.
 */

/** A point or direction: x, y, z. */
export type Vec3 = readonly [number, number, number];

type Triple = ArrayLike<number>;

export const add = (a: Triple, b: Triple): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Triple, b: Triple): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Triple, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
/** Linear interpolation: `a` at t = 0, `b` at t = 1. */
export const lerp = (a: Triple, b: Triple, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Triple, b: Triple): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Triple): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** Unit vector; the zero vector stays zero. */
export const normalize = (a: Triple): Vec3 => scale(a, 1 / (lengthOf(a) || 1));

/** Unit vector by division; the last bit can differ from `normalize`, which multiplies. The zero vector stays zero. */
export function unitVector(a: Triple): Vec3 {
  const length = lengthOf(a);
  return length > 0 ? [a[0] / length, a[1] / length, a[2] / length] : [0, 0, 0];
}

/** Two unit vectors perpendicular to an axis and to each other. */
export function perpendiculars(axis: Triple): [Vec3, Vec3] {
  const along = unitVector(axis);
  const first = unitVector(cross(along, Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  return [first, unitVector(cross(along, first))];
}

/** Vector `i` of an array of vectors. [N, 3] */
export const vectorAt = (array: ArrayLike<number>, i: number): Vec3 => [
  array[i * 3],
  array[i * 3 + 1],
  array[i * 3 + 2],
];

/** Where the point of the segment from a to b that is nearest to p lies: 0 at a, 1 at b. */
export function alongSegment(p: Triple, a: Triple, b: Triple): number {
  const ab = subtract(b, a);
  const square = dot(ab, ab);
  return square > 0 ? Math.max(0, Math.min(1, dot(subtract(p, a), ab) / square)) : 0;
}

/** Length of the line through some points. */
export const lengthOfPath = (points: readonly Triple[]): number =>
  points.reduce((sum, point, i) => (i > 0 ? sum + distance(points[i - 1], point) : 0), 0);

/** Distance between vector `i` of an array and vector `j` of the same or another, without allocation. [N, 3] */
export function distanceBetween(
  a: ArrayLike<number>,
  i: number,
  j: number,
  b: ArrayLike<number> = a,
): number {
  const x = a[i * 3] - b[j * 3];
  const y = a[i * 3 + 1] - b[j * 3 + 1];
  const z = a[i * 3 + 2] - b[j * 3 + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Rotates by a rotation vector: axis times angle, radians (Rodrigues). */
export function rotate(rotation: Vec3, v: Vec3): Vec3 {
  const angle = lengthOf(rotation);
  if (angle < 1e-12) return v;
  const axis = scale(rotation, 1 / angle);
  const c = Math.cos(angle);
  return add(add(scale(v, c), scale(cross(axis, v), Math.sin(angle))), scale(axis, dot(axis, v) * (1 - c)));
}
