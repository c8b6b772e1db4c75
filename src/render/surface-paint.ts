/**
 * @file What a surface looks like: vertex colours, base-colour textures by material, or a mottled pattern for surfaces
 * that have neither, so that a video of it shows how the surface moves.
 *
 * Textures are sampled bilinearly in linear light from the mip level at which a texel is about a pixel (Williams,
 * "Pyramidal parametrics", 1983), chosen per triangle.
 */

import { LINEAR_OF_BYTE } from './color.js';
import type { Image } from './image.js';

/** A material as the renderer has it. */
export interface PaintMaterial {
  /** Linear, times the texture. */
  readonly color: readonly [number, number, number];
  /** Base-colour texture, sRGB; repeated outside of 0 to 1. */
  readonly texture?: Image;
}

/** How a mesh is painted. */
export interface SurfacePaint {
  readonly materials: readonly PaintMaterial[];
  /** Material of each triangle; absent: the first. [T] */
  readonly triangleMaterials?: Uint16Array;
  /** Texture coordinates, v down. [V, 2] */
  readonly uvs?: Float32Array;
  /** Linear. [V, 3] */
  readonly colors?: Float32Array;
  /** A mottled pattern fixed to these positions of the vertices; absent: none. */
  readonly pattern?: SurfacePattern;
}

/** Light and dark patches, fixed to the surface. */
export interface SurfacePattern {
  /** Positions that the pattern is fixed to: those at rest. [V, 3] */
  readonly positions: Float32Array;
  /** Size of a patch, metres. */
  readonly size: number;
  /** How much darker the dark patches are, 0 to 1. */
  readonly contrast: number;
}

/** Writes the linear base colour at weights (a, b, c) of the corners of triangle t to `out`. [3] */
export type PaintSampler = (out: Float64Array, t: number, wa: number, wb: number, wc: number) => void;

interface MipLevel {
  readonly width: number;
  readonly height: number;
  readonly linear: Float32Array;
}

/** Prepares sampling; `pixelArea` gives the area of a triangle in the picture, pixels. */
export function createPaintSampler(
  paint: SurfacePaint,
  triangles: Uint32Array,
  pixelArea: (t: number) => number,
): PaintSampler {
  const { materials, triangleMaterials, uvs, colors, pattern } = paint;
  const pyramids = materials.map(({ texture }) => (texture && uvs ? createPyramid(texture) : undefined));
  let current = -1;
  let level: MipLevel | undefined;
  return (out, t, wa, wb, wc) => {
    const [a, b, c] = [triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]];
    const index = triangleMaterials?.[t] ?? 0;
    const { color } = materials[index];
    for (let k = 0; k < 3; k++) out[k] = color[k];
    const pyramid = pyramids[index];
    if (pyramid && uvs) {
      if (t !== current) level = chooseLevel(pyramid, uvs, a, b, c, pixelArea(t));
      current = t;
      const u = wa * uvs[a * 2] + wb * uvs[b * 2] + wc * uvs[c * 2];
      const v = wa * uvs[a * 2 + 1] + wb * uvs[b * 2 + 1] + wc * uvs[c * 2 + 1];
      multiplyByTexel(out, level!, u, v);
    }
    if (colors)
      for (let k = 0; k < 3; k++)
        out[k] *= wa * colors[a * 3 + k] + wb * colors[b * 3 + k] + wc * colors[c * 3 + k];
    if (pattern) {
      const { positions: p, size, contrast } = pattern;
      const x = (wa * p[a * 3] + wb * p[b * 3] + wc * p[c * 3]) / size;
      const y = (wa * p[a * 3 + 1] + wb * p[b * 3 + 1] + wc * p[c * 3 + 1]) / size;
      const z = (wa * p[a * 3 + 2] + wb * p[b * 3 + 2] + wc * p[c * 3 + 2]) / size;
      const noise = 0.6 * valueNoise(x, y, z) + 0.4 * valueNoise(2.3 * x, 2.3 * y, 2.3 * z);
      // Patches with edges: a gradient alone shows little motion.
      const shade = 1 - contrast * fade(Math.min(1, Math.max(0, (noise - 0.3) / 0.4)));
      for (let k = 0; k < 3; k++) out[k] *= shade;
    }
  };
}

function createPyramid({ width, height, pixels }: Image): MipLevel[] {
  const linear = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) linear[i * 3 + k] = LINEAR_OF_BYTE[pixels[i * 4 + k]];
  }
  const levels: MipLevel[] = [{ width, height, linear }];
  for (let last = levels[0]; last.width > 1 && last.height > 1; last = levels[levels.length - 1]) {
    levels.push(halve(last));
  }
  return levels;
}

function halve({ width, height, linear }: MipLevel): MipLevel {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Float32Array(w * h * 3);
  for (let y = 0, o = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      for (let k = 0; k < 3; k++, o++) {
        const i = (2 * y * width + 2 * x) * 3 + k;
        out[o] = (linear[i] + linear[i + 3] + linear[i + width * 3] + linear[i + width * 3 + 3]) / 4;
      }
    }
  }
  return { width: w, height: h, linear: out };
}

function chooseLevel(
  pyramid: readonly MipLevel[],
  uvs: Float32Array,
  a: number,
  b: number,
  c: number,
  pixelArea: number,
): MipLevel {
  const [ux, uy] = [uvs[b * 2] - uvs[a * 2], uvs[b * 2 + 1] - uvs[a * 2 + 1]];
  const [vx, vy] = [uvs[c * 2] - uvs[a * 2], uvs[c * 2 + 1] - uvs[a * 2 + 1]];
  const [{ width, height }] = pyramid;
  const texels = (Math.abs(ux * vy - uy * vx) / 2) * width * height;
  const level = Math.round(0.5 * Math.log2(Math.max(1, texels / Math.max(pixelArea, 1e-6))));
  return pyramid[Math.min(pyramid.length - 1, level || 0)];
}

function multiplyByTexel(out: Float64Array, { width, height, linear }: MipLevel, u: number, v: number): void {
  // Not a number, as from a mesh without coordinates: the corner of the texture.
  const x = (u - Math.floor(u) || 0) * width - 0.5;
  const y = (v - Math.floor(v) || 0) * height - 0.5;
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - cx, y - cy];
  const left = (cx + width) % width;
  const right = (cx + 1) % width;
  const top = ((cy + height) % height) * width;
  const bottom = ((cy + 1) % height) * width;
  for (let k = 0; k < 3; k++) {
    const upper = linear[(top + left) * 3 + k] * (1 - fx) + linear[(top + right) * 3 + k] * fx;
    const lower = linear[(bottom + left) * 3 + k] * (1 - fx) + linear[(bottom + right) * 3 + k] * fx;
    out[k] *= upper + (lower - upper) * fy;
  }
}

/** Smooth noise in 0 to 1 with a random value at each whole point (Perlin, 1985). */
function valueNoise(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [fade(x - i), fade(y - j), fade(z - k)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    sum += hash(i + a, j + b, k + c) * (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
  }
  return sum;
}

const fade = (t: number): number => t * t * (3 - 2 * t);

function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
