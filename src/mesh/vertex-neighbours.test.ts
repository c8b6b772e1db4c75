import { expect, it } from 'vitest';
import { listNeighbours } from './vertex-neighbours.js';

it('lists each neighbour once, with the length of the edge', () => {
  // Two triangles of a square, and one that is broken.
  const { starts, vertices, lengths } = listNeighbours({
    positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 1, 9),
  });
  const of = (v: number) => Array.from(vertices.slice(starts[v], starts[v + 1])).sort();
  expect([0, 1, 2, 3].map(of)).toEqual([
    [1, 2, 3],
    [0, 2],
    [0, 1, 3],
    [0, 2],
  ]);
  expect(lengths[Array.from(vertices.slice(0, 3)).indexOf(1)]).toBe(2);
});
