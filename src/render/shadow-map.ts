/**
 * @file Depth seen along a direction, from both sides: the nearest and the farthest surface per texel. One
 * map tells whether a point sees the light in that direction or in the opposite one.
 */

import type { Vec3 } from '../math/vector.js';

/** The part of space that is drawn: everything lies in this sphere. */
export interface Surroundings {
  readonly center: Vec3;
  readonly radius: number;
  /** Least height of anything. */
  readonly lowest: number;
}

export interface ShadowMap {
  readonly size: number;
  /** Unit direction towards the light, and two axes across it. */
  readonly direction: Vec3;
  readonly across: Vec3;
  readonly along: Vec3;
  readonly surroundings: Surroundings;
  /** Greatest height along the direction, in radii from the centre; −∞ where nothing is. [S, S] */
  readonly highest: Float32Array;
  /** Least height along the direction; ∞ where nothing is. [S, S] */
  readonly lowest: Float32Array;
}

/** A sphere around the corners of the triangles, as far as they are finite. */
export function surround(positions: Float32Array, triangles: Uint32Array): Surroundings {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < triangles.length; t++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[triangles[t] * 3 + k];
      if (!Number.isFinite(value)) continue;
      if (value < low[k]) low[k] = value;
      if (value > high[k]) high[k] = value;
    }
  }
  if (!(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2])) {
    return { center: [0, 0, 0], radius: 1, lowest: 0 };
  }
  const half = low.map((value, k) => (high[k] - value) / 2);
  const radius = Math.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
  return {
    center: [low[0] + half[0], low[1] + half[1], low[2] + half[2]],
    radius: radius || 1,
    lowest: low[1],
  };
}

/** Draws the mesh as seen along a direction. */
export function createShadowMap(
  positions: Float32Array,
  triangles: Uint32Array,
  surroundings: Surroundings,
  direction: Vec3,
  size: number,
): ShadowMap {
  const [x, y, z] = direction;
  // Any axis across will do; the coordinate axis least along the direction is the safest to start from.
  const flat = Math.abs(y) < 0.9 ? Math.sqrt(x * x + z * z) : Math.sqrt(y * y + z * z);
  const across: Vec3 = Math.abs(y) < 0.9 ? [z / flat, 0, -x / flat] : [0, z / flat, -y / flat];
  const along: Vec3 = [
    y * across[2] - z * across[1],
    z * across[0] - x * across[2],
    x * across[1] - y * across[0],
  ];
  const highest = new Float32Array(size * size).fill(-Infinity);
  const lowest = new Float32Array(size * size).fill(Infinity);
  const map: ShadowMap = { size, direction, across, along, surroundings, highest, lowest };
  const points = new Float64Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    toMapInto(points, i, map, positions[i], positions[i + 1], positions[i + 2]);
  }
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    drawTriangle(map, points, triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3);
    // Parts thinner than a texel leave at least a dotted line.
    markPoint(map, points, triangles[t] * 3);
  }
  return map;
}

/** out = texel coordinates and height in radii. */
export function toMapInto(
  out: Float64Array,
  o: number,
  map: ShadowMap,
  px: number,
  py: number,
  pz: number,
): void {
  const { across, along, direction, surroundings, size } = map;
  const x = (px - surroundings.center[0]) / surroundings.radius;
  const y = (py - surroundings.center[1]) / surroundings.radius;
  const z = (pz - surroundings.center[2]) / surroundings.radius;
  out[o] = (x * across[0] + y * across[1] + z * across[2] + 1) * 0.5 * size;
  out[o + 1] = (x * along[0] + y * along[1] + z * along[2] + 1) * 0.5 * size;
  out[o + 2] = x * direction[0] + y * direction[1] + z * direction[2];
}

/** Marks every texel whose centre is in the triangle. */
function drawTriangle(map: ShadowMap, p: Float64Array, i: number, j: number, k: number): void {
  const { size, highest, lowest } = map;
  const x0 = p[i];
  const y0 = p[i + 1];
  const x1 = p[j];
  const y1 = p[j + 1];
  const x2 = p[k];
  const y2 = p[k + 1];
  // Most triangles are smaller than a texel: leave before anything is divided. Finite points are inside of
  // the
  // map, so that cutting decimals off rounds down.
  const left = (Math.min(x0, x1, x2) + 0.5) | 0;
  const right = Math.min(size, (Math.max(x0, x1, x2) + 0.5) | 0);
  if (left >= right) return;
  const top = (Math.min(y0, y1, y2) + 0.5) | 0;
  const bottom = Math.min(size, (Math.max(y0, y1, y2) + 0.5) | 0);
  if (top >= bottom) return;
  const s = 1 / ((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0));
  if (!(Math.abs(s) < Infinity)) return;
  // Weights of corners j and k, linear in x and y.
  const ux = (y2 - y0) * s;
  const uy = (x0 - x2) * s;
  const vx = (y0 - y1) * s;
  const vy = (x1 - x0) * s;
  const hj = p[j + 2] - p[i + 2];
  const hk = p[k + 2] - p[i + 2];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const dx = x + 0.5 - x0;
      const dy = y + 0.5 - y0;
      const u = ux * dx + uy * dy;
      const v = vx * dx + vy * dy;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const height = p[i + 2] + u * hj + v * hk;
      const o = y * size + x;
      if (height > highest[o]) highest[o] = height;
      if (height < lowest[o]) lowest[o] = height;
    }
  }
}

function markPoint(map: ShadowMap, p: Float64Array, i: number): void {
  const x = Math.floor(p[i]);
  const y = Math.floor(p[i + 1]);
  if (!(x >= 0 && y >= 0 && x < map.size && y < map.size)) return;
  const o = y * map.size + x;
  if (p[i + 2] > map.highest[o]) map.highest[o] = p[i + 2];
  if (p[i + 2] < map.lowest[o]) map.lowest[o] = p[i + 2];
}

/**
 * How much of the light reaches a point, 0 to 1, smoothed over neighbouring texels (percentage-closer
 * filtering: Reeves, Salesin and Cook 1987). `bias` is in radii.
 */
export function lightReaching(map: ShadowMap, point: Float64Array, bias: number): number {
  const { size, highest } = map;
  const limit = point[2] + bias;
  const x = point[0] - 1;
  const y = point[1] - 1;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  // Three by three texels, the outer ones weighted by how far the point has moved into them.
  let sum = 0;
  if (left >= 0 && top >= 0 && left + 2 < size && top + 2 < size) {
    const o = top * size + left;
    for (let r = 0, row = o; r < 3; r++, row += size) {
      const light =
        (highest[row] <= limit ? 1 - fx : 0) +
        (highest[row + 1] <= limit ? 1 : 0) +
        (highest[row + 2] <= limit ? fx : 0);
      sum += r === 0 ? light * (1 - fy) : r === 1 ? light : light * fy;
    }
    return sum / 4;
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [column, row] = [left + c, top + r];
      const inside = column >= 0 && row >= 0 && column < size && row < size;
      if (inside && highest[row * size + column] > limit) continue;
      sum += (c === 0 ? 1 - fx : c === 1 ? 1 : fx) * (r === 0 ? 1 - fy : r === 1 ? 1 : fy);
    }
  }
  return sum / 4;
}
