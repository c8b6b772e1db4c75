import { expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { createBody } from './body.js';
import { createField } from './field.js';
import { makeHalfMesh, mirrorMesh } from './half-mesh.js';
import { polygonise } from './polygonise.js';

function bodyOf(balls: readonly (readonly [Vec3, number])[]) {
  const b = createBody();
  const joint = b.joint('body', -1, [0, 0, 0]);
  const part = b.part(undefined, [0, 0, 0], 1, 0);
  for (const [center, radius] of balls) part.ball(joint, center, radius);
  return b.build();
}

const fieldOf = (balls: readonly (readonly [Vec3, number])[]) =>
  createField(bodyOf(balls), { minRadius: 0.05 });

/** How often each undirected edge of the mirrored quads is used. */
function edgeUses(quads: Uint32Array, onPlane: Uint8Array): Map<string, number> {
  const uses = new Map<string, number>();
  for (let q = 0; q < quads.length; q += 4) {
    for (let k = 0; k < 4; k++) {
      const [a, b] = [quads[q + k], quads[q + ((k + 1) % 4)]].sort((x, y) => x - y);
      // An edge on the mirror plane is met again by its quad's mirror image.
      const twice = onPlane[a] && onPlane[b] ? 2 : 1;
      uses.set(`${a} ${b}`, (uses.get(`${a} ${b}`) ?? 0) + twice);
    }
  }
  return uses;
}

it('closes a ball over the mirror plane', () => {
  const half = polygonise(fieldOf([[[0, 0, 0], 1]]), 0.11, 0.05);
  expect(half.onPlane.length).toBeGreaterThan(200);
  for (const use of edgeUses(half.quads, half.onPlane).values()) expect(use).toBe(2);
});

it('stays manifold where two balls touch corner to corner', () => {
  for (let i = 0; i < 24; i++) {
    const far = 0.35 + 0.004 * i;
    const half = polygonise(
      fieldOf([
        [[0.5, 0, 0], 0.3],
        [[0.5 + far, far, far], 0.3],
        [[0.5 - far, far, 0], 0.3],
      ]),
      0.1,
      0.05,
    );
    for (const use of edgeUses(half.quads, half.onPlane).values()) expect(use).toBe(2);
  }
});

it('puts vertices on the surface, faces outwards and mirrors exactly', () => {
  const half = makeHalfMesh(bodyOf([[[0, 0.2, 0], 1]]), fieldOf([[[0, 0.2, 0], 1]]), 0.12, 0.05);
  const { mesh } = mirrorMesh(half);
  const { positions: p, triangles } = mesh;
  for (let v = 0; v < p.length; v += 3) {
    expect(Math.hypot(p[v], p[v + 1] - 0.2, p[v + 2])).toBeCloseTo(1, 3);
  }
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => p.subarray(triangles[t + k] * 3, triangles[t + k] * 3 + 3));
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  expect(volume).toBeGreaterThan(0.98 * ((4 / 3) * Math.PI));
  expect(volume).toBeLessThan((4 / 3) * Math.PI);
});

it('keeps a sheet thinner than the grid whole', () => {
  const b = createBody();
  const joint = b.joint('body', -1, [0, 0, 0]);
  const part = b.part(undefined, [0, 0, 0], 1, 0);
  part.sheet(
    joint,
    [
      [0, 0.03, -1],
      [1.2, 0.03, 0],
      [0, 0.03, 1],
    ],
    0.02,
  );
  const body = b.build();
  const half = makeHalfMesh(body, createField(body, { minRadius: 0.086 }), 0.1, 0.086);
  const { mesh } = mirrorMesh(half);
  const edges = new Set<string>();
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      edges.add([mesh.triangles[t + k], mesh.triangles[t + ((k + 1) % 3)]].sort((x, y) => x - y).join());
    }
  }
  expect(mesh.positions.length / 3 - edges.size + mesh.triangles.length / 3).toBe(2);
  let thickest = 0;
  for (let v = 1; v < mesh.positions.length; v += 3)
    thickest = Math.max(thickest, Math.abs(mesh.positions[v] - 0.03));
  expect(thickest).toBeLessThan(0.035);
});
