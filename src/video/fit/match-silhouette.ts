/**
 * @file Observations from the outline: points on the contour of the drawn body that the matte's contour pulls along its
 * normal, both ways: drawn points to the nearest place of the matte, and places of the matte that nothing reaches to the
 * nearest drawn point.
 */

import { createDistanceField, type DistanceField } from '../track/distance-field.js';
import type { Matte } from '../track/find-matte.js';
import { createCornerWeights, type DrawnBody, drawnMask } from './draw-body.js';
import { addObservation, type Observations } from './observations.js';

/** Distance fields of a matte, computed once for a frame. */
export interface MatteField {
  readonly matte: Matte;
  /** To the creature. */
  readonly inside: DistanceField;
  /** To the background. */
  readonly outside: DistanceField;
  /** Pixels of the creature beside the background. */
  readonly contour: Int32Array;
}

/** The fields of a matte. */
export function createMatteField(matte: Matte): MatteField {
  const { mask, width, height } = matte;
  const outside = createDistanceField(
    mask.map((inside) => 1 - inside),
    width,
    height,
  );
  return {
    matte,
    inside: createDistanceField(mask, width, height),
    outside,
    contour: contourOf(mask, width, height),
  };
}

/** Pixels of a mask with a neighbour that is not. */
function contourOf(mask: Uint8Array, width: number, height: number): Int32Array {
  const out: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (mask[i] && !(mask[i - 1] && mask[i + 1] && mask[i - width] && mask[i + width])) out.push(i);
    }
  }
  return Int32Array.from(out);
}

export interface SilhouetteOptions {
  /** Share of the contour's pixels that is used, 1 over a whole number. */
  readonly step: number;
  /** Distances beyond this pull no more, pixels. */
  readonly reach: number;
}

/** Gaps of the matte's contour to the drawn one that are worth a pull, pixels. */
const LEAST_GAP = 1.5;

/** Adds observations of the outline; returns the intersection of drawn body and matte over their union. */
export function matchSilhouette(
  out: Observations,
  drawn: DrawnBody,
  triangles: Uint32Array,
  field: MatteField,
  { step, reach }: SilhouetteOptions,
): number {
  const { width, height, triangle } = drawn.buffer;
  const mask = drawnMask(drawn);
  const contour = contourOf(mask, width, height);
  const weights = new Float64Array(3);
  const cornerWeights = createCornerWeights(drawn, triangles);
  const add = (pixel: number, towards: number, distance: number, trust: number) => {
    if (distance === 0 || distance > reach || !cornerWeights(weights, pixel)) return;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    let [nx, ny] = [(towards % width) - x, Math.floor(towards / width) - y];
    const length = Math.hypot(nx, ny) || 1;
    [nx, ny] = [nx / length, ny / length];
    addObservation(
      out,
      triangles,
      triangle[pixel],
      weights,
      [x + 0.5 + nx * distance, y + 0.5 + ny * distance],
      [trust * nx * nx, trust * nx * ny, trust * ny * ny],
    );
  };
  // (1) From the drawn contour to the matte's.
  for (let k = 0; k < contour.length; k += step) {
    const i = contour[k];
    if (field.matte.mask[i]) {
      // Inside: out to the last pixel of the creature before the background.
      const gap = field.outside.distance[i] - 1;
      add(i, field.outside.nearest[i], Math.max(gap, 1e-3), 1);
    } else {
      add(i, field.inside.nearest[i], field.inside.distance[i], 1);
    }
  }
  // (2) From the matte's contour to the drawn one.
  const chosen = new Uint8Array(width * height);
  for (const i of contour) chosen[i] = 1;
  const reached = createDistanceField(chosen, width, height);
  for (let k = 0; k < field.contour.length; k += step) {
    const i = field.contour[k];
    const gap = reached.distance[i];
    if (gap < LEAST_GAP || reached.nearest[i] < 0) continue;
    add(reached.nearest[i], i, gap, 1);
  }
  return overlap(mask, field.matte.mask);
}

function overlap(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    both += a[i] & b[i];
    either += a[i] | b[i];
  }
  return either > 0 ? both / either : 1;
}
