import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { orderMesh } from './order-mesh.js';

const { mesh } = sampleCreature('lizard').rig;

/** Vertices and triangles in another order, corners turned round. */
function shuffle({ positions, triangles }: Mesh): Mesh {
  const rng = createRng(5);
  const place = Array.from({ length: positions.length / 3 }, (_, v) => ({ v, at: rng.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ v }) => v);
  const rank = new Map(place.map((v, i) => [v, i]));
  const order = Array.from({ length: triangles.length / 3 }, (_, t) => ({ t, at: rng.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ t }) => t);
  return {
    positions: Float32Array.from(place.flatMap((v) => [...positions.subarray(v * 3, v * 3 + 3)])),
    triangles: Uint32Array.from(
      order.flatMap((t) => [1, 2, 0].map((c) => rank.get(triangles[t * 3 + c]) as number)),
    ),
  };
}

it('is the same mesh for every order of vertices and triangles', () => {
  const ordered = orderMesh(mesh);
  expect(orderMesh(shuffle(mesh))).toEqual(ordered);
  expect(ordered.triangles.length).toBe(mesh.triangles.length);
  expect(ordered.positions.length).toBeLessThanOrEqual(mesh.positions.length);
});

it('sorts a mesh that was turned by 90° alike', () => {
  const turn = ({ positions, triangles }: Mesh): Mesh => ({
    triangles,
    positions: positions.map((_, i) =>
      i % 3 === 0 ? positions[i + 2] : i % 3 === 1 ? positions[i] : -positions[i - 2],
    ),
  });
  expect(orderMesh(turn(shuffle(mesh)))).toEqual(turn(orderMesh(mesh)));
});
