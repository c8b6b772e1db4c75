/**
 * @file Dense optical flow by inverse search, slow and clear: the reference of the kernel (`optical-flow.ts`).
 *
 * Kroeger et al., "Fast optical flow using dense inverse search", ECCV 2016: on each level of a pyramid, overlapping
 * patches of the source look for themselves in the target by Gauss–Newton with the source's own gradients (inverse
 * compositional: one 2 × 2 matrix per patch), starting from the level above; pixels take the mean of the patches that
 * cover them, weighted by how well each pixel agrees. Patch means are removed, so that changes of brightness do not
 * matter. The variational refinement of the paper is left out: the rig that the flow is fitted with smooths it.
 */

/** Options of `findOpticalFlow`. */
export interface OpticalFlowOptions {
  /** Side of a patch, pixels. */
  readonly patchSize?: number;
  /** Distance of patches, pixels. */
  readonly stride?: number;
  /** Steps of a patch on each level. */
  readonly iterations?: number;
  /** Levels of the pyramid; each halves the picture. */
  readonly levels?: number;
}

/** Defaults of `findOpticalFlow`. */
export const OPTICAL_FLOW_DEFAULTS = Object.freeze({ patchSize: 8, stride: 4, iterations: 10, levels: 4 });

/** Gradients flatter than this (squared, summed over a patch) say nothing. */
export const LEAST_TEXTURE = 1;
/** A step shorter than this ends the search, pixels. */
export const SETTLED_STEP = 0.01;

export interface FlowLevel {
  readonly width: number;
  readonly height: number;
  readonly source: Float32Array;
  readonly target: Float32Array;
  /** 1 where flow is wanted. */
  readonly wanted: Uint8Array;
}

/** Displacements from `source` to `target` at each pixel, x and y; zero where `wanted` is 0. [H, W, 2] */
export function findOpticalFlowReference(
  source: Float32Array,
  target: Float32Array,
  wanted: Uint8Array,
  width: number,
  height: number,
  options: OpticalFlowOptions = {},
): Float32Array {
  const settings = { ...OPTICAL_FLOW_DEFAULTS, ...options };
  const levels: FlowLevel[] = [{ width, height, source, target, wanted }];
  while (
    levels.length < settings.levels &&
    Math.min(levels.at(-1)!.width, levels.at(-1)!.height) >= 4 * settings.patchSize
  ) {
    levels.push(halveLevel(levels.at(-1)!));
  }
  let flow: Float32Array | undefined;
  for (let l = levels.length - 1; l >= 0; l--) {
    flow = searchLevel(levels[l], flow, levels[l + 1]?.width ?? 0, settings);
  }
  return flow!;
}

export function halveLevel({ width, height, source, target, wanted }: FlowLevel): FlowLevel {
  const [w, h] = [width >> 1, height >> 1];
  const halve = (image: Float32Array): Float32Array => {
    const out = new Float32Array(w * h);
    for (let y = 0, o = 0; y < h; y++) {
      for (let x = 0; x < w; x++, o++) {
        const i = 2 * y * width + 2 * x;
        out[o] = (image[i] + image[i + 1] + image[i + width] + image[i + width + 1]) / 4;
      }
    }
    return out;
  };
  const small = new Uint8Array(w * h);
  for (let y = 0, o = 0; y < h; y++) {
    for (let x = 0; x < w; x++, o++) {
      const i = 2 * y * width + 2 * x;
      small[o] = wanted[i] | wanted[i + 1] | wanted[i + width] | wanted[i + width + 1];
    }
  }
  return { width: w, height: h, source: halve(source), target: halve(target), wanted: small };
}

/** One level: search, then spread the patches over their pixels. */
function searchLevel(
  level: FlowLevel,
  coarse: Float32Array | undefined,
  coarseWidth: number,
  { patchSize, stride, iterations }: Required<OpticalFlowOptions>,
): Float32Array {
  const { width, height, wanted } = level;
  const sum = new Float32Array(width * height * 3);
  const patch = createPatch(patchSize);
  const coarseHeight = coarse ? coarse.length / 2 / coarseWidth : 0;
  for (let y = 0; y + patchSize <= height; y += stride) {
    for (let x = 0; x + patchSize <= width; x += stride) {
      if (!touches(wanted, width, x, y, patchSize)) continue;
      let [u, v] = [0, 0];
      if (coarse) {
        const cx = Math.min(coarseWidth - 1, (x + patchSize / 2) >> 1);
        const cy = Math.min(coarseHeight - 1, (y + patchSize / 2) >> 1);
        u = coarse[(cy * coarseWidth + cx) * 2] * 2;
        v = coarse[(cy * coarseWidth + cx) * 2 + 1] * 2;
      }
      loadPatch(patch, level, x, y, patchSize);
      [u, v] = searchPatch(patch, level, x, y, u, v, patchSize, iterations);
      spreadPatch(sum, patch, level, x, y, u, v, patchSize);
    }
  }
  const flow = new Float32Array(width * height * 2);
  for (let i = 0; i < width * height; i++) {
    if (sum[i * 3 + 2] === 0) continue;
    flow[i * 2] = sum[i * 3] / sum[i * 3 + 2];
    flow[i * 2 + 1] = sum[i * 3 + 1] / sum[i * 3 + 2];
  }
  return flow;
}

function touches(wanted: Uint8Array, width: number, x: number, y: number, size: number): boolean {
  for (let j = y; j < y + size; j++)
    for (let i = x; i < x + size; i++) if (wanted[j * width + i]) return true;
  return false;
}

interface Patch {
  readonly values: Float32Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  /** Inverse of Σ g gᵀ: xx, xy, yy; zero where there is no texture. */
  readonly inverse: Float64Array;
}

const createPatch = (size: number): Patch => ({
  values: new Float32Array(size * size),
  gx: new Float32Array(size * size),
  gy: new Float32Array(size * size),
  inverse: new Float64Array(3),
});

/** Values and gradients of the source without their means. */
function loadPatch(
  patch: Patch,
  { width, height, source }: FlowLevel,
  x: number,
  y: number,
  size: number,
): void {
  const { values, gx, gy, inverse } = patch;
  let [mean, meanX, meanY] = [0, 0, 0];
  for (let j = 0, o = 0; j < size; j++) {
    for (let i = 0; i < size; i++, o++) {
      const [px, py] = [x + i, y + j];
      const at = py * width + px;
      values[o] = source[at];
      gx[o] = (source[px + 1 < width ? at + 1 : at] - source[px > 0 ? at - 1 : at]) / 2;
      gy[o] = (source[py + 1 < height ? at + width : at] - source[py > 0 ? at - width : at]) / 2;
      mean += values[o];
      meanX += gx[o];
      meanY += gy[o];
    }
  }
  const count = size * size;
  let [xx, xy, yy] = [0, 0, 0];
  for (let o = 0; o < count; o++) {
    values[o] -= mean / count;
    gx[o] -= meanX / count;
    gy[o] -= meanY / count;
    xx += gx[o] * gx[o];
    xy += gx[o] * gy[o];
    yy += gy[o] * gy[o];
  }
  // A ridge: along an edge nothing is known of the motion, so nothing moves.
  xx += LEAST_TEXTURE;
  yy += LEAST_TEXTURE;
  const determinant = xx * yy - xy * xy;
  inverse[0] = yy / determinant;
  inverse[1] = -xy / determinant;
  inverse[2] = xx / determinant;
}

function searchPatch(
  { values, gx, gy, inverse }: Patch,
  level: FlowLevel,
  x: number,
  y: number,
  startU: number,
  startV: number,
  size: number,
  iterations: number,
): [number, number] {
  let [u, v] = [startU, startV];
  const count = size * size;
  for (let step = 0; step < iterations; step++) {
    let [bx, by] = [0, 0];
    for (let j = 0, o = 0; j < size; j++) {
      for (let i = 0; i < size; i++, o++) {
        const difference = sample(level.target, level.width, level.height, x + i + u, y + j + v) - values[o];
        // Gradients have no mean, so that of the difference need not be removed.
        bx += gx[o] * difference;
        by += gy[o] * difference;
      }
    }
    const du = inverse[0] * bx + inverse[1] * by;
    const dv = inverse[1] * bx + inverse[2] * by;
    u -= du;
    v -= dv;
    if (du * du + dv * dv < SETTLED_STEP * SETTLED_STEP) break;
  }
  // What ran away from where it started found something else.
  const away = Math.hypot(u - startU, v - startV);
  return away <= Math.sqrt(count) ? [u, v] : [startU, startV];
}

/** Adds the displacement of a patch to its pixels, less where they do not agree. */
function spreadPatch(
  sum: Float32Array,
  { values }: Patch,
  { target, width, height }: FlowLevel,
  x: number,
  y: number,
  u: number,
  v: number,
  size: number,
): void {
  let mean = 0;
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) mean += sample(target, width, height, x + i + u, y + j + v);
  mean /= size * size;
  for (let j = 0, o = 0; j < size; j++) {
    for (let i = 0; i < size; i++, o++) {
      const difference = Math.abs(sample(target, width, height, x + i + u, y + j + v) - mean - values[o]);
      const weight = 1 / Math.max(1, difference);
      const at = ((y + j) * width + x + i) * 3;
      sum[at] += weight * u;
      sum[at + 1] += weight * v;
      sum[at + 2] += weight;
    }
  }
}

/** Bilinear; outside of the picture its border. */
function sample(image: Float32Array, width: number, height: number, x: number, y: number): number {
  const cx = Math.min(width - 1.001, Math.max(0, x));
  const cy = Math.min(height - 1.001, Math.max(0, y));
  const i = Math.floor(cx);
  const j = Math.floor(cy);
  const o = j * width + i;
  const fx = cx - i;
  const upper = image[o] + (image[o + 1] - image[o]) * fx;
  const lower = image[o + width] + (image[o + width + 1] - image[o + width]) * fx;
  return upper + (lower - upper) * (cy - j);
}
