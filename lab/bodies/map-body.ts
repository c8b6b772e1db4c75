/** @file Maps a labelled body point by point: surface and joints alike. */

import { cross, dot, subtract, type Vec3, vectorAt } from '../../src/math/vector.js';
import type { LabelledBody } from './labelled-body.js';

/** The body with every point mapped; triangles are turned over where the map mirrors. */
export function mapBody(body: LabelledBody, map: (point: Vec3) => Vec3): LabelledBody {
  const { mesh, skeleton } = body;
  const origin = map([0, 0, 0]);
  const [x, y, z] = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).map((axis) => subtract(map(axis), origin)); // biome-ignore format: one row
  const mirrors = dot(cross(x, y), z) < 0;
  const triangles = mesh.triangles.slice();
  if (mirrors) {
    for (let t = 0; t < triangles.length; t += 3)
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
  }
  return {
    ...body,
    mesh: { positions: mapArray(mesh.positions, map), triangles },
    ...(skeleton ? { skeleton: { ...skeleton, rest: mapArray(skeleton.rest, map) } } : {}),
  };
}

function mapArray(array: Float32Array, map: (point: Vec3) => Vec3): Float32Array {
  const out = new Float32Array(array.length);
  for (let i = 0; i < array.length / 3; i++) out.set(map(vectorAt(array, i)), i * 3);
  return out;
}
