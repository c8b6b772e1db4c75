/**
 * @file How much of its surroundings each vertex sees: ambient occlusion.
 *
 * The mesh is drawn small along a dozen axes spread over the sphere, and each vertex asks every map whether it is
 * covered. Tried and dropped: screen-space occlusion, which shows halos and changes with the zoom; rays through a
 * tree, an order of magnitude slower.
 */

import type { Vector3 } from './camera.js';
import { createShadowMap, type ShadowMap, type Surroundings, toMapInto } from './shadow-map.js';

const AXIS_COUNT = 12;
const MAP_SIZE = 112;
/** Points are lifted off their surface by this many texels before they look around. */
const LIFT = 1.6;

/** Directions spread evenly over the upper hemisphere (a Fibonacci lattice); the maps also serve their opposites. */
const AXES: readonly Vector3[] = Array.from({ length: AXIS_COUNT }, (_, i) => {
  const y = (i + 0.5) / AXIS_COUNT;
  const r = Math.sqrt(1 - y * y);
  const turn = i * 2.399963229728653;
  return [Math.fround(r * Math.cos(turn)), Math.fround(y), Math.fround(r * Math.sin(turn))];
});

/** Maps of the mesh along every axis. */
export function createOcclusionMaps(
  positions: Float32Array,
  triangles: Uint32Array,
  surroundings: Surroundings,
): readonly ShadowMap[] {
  return AXES.map((axis) => createShadowMap(positions, triangles, surroundings, axis, MAP_SIZE));
}

/** The share of the surroundings each vertex sees, 0 to 1, weighted by the cosine to its normal. [V] */
export function vertexVisibility(
  maps: readonly ShadowMap[],
  positions: Float32Array,
  normals: Float32Array,
  representative: Uint32Array,
): Float32Array {
  const visibility = new Float32Array(representative.length).fill(1);
  const point = new Float64Array(3);
  for (let v = 0; v < representative.length; v++) {
    if (representative[v] !== v) {
      visibility[v] = visibility[representative[v]];
      continue;
    }
    const [nx, ny, nz] = [normals[v * 3], normals[v * 3 + 1], normals[v * 3 + 2]];
    let seen = 0;
    let all = 0;
    for (const map of maps) {
      const texel = 2 / map.size;
      const lift = texel * LIFT * map.surroundings.radius;
      const { direction, size } = map;
      const cosine = nx * direction[0] + ny * direction[1] + nz * direction[2];
      toMapInto(
        point,
        0,
        map,
        positions[v * 3] + nx * lift,
        positions[v * 3 + 1] + ny * lift,
        positions[v * 3 + 2] + nz * lift,
      );
      const x = Math.floor(point[0]);
      const y = Math.floor(point[1]);
      const inside = x >= 0 && y >= 0 && x < size && y < size;
      const o = y * size + x;
      all += Math.abs(cosine);
      const covered =
        inside && (cosine > 0 ? map.highest[o] > point[2] + texel : map.lowest[o] < point[2] - texel);
      if (!covered) seen += Math.abs(cosine);
    }
    if (all > 0) visibility[v] = seen / all;
  }
  return visibility;
}
