import { expect, it } from 'vitest';
import { centerInLimb, findMidpointInside, findSpansInside } from './line-spans.js';
import type { Mesh } from './mesh.js';

/** A box from one corner to another, faces outwards. */
function box([x, y, z]: number[], [X, Y, Z]: number[]): Mesh {
  const positions = Float32Array.from([
    x,
    y,
    z,
    X,
    y,
    z,
    X,
    Y,
    z,
    x,
    Y,
    z,
    x,
    y,
    Z,
    X,
    y,
    Z,
    X,
    Y,
    Z,
    x,
    Y,
    Z,
  ]);
  const triangles = Uint32Array.from([
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6,
    5,
  ]);
  return { positions, triangles };
}

it('finds where a line is inside, and the midpoint of the nearest span', () => {
  const left = box([0, 0, 0], [1, 1, 1]);
  const right = box([4, 0, 0], [6, 1, 1]);
  const mesh: Mesh = {
    positions: Float32Array.from([...left.positions, ...right.positions]),
    triangles: Uint32Array.from([...left.triangles, ...right.triangles.map((v) => v + 8)]),
  };
  const spans = findSpansInside(mesh, [-1, 0.4, 0.3], [1, 0, 0]);
  expect(spans.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [5, 7],
  ]);
  expect(findMidpointInside(mesh, [-1, 0.4, 0.3], [1, 0, 0], 0)).toEqual([0.5, 0.4, 0.3]);
  expect(findMidpointInside(mesh, [-1, 0.4, 0.3], [1, 0, 0], 9)).toEqual([5, 0.4, 0.3]);
  expect(findMidpointInside(mesh, [-1, 3, 0.3], [1, 0, 0], 0)).toBeNull();
});

it('centres a point in a limb', () => {
  const limb = box([-0.2, 0, -0.6], [0.4, 5, 0.2]);
  const centred = centerInLimb(limb, [0.3, 2.1, 0.1], [0, 1, 0]);
  [0.1, 2.1, -0.2].forEach((x, k) => {
    expect(centred![k]).toBeCloseTo(x, 5);
  });
  expect(centerInLimb(limb, [9, 9, 9], [0, 1, 0])).toBeNull();
});
