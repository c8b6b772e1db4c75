/**
 * @file Three-component vectors as tuples, for describing bodies and motions. Not for hot loops.
 */

export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** Unit vector; the zero vector stays. */
export const direction = (a: Vec3): Vec3 => scale(a, 1 / (lengthOf(a) || 1));

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
/** 0 below `from`, 1 above `to`, with a soft start and end. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Rotates by a rotation vector (Rodrigues). */
export function rotate(rotation: Vec3, v: Vec3): Vec3 {
  const angle = lengthOf(rotation);
  if (angle < 1e-12) return v;
  const axis = scale(rotation, 1 / angle);
  const c = Math.cos(angle);
  return add(add(scale(v, c), scale(cross(axis, v), Math.sin(angle))), scale(axis, dot(axis, v) * (1 - c)));
}
