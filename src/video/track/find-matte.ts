/**
 * @file The matte of a creature on a plain background: what is far from the background in CIELAB.
 *
 * The background is read anew in every frame, from the pixels that no silhouette covered so far, as a plane over the
 * picture in each channel: video models drift in brightness, and lights fall off. Lightness counts less than hue,
 * because the shadow on the ground changes it. The threshold lies between the two kinds of pixels (Otsu, 1979), single
 * specks are removed, and holes are kept: they are seen through.
 */

import type { WorkingFrame } from './working-frame.js';

/** Where the creature is, and what surrounds it. */
export interface Matte {
  readonly width: number;
  readonly height: number;
  /** 1 where the creature is. [H, W] */
  readonly mask: Uint8Array;
  /** Lightness of the background at each pixel. [H, W] */
  readonly backdrop: Float32Array;
  /** Pixels of the creature. */
  readonly area: number;
}

/** Options of `findMatte`. */
export interface FindMatteOptions {
  /** Where the creature was or is expected: its surroundings are no background. [H, W] */
  readonly expected?: Uint8Array;
}

const LIGHTNESS_WEIGHT = 0.35;
/** Distances in CIELAB below which nothing is a creature, and above which everything is. */
const LEAST_DISTANCE = 6;
const MOST_DISTANCE = 22;
/** Parts smaller than this share of the largest are specks. */
const SPECK_SHARE = 0.01;
/** Width of the border that is background where nothing is expected, as a share of the picture. */
const BORDER_SHARE = 0.06;
const ROUNDS = 3;
/** A plane is fitted to each so-manieth pixel of each so-manieth row. */
const SPARSE = 3;

/** Finds the matte of one frame. */
export function findMatte(frame: WorkingFrame, options: FindMatteOptions = {}): Matte {
  const { width, height } = frame;
  const count = width * height;
  let outside: Uint8Array = options.expected
    ? options.expected.map((inside) => 1 - inside)
    : borderMask(width, height);
  let mask: Uint8Array = new Uint8Array(count);
  let backdrop: Float32Array = new Float32Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    const planes = [frame.lightness, frame.a, frame.b].map((channel) =>
      fitPlane(channel, outside, width, height),
    );
    const distance = new Float32Array(count);
    [backdrop] = planes;
    for (let i = 0; i < count; i++) {
      const l = LIGHTNESS_WEIGHT * (frame.lightness[i] - planes[0][i]);
      const a = frame.a[i] - planes[1][i];
      const b = frame.b[i] - planes[2][i];
      distance[i] = Math.sqrt(l * l + a * a + b * b);
    }
    const threshold = Math.min(MOST_DISTANCE, Math.max(LEAST_DISTANCE, otsuThreshold(distance)));
    mask = new Uint8Array(count);
    for (let i = 0; i < count; i++) mask[i] = distance[i] > threshold ? 1 : 0;
    outside = mask.map((inside) => 1 - inside);
  }
  mask = removeSpecks(mask, width, height);
  return { width, height, mask, backdrop, area: mask.reduce((sum, inside) => sum + inside, 0) };
}

function borderMask(width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const border = Math.max(2, Math.round(Math.min(width, height) * BORDER_SHARE));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inner = x >= border && y >= border && x < width - border && y < height - border;
      out[y * width + x] = inner ? 0 : 1;
    }
  }
  return out;
}

/** Least squares of c0 + c1 x + c2 y over the chosen pixels, twice: the second time without those that do not fit. */
function fitPlane(channel: Float32Array, chosen: Uint8Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  let limit = Infinity;
  for (let pass = 0; pass < 2; pass++) {
    const m = new Float64Array(9);
    let squares = 0;
    for (let y = 0; y < height; y += SPARSE) {
      const v = y / height - 0.5;
      for (let x = 0; x < width; x += SPARSE) {
        const i = y * width + x;
        if (chosen[i] === 0 || Math.abs(channel[i] - out[i]) > limit) continue;
        const u = x / width - 0.5;
        const c = channel[i];
        m[0]++;
        m[1] += u;
        m[2] += v;
        m[3] += u * u;
        m[4] += u * v;
        m[5] += v * v;
        m[6] += c;
        m[7] += c * u;
        m[8] += c * v;
        squares += c * c;
      }
    }
    if (m[0] < 3) return out.fill(m[0] > 0 ? m[6] / m[0] : 0);
    const [c0, c1, c2] = solvePlane(m);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) out[i] = c0 + c1 * (x / width - 0.5) + c2 * (y / height - 0.5);
    }
    const residual = Math.max(0, squares - c0 * m[6] - c1 * m[7] - c2 * m[8]) / m[0];
    limit = Math.max(2, 2 * Math.sqrt(residual));
  }
  return out;
}

/** Cramer's rule on the normal equations of a plane. */
function solvePlane(m: Float64Array): [number, number, number] {
  const [n, x, y, xx, xy, yy, c, cx, cy] = m;
  const ridge = n * 1e-6;
  const det3 = (
    a: number,
    b: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
    i: number,
    j: number,
  ) => a * (f * j - g * i) - b * (e * j - g * h) + d * (e * i - f * h);
  const [u, v] = [xx + ridge, yy + ridge];
  const whole = det3(n, x, y, x, u, xy, y, xy, v);
  return [
    det3(c, x, y, cx, u, xy, cy, xy, v) / whole,
    det3(n, c, y, x, cx, xy, y, cy, v) / whole,
    det3(n, x, c, x, u, cx, y, xy, cy) / whole,
  ];
}

/** The threshold that parts values into the two most uniform classes. */
function otsuThreshold(values: Float32Array): number {
  const bins = 256;
  const top = 60;
  const histogram = new Float64Array(bins);
  for (const value of values) histogram[Math.min(bins - 1, Math.floor((value / top) * bins))]++;
  let total = 0;
  let sum = 0;
  for (let i = 0; i < bins; i++) {
    total += histogram[i];
    sum += i * histogram[i];
  }
  let [below, belowSum, best, at] = [0, 0, -1, 0];
  for (let i = 0; i < bins; i++) {
    below += histogram[i];
    belowSum += i * histogram[i];
    const above = total - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (belowSum / below - (sum - belowSum) / above) ** 2;
    if (between > best) [best, at] = [between, i];
  }
  return ((at + 1) / bins) * top;
}

/** Keeps the parts of a mask that are not tiny beside the largest. */
function removeSpecks(mask: Uint8Array, width: number, height: number): Uint8Array {
  const label = new Int32Array(mask.length).fill(-1);
  const sizes: number[] = [];
  const stack: number[] = [];
  for (let seed = 0; seed < mask.length; seed++) {
    if (mask[seed] === 0 || label[seed] >= 0) continue;
    const part = sizes.push(0) - 1;
    stack.push(seed);
    label[seed] = part;
    while (stack.length > 0) {
      const i = stack.pop()!;
      sizes[part]++;
      const x = i % width;
      if (x > 0) visit(i - 1, part);
      if (x < width - 1) visit(i + 1, part);
      if (i >= width) visit(i - width, part);
      if (i < width * (height - 1)) visit(i + width, part);
    }
  }
  function visit(i: number, part: number): void {
    if (mask[i] === 0 || label[i] >= 0) return;
    label[i] = part;
    stack.push(i);
  }
  const least = Math.max(...sizes, 0) * SPECK_SHARE;
  return mask.map((inside, i) => (inside && sizes[label[i]] >= least ? 1 : 0));
}
