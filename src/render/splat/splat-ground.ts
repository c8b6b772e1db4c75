/**
 * @file What is behind and under the kernels: a sky of one colour and AKD's checkerboard, on which sliding feet show, with
 * the soft shadow s(P) = 1 − s_max exp(−β d(P)), d the distance of the ground's point P to the body, in body heights.
 *
 * The distance is looked up in a coarse grid of the lowest kernel over each cell; it takes no part in gradients.
 */

import type { Camera } from '../camera.js';
import type { Color } from '../color.js';

/** The ground of a picture of kernels. */
export interface SplatGround {
  /** World height of the ground, metres. */
  readonly height: number;
  /** Side of a square of the checkerboard, metres; 0 is a plain ground. */
  readonly square: number;
  readonly colors: readonly [Color, Color];
  readonly sky: Color;
  /** Strength of the shadow, 0 to 1. */
  readonly shadow: number;
  /** How fast the shadow fades, per metre. */
  readonly fade: number;
}

/** A ground under a body of some height, as AKD draws it. */
export function groundUnder(height: number, bodyHeight: number): SplatGround {
  return {
    height,
    square: bodyHeight / 4,
    colors: [
      [196, 199, 204],
      [150, 155, 163],
    ],
    sky: [232, 236, 241],
    shadow: 0.55,
    fade: 8 / bodyHeight,
  };
}

/** Cells of the shadow's grid along a side, and how many of them a kernel shades around it. */
const CELLS = 32;
const REACH = 4;

/** Fills backgrounds of one camera. */
export interface GroundPainter {
  /** Background with the shadow of kernels at these centres [N, 3]. [H, W, 3] */
  paint(centers: Float32Array): Float32Array;
}

/** Prepares the ground for a camera: where each pixel's line of sight meets it, and the colour there. */
export function createGroundPainter(
  camera: Camera,
  width: number,
  height: number,
  ground: SplatGround,
): GroundPainter {
  const points = groundPoints(camera, width, height, ground.height); // [P, 2], NaN above the horizon
  const base = new Float32Array(width * height * 3);
  for (let p = 0; p < width * height; p++) {
    const [x, z] = [points[p * 2], points[p * 2 + 1]];
    const odd = ground.square > 0 && (Math.floor(x / ground.square) + Math.floor(z / ground.square)) & 1;
    const [color, other] = odd ? [ground.colors[1], ground.colors[0]] : ground.colors;
    // Far away a pixel sees several squares.
    const [nearX, nearZ] = [points[(p + width) * 2], points[(p + width) * 2 + 1]];
    const seen = Math.hypot(nearX - x, nearZ - z) / ground.square;
    const mixed = seen > 0.5 ? Math.min(0.5, seen - 0.5) : 0;
    for (let k = 0; k < 3; k++) {
      const [sky, here, beside] = [ground.sky, color, other].map((one) => one[k] as number);
      base[p * 3 + k] = (Number.isNaN(x) ? sky : here + (beside - here) * mixed) / 255;
    }
  }
  return {
    paint(centers) {
      const shade = createShade(centers, ground);
      const out = base.slice();
      for (let p = 0; p < width * height; p++) {
        if (Number.isNaN(points[p * 2])) continue;
        const light = 1 - ground.shadow * shade(points[p * 2], points[p * 2 + 1]);
        for (let k = 0; k < 3; k++) out[p * 3 + k] *= light;
      }
      return out;
    },
  };
}

/** Where lines of sight meet the ground. [H, W, 2] */
function groundPoints(camera: Camera, width: number, height: number, level: number): Float64Array {
  const { eye, right, up, back, halfHeight } = camera;
  const unit = (2 * halfHeight) / height;
  const perspective = camera.projection === 'perspective';
  const out = new Float64Array(width * height * 2).fill(Number.NaN);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 2) {
      const sx = (x + 0.5 - width / 2) * unit;
      const sy = (height / 2 - y - 0.5) * unit;
      const across = [0, 1, 2].map((k) => right[k] * sx + up[k] * sy);
      const from = perspective ? eye : eye.map((value, k) => value + across[k]);
      const along = perspective ? across.map((value, k) => value - back[k]) : back.map((value) => -value);
      const distance = (level - from[1]) / along[1];
      if (!(distance > 0 && distance < Infinity)) continue;
      out[o] = from[0] + along[0] * distance;
      out[o + 1] = from[2] + along[2] * distance;
    }
  }
  return out;
}

/** e^(−β d) at a point of the ground, d its distance to the body over it; 0 away from it. */
function createShade(centers: Float32Array, { height, fade }: SplatGround): (x: number, z: number) => number {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (let i = 0; i < centers.length; i++) {
    if (i % 3 === 1) continue;
    const k = i % 3 === 0 ? 0 : 1;
    low[k] = Math.min(low[k], centers[i]);
    high[k] = Math.max(high[k], centers[i]);
  }
  const margin = 3 / fade;
  const side = Math.max(high[0] - low[0], high[1] - low[1]) + 2 * margin;
  const cell = side / CELLS;
  const [left, near] = [(low[0] + high[0] - side) / 2, (low[1] + high[1] - side) / 2];
  const over = new Float32Array(CELLS * CELLS).fill(Infinity);
  for (let i = 0; i < centers.length; i += 3) {
    const o = Math.floor((centers[i + 2] - near) / cell) * CELLS + Math.floor((centers[i] - left) / cell);
    over[o] = Math.min(over[o], Math.max(0, centers[i + 1] - height));
  }
  const shade = spreadShade(over, cell, fade);
  // Smooth between the middles of cells.
  return (x, z) => {
    const [u, v] = [(x - left) / cell - 0.5, (z - near) / cell - 0.5];
    if (!(u >= 0 && v >= 0 && u < CELLS - 1 && v < CELLS - 1)) return 0;
    const [c, r] = [Math.floor(u), Math.floor(v)];
    const at = (row: number) =>
      shade[row * CELLS + c] + (shade[row * CELLS + c + 1] - shade[row * CELLS + c]) * (u - c);
    return at(r) + (at(r + 1) - at(r)) * (v - r);
  };
}

/** e^(−β d) of each cell, d the least distance to what hangs over it or over one near it. */
function spreadShade(over: Float32Array, cell: number, fade: number): Float32Array {
  const out = new Float32Array(over.length);
  for (let o = 0; o < over.length; o++) {
    if (over[o] === Infinity) continue;
    const [row, column] = [Math.floor(o / CELLS), o % CELLS];
    for (let r = Math.max(0, row - REACH); r <= Math.min(CELLS - 1, row + REACH); r++) {
      for (let c = Math.max(0, column - REACH); c <= Math.min(CELLS - 1, column + REACH); c++) {
        const apart = Math.hypot((r - row) * cell, (c - column) * cell, over[o]);
        out[r * CELLS + c] = Math.max(out[r * CELLS + c], Math.exp(-fade * apart));
      }
    }
  }
  return out;
}
