/**
 * @file How much of the surroundings each vertex and each piece of ground sees: ambient occlusion.
 *
 * The mesh is drawn small along a dozen axes spread over the sphere, and each vertex asks every map whether it is
 * covered. Tried and dropped: screen-space occlusion, which shows halos and changes with the zoom; rays through a
 * tree, an order of magnitude slower.
 */

import type { Vector3 } from './camera.js';
import {
  createShadowMap,
  lightReaching,
  type ShadowMap,
  type Surroundings,
  toMapInto,
} from './shadow-map.js';

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

/** A square of ground with how much light reaches each point of it. */
export interface GroundLight {
  readonly height: number;
  readonly centerX: number;
  readonly centerZ: number;
  /** Half of the side, metres. */
  readonly halfSide: number;
  readonly size: number;
  /** 1 where nothing is in the way. [S, S], rows along +Z */
  readonly light: Float32Array;
}

const GROUND_SIZE = 144;
/** Side of the square over the diameter of the subject: a low sun throws shadows this far. */
const GROUND_REACH = 1.7;

/** The light on the ground: half from the sky around, half from the key light. */
export function lightGround(
  maps: readonly ShadowMap[],
  key: ShadowMap,
  surroundings: Surroundings,
  height: number,
): GroundLight {
  const size = GROUND_SIZE;
  const halfSide = surroundings.radius * GROUND_REACH;
  const [centerX, , centerZ] = surroundings.center;
  let sky = new Float32Array(size * size);
  let direct = new Float32Array(size * size);
  const point = new Float64Array(3);
  let all = 0;
  for (const map of maps) all += map.direction[1];
  for (let row = 0; row < size; row++) {
    const z = centerZ + ((row + 0.5) / size - 0.5) * 2 * halfSide;
    for (let column = 0; column < size; column++) {
      const x = centerX + ((column + 0.5) / size - 0.5) * 2 * halfSide;
      let seen = 0;
      for (const map of maps) {
        toMapInto(point, 0, map, x, height, z);
        seen += map.direction[1] * lightReaching(map, point, 1e-3);
      }
      sky[row * size + column] = seen / all;
      toMapInto(point, 0, key, x, height, z);
      direct[row * size + column] = lightReaching(key, point, 1e-3);
    }
  }
  // A dozen directions leave a dozen faint outlines; blurring merges them into one penumbra.
  sky = blur(blur(sky, size, 4), size, 4);
  direct = blur(blur(direct, size, 2), size, 2);
  const light = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const o = row * size + column;
      const dx = (column + 0.5) / size - 0.5;
      const dz = (row + 0.5) / size - 0.5;
      // Fades out before the border, whatever is cast that far.
      const fade = Math.min(1, Math.max(0, (0.5 - Math.sqrt(dx * dx + dz * dz)) * 8));
      light[o] = 1 - fade * (1 - sky[o] * (0.45 + 0.55 * direct[o]));
    }
  }
  return { height, centerX, centerZ, halfSide, size, light };
}

/** Mean over (2 r + 1)² texels, in two passes; the border repeats. */
function blur(source: Float32Array, size: number, radius: number): Float32Array<ArrayBuffer> {
  const between = new Float32Array(size * size);
  const out = new Float32Array(size * size);
  blurLines(between, source, size, radius, 1, size);
  blurLines(out, between, size, radius, size, 1);
  return out;
}

function blurLines(
  out: Float32Array,
  source: Float32Array,
  size: number,
  radius: number,
  step: number,
  stride: number,
): void {
  for (let line = 0; line < size; line++) {
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) {
        sum += source[line * stride + Math.min(size - 1, Math.max(0, i + d)) * step];
      }
      out[line * stride + i * step] = sum / (2 * radius + 1);
    }
  }
}

/** Light on the ground at a point, smooth between texels; 1 outside of the square. */
export function groundLightAt(ground: GroundLight, x: number, z: number): number {
  const { size, light } = ground;
  const u = ((x - ground.centerX) / ground.halfSide + 1) * 0.5 * size - 0.5;
  const v = ((z - ground.centerZ) / ground.halfSide + 1) * 0.5 * size - 0.5;
  if (!(u >= 0 && v >= 0 && u < size - 1 && v < size - 1)) return 1;
  const [c, r] = [Math.floor(u), Math.floor(v)];
  const [fu, fv] = [u - c, v - r];
  const o = r * size + c;
  const upper = light[o] + (light[o + 1] - light[o]) * fu;
  const lower = light[o + size] + (light[o + size + 1] - light[o + size]) * fu;
  return upper + (lower - upper) * fv;
}
