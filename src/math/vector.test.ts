import { expect, it } from 'vitest';
import {
  add,
  cross,
  distance,
  distanceBetween,
  dot,
  lengthOf,
  lerp,
  normalize,
  perpendiculars,
  rotate,
  scale,
  subtract,
  unitVector,
  type Vec3,
  vectorAt,
} from './vector.js';

const a: Vec3 = [1, 2, -2];
const b: Vec3 = [3, 0, 1];

it('adds, subtracts, scales and interpolates', () => {
  expect(add(a, b)).toEqual([4, 2, -1]);
  expect(subtract(a, b)).toEqual([-2, 2, -3]);
  expect(scale(a, 2)).toEqual([2, 4, -4]);
  expect(lerp(a, b, 0.5)).toEqual([2, 1, -0.5]);
});

it('measures', () => {
  expect(dot(a, b)).toBe(1);
  expect(lengthOf(a)).toBe(3);
  expect(distance(a, [1, 2, 0])).toBe(2);
  const rows = Float32Array.of(...a, ...b);
  expect(vectorAt(rows, 1)).toEqual(b);
  expect(distanceBetween(rows, 0, 1)).toBeCloseTo(distance(a, b), 12);
});

it('gives unit vectors, and zero for zero', () => {
  for (const unit of [normalize(b), unitVector(b)]) expect(lengthOf(unit)).toBeCloseTo(1, 12);
  expect(normalize([0, 0, 0])).toEqual([0, 0, 0]);
  expect(unitVector([0, 0, 0])).toEqual([0, 0, 0]);
});

it('crosses: perpendicular to both, right-handed', () => {
  expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
  for (const axis of [a, b, [0, 5, 0] as Vec3]) {
    const [first, second] = perpendiculars(axis);
    for (const value of [dot(axis, first), dot(axis, second), dot(first, second)])
      expect(value).toBeCloseTo(0, 12);
    expect(lengthOf(first)).toBeCloseTo(1, 12);
    expect(lengthOf(second)).toBeCloseTo(1, 12);
  }
});

it('rotates about an axis by the right-hand rule', () => {
  const rotated = rotate([0, 0, Math.PI / 2], [1, 0, 3]);
  [0, 1, 3].forEach((x, k) => {
    expect(rotated[k]).toBeCloseTo(x, 12);
  });
  expect(rotate([0, 0, 0], a)).toBe(a);
});
