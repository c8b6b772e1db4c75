import { expect, it } from 'vitest';
import { createBox, mergeMeshes } from '../../mesh/primitives.js';
import type { Skeleton } from '../rig-records.js';
import { placeSkeleton } from './place-skeleton.js';

/** A body 4 high that stands at (10, 2, 0), and its skeleton in the same units. */
const mesh = createBox([2, 4, 1], [10, 4, 0]);
const skeleton: Skeleton = {
  names: ['hips', 'spine', 'head'],
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(10, 3, 0, 10, 4, 0, 10.5, 5.5, 0),
  frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};
const scaled = (size: number, origin: readonly number[]): Skeleton => ({
  ...skeleton,
  rest: skeleton.rest.map((value, i) => (value - origin[i % 3]) / size),
});

it.each([
  ['in the units of the mesh', 1, [0, 0, 0], false],
  ['in a box from −0.5 to 0.5', 4, [10, 4, 0], true],
  ['in a box from −1 to 1', 2, [10, 4, 0], true],
  ['standing on the ground, longest side 1', 4, [10, 2, 0], true],
])('places joints %s', (_, size, origin, moved) => {
  const placed = placeSkeleton(scaled(size, origin), mesh)!;
  expect(placed.moved).toBe(moved);
  placed.skeleton.rest.forEach((value, i) => {
    expect(value).toBeCloseTo(skeleton.rest[i], 5);
  });
});

it('refuses joints that are those of something else', () => {
  expect(placeSkeleton(scaled(0.01, [0, 0, 0]), mesh)).toBeUndefined();
});

it('moves joints that fit the box as they are, but belong elsewhere in the surface', () => {
  const table = mergeMeshes([
    createBox([0.2, 0.2, 1.2], [0, 0.9, 0]),
    createBox([0.1, 0.8, 0.1], [0, 0.4, -0.55]),
    createBox([0.1, 0.8, 0.1], [0, 0.4, 0.55]),
  ]);
  const rest = Float32Array.of(
    0,
    0.9,
    -0.5,
    0,
    0.9,
    0.5,
    0,
    0.4,
    -0.55,
    0,
    0.05,
    -0.55,
    0,
    0.4,
    0.55,
    0,
    0.05,
    0.55,
  );
  const parents = Int16Array.of(-1, 0, 0, 2, 1, 4);
  const own: Skeleton = { names: [...'abcdef'], parents, rest, frames: new Float32Array(24) };
  expect(placeSkeleton(own, table)?.moved).toBe(false);
  const placed = placeSkeleton({ ...own, rest: rest.map((value) => value / 1.2) }, table)!;
  expect(placed.moved).toBe(true);
  placed.skeleton.rest.forEach((value, i) => {
    expect(value).toBeCloseTo(rest[i], 5);
  });
});
