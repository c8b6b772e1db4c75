/**
 * @file Ambient occlusion per vertex.
 *
 * The mesh is drawn into small depth maps along ten axes spread over the sphere, and each vertex is tested against every
 * map. Tried and dropped: screen-space occlusion, which shows halos and changes with the zoom; rays through a tree, an order
 * of magnitude slower.
 */

import type { Vec3 } from '../math/vector.js';
import { createShadowMap, type ShadowMap, type Surroundings, toMapInto } from './shadow-map.js';

const AXIS_COUNT = 10;
const MAP_SIZE = 96;
/** Points are offset along their normal by this many texels, against self-shadowing. */
const LIFT = 1.6;

/**
 * Directions spread evenly over the upper hemisphere (a Fibonacci lattice); the maps also serve their
 * opposites.
 */
const AXES: readonly Vec3[] = Array.from({ length: AXIS_COUNT }, (_, i) => {
  const y = (i + 0.5) / AXIS_COUNT;
  const r = Math.sqrt(1 - y * y);
  const turn = i * 2.399963229728653;
  return [Math.fround(r * Math.cos(turn)), Math.fround(y), Math.fround(r * Math.sin(turn))];
});

/** Depth maps of the mesh along every axis. */
export function createOcclusionMaps(
  positions: Float32Array,
  triangles: Uint32Array,
  surroundings: Surroundings,
): readonly ShadowMap[] {
  return AXES.map((axis) => createShadowMap(positions, triangles, surroundings, axis, MAP_SIZE));
}

/**
 * Occlusion fades at corners of triangles with edges longer than this fraction of the radius: a value at a corner does
 * not hold over all of a large triangle.
 */
const LARGE_EDGE = 0.18;

/** Strength of the occlusion at each vertex, 0 to 1, the same for all vertices at one position. [V] */
export function occlusionStrength(
  positions: Float32Array,
  triangles: Uint32Array,
  representative: Uint32Array,
  radius: number,
): Float32Array {
  const longest = new Float32Array(representative.length);
  for (let t = 0; t < triangles.length; t++) {
    const a = triangles[t];
    const b = triangles[t % 3 === 2 ? t - 2 : t + 1];
    const x = positions[a * 3] - positions[b * 3];
    const y = positions[a * 3 + 1] - positions[b * 3 + 1];
    const z = positions[a * 3 + 2] - positions[b * 3 + 2];
    const squared = (x * x + y * y + z * z) / (radius * radius);
    if (squared > longest[representative[a]]) longest[representative[a]] = squared;
    if (squared > longest[representative[b]]) longest[representative[b]] = squared;
  }
  return longest.map((_, v) => {
    const edge = Math.sqrt(longest[representative[v]]);
    return edge > LARGE_EDGE ? LARGE_EDGE / edge : 1;
  });
}

/** The unoccluded fraction of each vertex's surroundings, 0 to 1, weighted by the cosine to its normal. [V] */
export function vertexVisibility(
  maps: readonly ShadowMap[],
  positions: Float32Array,
  normals: Float32Array,
  representative: Uint32Array,
  strength: Float32Array,
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
    if (all > 0) visibility[v] = 1 - strength[v] * (1 - seen / all);
  }
  return visibility;
}
