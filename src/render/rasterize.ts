/**
 * @file Which triangle is seen at each sample: a z-buffered rasteriser that stores triangle numbers, not
 * colours, so that each sample is shaded once however many surfaces lie behind it.
 *
 * Edge functions are taken in homogeneous coordinates (Olano and Greer, "Triangle scan conversion using 2D
 * homogeneous coordinates", 1997): e_i is the barycentric weight of corner i divided by the distance, linear
 * over the picture, and right also for triangles that reach behind the eye, so there is no clipper; only the
 * bounding box has to know about the near plane. Rows are filled between the crossings of the edges, so long
 * thin triangles cost no more samples than they cover.
 */

/** A rectangle of samples, its last row and column included; empty where left > right. */
export interface SampleRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface SampleBuffer {
  readonly width: number;
  readonly height: number;
  /** Nearness of what is seen, see `projectPointsInto`; −∞ where nothing is. [H, W] */
  readonly closeness: Float32Array;
  /** Number of the triangle seen, −1 where there is none. [H, W] */
  readonly triangle: Int32Array;
}

export function createSampleBuffer(width: number, height: number): SampleBuffer {
  return {
    width,
    height,
    closeness: new Float32Array(width * height).fill(-Infinity),
    triangle: new Int32Array(width * height).fill(-1),
  };
}

/**
 * out = the edge functions a_i x + b_i y + c_i of a triangle given by the offsets of its projected corners.
 * Returns the sign of its facing (> 0 counter-clockwise seen from the eye), 0 where it has no area. [9]
 */
export function edgeFunctionsInto(
  out: Float64Array,
  p: Float64Array,
  i: number,
  j: number,
  k: number,
): number {
  const ax = p[j + 1] * p[k + 2] - p[j + 2] * p[k + 1];
  const ay = p[j + 2] * p[k] - p[j] * p[k + 2];
  const aw = p[j] * p[k + 1] - p[j + 1] * p[k];
  const determinant = p[i] * ax + p[i + 1] * ay + p[i + 2] * aw;
  const s = 1 / determinant;
  // Also stops what is not a number, and triangles so thin that the reciprocal is not.
  if (!(Math.abs(s) < Infinity) || s === 0) return 0;
  out[0] = ax * s;
  out[1] = ay * s;
  out[2] = aw * s;
  out[3] = (p[k + 1] * p[i + 2] - p[k + 2] * p[i + 1]) * s;
  out[4] = (p[k + 2] * p[i] - p[k] * p[i + 2]) * s;
  out[5] = (p[k] * p[i + 1] - p[k + 1] * p[i]) * s;
  out[6] = (p[i + 1] * p[j + 2] - p[i + 2] * p[j + 1]) * s;
  out[7] = (p[i + 2] * p[j] - p[i] * p[j + 2]) * s;
  out[8] = (p[i] * p[j + 1] - p[i + 1] * p[j]) * s;
  // The picture's y axis points down, which turns the orientation round.
  return determinant < 0 ? 1 : -1;
}

/**
 * Least overlap of neighbouring triangles, in samples: rounding must not open a crack along a shared edge.
 */
const OVERLAP = 1e-6;

/**
 * Draws triangles into the buffer. `projected` is from `projectPointsInto` with the buffer's size; what lies
 * outside of `range` (from `closenessRange`) is not drawn. Returns where it may have drawn.
 */
export function rasterizeInto(
  buffer: SampleBuffer,
  projected: Float64Array,
  triangles: Uint32Array,
  range: readonly [number, number],
): SampleRange {
  const { width, height, closeness, triangle } = buffer;
  const [farthest, nearest] = range;
  const edges = new Float64Array(9);
  const box = new Float64Array(4);
  const p = projected;
  const drawn = { left: width, top: height, right: -1, bottom: -1 };
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const i = triangles[t] * 4;
    const j = triangles[t + 1] * 4;
    const k = triangles[t + 2] * 4;
    if (!boundsInto(box, p, i, j, k, nearest)) continue;
    const top = Math.max(0, Math.ceil(box[1] - 0.5));
    const bottom = Math.min(height - 1, Math.floor(box[3] - 0.5));
    if (!(top <= bottom) || box[2] < 0.5 || box[0] > width - 0.5) continue;
    const left = Math.max(0, Math.ceil(box[0] - 0.5));
    const right = Math.min(width - 1, Math.floor(box[2] - 0.5));
    if (!(left <= right) || edgeFunctionsInto(edges, p, i, j, k) === 0) continue;
    if (left < drawn.left) drawn.left = left;
    if (right > drawn.right) drawn.right = right;
    if (top < drawn.top) drawn.top = top;
    if (bottom > drawn.bottom) drawn.bottom = bottom;

    // Nearness is the edge functions weighted by D, itself linear over the picture.
    const [di, dj, dk] = [p[i + 3], p[j + 3], p[k + 3]];
    const dx = edges[0] * di + edges[3] * dj + edges[6] * dk;
    const dy = edges[1] * di + edges[4] * dj + edges[7] * dk;
    const dc = edges[2] * di + edges[5] * dj + edges[8] * dk;
    for (let y = top; y <= bottom; y++) {
      const sy = y + 0.5;
      let from = left;
      let to = right;
      for (let e = 0; e < 9; e += 3) {
        const slope = edges[e];
        const offset = edges[e + 1] * sy + edges[e + 2];
        if (slope > 0) {
          const x = Math.ceil(-offset / slope - 0.5 - OVERLAP);
          if (x > from) from = x;
        } else if (slope < 0) {
          const x = Math.floor(-offset / slope - 0.5 + OVERLAP);
          if (x < to) to = x;
        } else if (offset < 0) to = -1;
      }
      let o = y * width + from;
      let d = dx * (from + 0.5) + dy * sy + dc;
      for (let x = from; x <= to; x++, o++, d += dx) {
        if (d > closeness[o] && d > farthest && d <= nearest) {
          closeness[o] = d;
          triangle[o] = t / 3;
        }
      }
    }
  }
  return drawn;
}

/** out = left, top, right, bottom of the part in front of the near plane; false where there is none. [4] */
function boundsInto(
  out: Float64Array,
  p: Float64Array,
  i: number,
  j: number,
  k: number,
  nearest: number,
): boolean {
  out[0] = out[1] = Infinity;
  out[2] = out[3] = -Infinity;
  extendByEdge(out, p, i, j, nearest);
  extendByEdge(out, p, j, k, nearest);
  extendByEdge(out, p, k, i, nearest);
  return out[0] <= out[2] && out[1] <= out[3];
}

/** Extends the box by an edge's first corner, or by where the edge meets the near plane. */
function extendByEdge(out: Float64Array, p: Float64Array, i: number, j: number, nearest: number): void {
  // An orthographic view needs no clipping here: its W is 1 on both sides of the eye.
  const near = nearest > 0 ? 1 / nearest : -Infinity;
  const wi = p[i + 2];
  const wj = p[j + 2];
  if (wi >= near) extendByPoint(out, p[i] / wi, p[i + 1] / wi);
  if (wi >= near === wj >= near) return;
  const s = (near - wi) / (wj - wi);
  extendByPoint(out, (p[i] + (p[j] - p[i]) * s) / near, (p[i + 1] + (p[j + 1] - p[i + 1]) * s) / near);
}

function extendByPoint(out: Float64Array, x: number, y: number): void {
  if (x < out[0]) out[0] = x;
  if (y < out[1]) out[1] = y;
  if (x > out[2]) out[2] = x;
  if (y > out[3]) out[3] = y;
}
