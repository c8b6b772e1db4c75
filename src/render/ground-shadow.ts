/**
 * @file The shadow on the ground under the subject: a square texture of the light that reaches each point from the key
 * light and from the sky, with contact shadows where body and ground almost touch.
 */

import {
  createShadowMap,
  lightReaching,
  type ShadowMap,
  type Surroundings,
  toMapInto,
} from './shadow-map.js';

/** A square of ground with the light that reaches each point of it. */
export interface GroundShadow {
  readonly height: number;
  readonly centerX: number;
  readonly centerZ: number;
  /** Half of the side, metres. */
  readonly halfSide: number;
  readonly size: number;
  /** 1 where unoccluded. [S, S], rows along +Z */
  readonly light: Float32Array;
}

const SIZE = 120;
/** Side of the square over the diameter of the subject: shadows of the key light reach this far. */
const REACH = 1.6;
/** Directions lower than this are left out: their few long streaks would show. */
const LOWEST_SKY = 0.35;
const CONTACT_MAP_SIZE = 160;
/** Bodies nearer to the ground than this, in radii, darken it as if they touched it, less with height. */
const CONTACT_HEIGHT = 0.16;
const CONTACT_STRENGTH = 0.6;
const KEY_STRENGTH = 0.5;

/** The light on the ground at `height`; `maps` cover the sky, `key` the key light. */
export function createGroundShadow(
  maps: readonly ShadowMap[],
  key: ShadowMap,
  positions: Float32Array,
  triangles: Uint32Array,
  surroundings: Surroundings,
  height: number,
): GroundShadow {
  const size = SIZE;
  const halfSide = surroundings.radius * REACH;
  const [centerX, , centerZ] = surroundings.center;
  const above = createShadowMap(positions, triangles, surroundings, [0, 1, 0], CONTACT_MAP_SIZE);
  let sky = new Float32Array(size * size);
  let direct = new Float32Array(size * size);
  let contact = new Float32Array(size * size);
  const point = new Float64Array(3);
  for (let row = 0, o = 0; row < size; row++) {
    const z = centerZ + ((row + 0.5) / size - 0.5) * 2 * halfSide;
    for (let column = 0; column < size; column++, o++) {
      const x = centerX + ((column + 0.5) / size - 0.5) * 2 * halfSide;
      sky[o] = skySeen(maps, point, x, height, z);
      toMapInto(point, 0, key, x, height, z);
      direct[o] = lightReaching(key, point, 1e-3);
      contact[o] = contactAt(above, point, x, height, z);
    }
  }
  // A few directions leave as many faint outlines; blurring merges them into one penumbra.
  for (let pass = 0; pass < 3; pass++) sky = blur(sky, size, 4);
  for (let pass = 0; pass < 2; pass++) direct = blur(direct, size, 2);
  for (let pass = 0; pass < 2; pass++) contact = blur(contact, size, 1);
  const light = new Float32Array(size * size);
  for (let row = 0, o = 0; row < size; row++) {
    for (let column = 0; column < size; column++, o++) {
      const dx = (column + 0.5) / size - 0.5;
      const dz = (row + 0.5) / size - 0.5;
      // Fades out before the border, whatever is cast that far.
      const fade = Math.min(1, Math.max(0, (0.5 - Math.sqrt(dx * dx + dz * dz)) * 6));
      const reaching = sky[o] * (1 - KEY_STRENGTH * (1 - direct[o])) * (1 - CONTACT_STRENGTH * contact[o]);
      light[o] = 1 - fade * (1 - reaching);
    }
  }
  return { height, centerX, centerZ, halfSide, size, light };
}

/** The visible fraction of the sky over a point. */
function skySeen(maps: readonly ShadowMap[], point: Float64Array, x: number, y: number, z: number): number {
  let seen = 0;
  let all = 0;
  for (const map of maps) {
    if (map.direction[1] < LOWEST_SKY) continue;
    const weight = map.direction[1];
    all += weight;
    toMapInto(point, 0, map, x, y, z);
    const column = Math.floor(point[0]);
    const row = Math.floor(point[1]);
    const inside = column >= 0 && row >= 0 && column < map.size && row < map.size;
    if (!inside || map.highest[row * map.size + column] <= point[2] + 1e-3) seen += weight;
  }
  return all > 0 ? seen / all : 1;
}

/** 1 where the body stands on the point, falling to 0 at `CONTACT_HEIGHT` above it. */
function contactAt(above: ShadowMap, point: Float64Array, x: number, y: number, z: number): number {
  toMapInto(point, 0, above, x, y, z);
  const column = Math.floor(point[0]);
  const row = Math.floor(point[1]);
  if (!(column >= 0 && row >= 0 && column < above.size && row < above.size)) return 0;
  const gap = above.lowest[row * above.size + column] - point[2];
  const near = 1 - Math.max(0, gap) / CONTACT_HEIGHT;
  return near > 0 ? near * near : 0;
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
  const last = size - 1;
  for (let line = 0; line < size; line++) {
    const start = line * stride;
    let sum = source[start] * radius;
    for (let i = 0; i <= radius; i++) sum += source[start + Math.min(last, i) * step];
    for (let i = 0; i < size; i++) {
      out[start + i * step] = sum / (2 * radius + 1);
      sum +=
        source[start + Math.min(last, i + radius + 1) * step] -
        source[start + Math.max(0, i - radius) * step];
    }
  }
}

/** Light on the ground at a point, smooth between texels; 1 outside of the square. */
export function sampleGroundShadow(ground: GroundShadow, x: number, z: number): number {
  const { size, light } = ground;
  const u = ((x - ground.centerX) / ground.halfSide + 1) * 0.5 * size - 0.5;
  const v = ((z - ground.centerZ) / ground.halfSide + 1) * 0.5 * size - 0.5;
  if (!(u >= 0 && v >= 0 && u < size - 1 && v < size - 1)) return 1;
  const c = Math.floor(u);
  const r = Math.floor(v);
  const o = r * size + c;
  const upper = light[o] + (light[o + 1] - light[o]) * (u - c);
  const lower = light[o + size] + (light[o + size + 1] - light[o + size]) * (u - c);
  return upper + (lower - upper) * (v - r);
}
