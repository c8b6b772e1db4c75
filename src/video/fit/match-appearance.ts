/**
 * @file Observations from optical flow: where the surface of a predicted frame is found in the real one.
 *
 * The information of a point is the structure tensor G of the prediction around it against the noise, G (G + τ I)⁻¹: full
 * where there is texture, one direction along an edge, none on a plain surface. It is multiplied by how well the patch
 * agrees with what it was matched to.
 */

import { findOpticalFlow } from '../../kernels/optical-flow.js';
import type { WorkingFrame } from '../track/working-frame.js';
import { createCornerWeights, type DrawnBody } from './draw-body.js';
import { addObservation, type Observations } from './observations.js';
import type { SynthesizedFrame } from './synthesize-frame.js';

export interface MatchOptions {
  /** Distance of points, pixels. */
  readonly step: number;
  /** Levels of the flow's pyramid. */
  readonly levels: number;
}

/** Half of the side of a patch, pixels. */
const REACH = 3;
/** Noise of a squared gradient. */
const NOISE = 3;
/** Correlation below which a match is no match. */
const LEAST_CORRELATION = 0.5;

/** Adds observations of the surface in a frame. */
export function matchAppearance(
  out: Observations,
  drawn: DrawnBody,
  triangles: Uint32Array,
  predicted: SynthesizedFrame,
  frame: WorkingFrame,
  { step, levels }: MatchOptions,
): void {
  const { width, height, triangle } = drawn.buffer;
  const flow = findOpticalFlow(predicted.lightness, frame.lightness, predicted.known, width, height, {
    levels,
  });
  const weights = new Float64Array(3);
  const cornerWeights = createCornerWeights(drawn, triangles);
  for (let y = REACH + 1; y < height - REACH - 1; y += step) {
    for (let x = REACH + 1; x < width - REACH - 1; x += step) {
      const i = y * width + x;
      if (predicted.known[i] === 0 || !cornerWeights(weights, i)) continue;
      const [u, v] = [flow[i * 2], flow[i * 2 + 1]];
      const patch = measurePatch(predicted.lightness, frame.lightness, width, height, x, y, u, v);
      if (patch.correlation < LEAST_CORRELATION) continue;
      const trust = ((patch.correlation - LEAST_CORRELATION) / (1 - LEAST_CORRELATION)) ** 1;
      addObservation(
        out,
        triangles,
        triangle[i],
        weights,
        [x + 0.5 + u, y + 0.5 + v],
        informationOf(patch, trust),
      );
    }
  }
}

interface PatchMeasure {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly correlation: number;
}

/** Structure tensor of the source patch, and its correlation with the target at the displacement. */
function measurePatch(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  u: number,
  v: number,
): PatchMeasure {
  let [xx, xy, yy, s, t, ss, tt, st] = [0, 0, 0, 0, 0, 0, 0, 0];
  const [du, dv] = [Math.floor(u), Math.floor(v)];
  const [fu, fv] = [u - du, v - dv];
  for (let j = y - REACH; j <= y + REACH; j++) {
    for (let i = x - REACH; i <= x + REACH; i++) {
      const o = j * width + i;
      const gx = (source[o + 1] - source[o - 1]) / 2;
      const gy = (source[o + width] - source[o - width]) / 2;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
      const tx = Math.min(width - 2, Math.max(0, i + du));
      const ty = Math.min(height - 2, Math.max(0, j + dv));
      const q = ty * width + tx;
      const upper = target[q] + (target[q + 1] - target[q]) * fu;
      const lower = target[q + width] + (target[q + width + 1] - target[q + width]) * fu;
      const b = upper + (lower - upper) * fv;
      const a = source[o];
      s += a;
      t += b;
      ss += a * a;
      tt += b * b;
      st += a * b;
    }
  }
  const n = (2 * REACH + 1) ** 2;
  const spread = Math.sqrt(Math.max(0, ss - (s * s) / n) * Math.max(0, tt - (t * t) / n));
  return {
    xx: xx / n,
    xy: xy / n,
    yy: yy / n,
    correlation: spread > n * 0.2 ? (st - (s * t) / n) / spread : 0,
  };
}

/** trust · G (G + τ I)⁻¹. */
function informationOf({ xx, xy, yy }: PatchMeasure, trust: number): [number, number, number] {
  const [a, b, c] = [xx + NOISE, xy, yy + NOISE];
  const determinant = a * c - b * b;
  // G (G + τ)⁻¹ = I − τ (G + τ)⁻¹
  const scale = (NOISE / determinant) * trust;
  return [trust - c * scale, b * scale, trust - a * scale];
}
