import { expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { createBox, createSphere, mergeMeshes } from './primitives.js';
import { windAlike } from './wind-alike.js';

const body = mergeMeshes([createSphere(0.5, 24, 24), createBox([1, 0.2, 0.3], [2, 0, 0])]);

/** Turns triangles round at random. */
function shuffleWinding({ positions, triangles }: Mesh, share: number): Mesh {
  const rng = createRng(3);
  const turned = triangles.slice();
  for (let t = 0; t < turned.length; t += 3) {
    if (rng.next() < share) [turned[t + 1], turned[t + 2]] = [turned[t + 2], turned[t + 1]];
  }
  return { positions, triangles: turned };
}

it('winds triangles alike and outward again', () => {
  const oriented = windAlike(shuffleWinding(body, 0.5));
  expect(oriented.triangles).not.toEqual(shuffleWinding(body, 0.5).triangles);
  const first = (mesh: Mesh, t: number) => {
    const corners = [...mesh.triangles.subarray(t * 3, t * 3 + 3)];
    const at = corners.indexOf(Math.min(...corners));
    return [0, 1, 2].map((c) => corners[(at + c) % 3]).join();
  };
  const wrong = Array.from({ length: body.triangles.length / 3 }, (_, t) => t).filter(
    (t) => first(oriented, t) !== first(body, t),
  );
  // The degenerate triangles at the poles of the sphere have no winding.
  expect(wrong.length).toBeLessThanOrEqual(48);
});

it('leaves a mesh whose triangles agree as it is', () => {
  expect(windAlike(body)).toBe(body);
});
