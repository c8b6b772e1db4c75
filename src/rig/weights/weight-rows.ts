/** @file Joints and weights of the welded vertices while they are solved, and their conversion to a skin. */

import type { Skin } from '../rig-records.js';

/** Joints and weights of vertices, the largest first, not normalised; unused entries have weight 0. */
export interface WeightRows {
  /** [N, width] */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  readonly width: number;
}

/** Entries kept per vertex while solving: more than a skin has, so that mirror images can be averaged. */
export const ROW_WIDTH = 8;

/** Weights below this fraction of a row's largest are dropped: they are invisible and make files larger. */
export const LEAST_WEIGHT = 0.01;

export const createRows = (vertexCount: number): WeightRows => ({
  joints: new Uint16Array(vertexCount * ROW_WIDTH),
  weights: new Float32Array(vertexCount * ROW_WIDTH),
  width: ROW_WIDTH,
});

/** Inserts a weight among the largest of a row; the smallest is dropped. */
export function insertWeight(rows: WeightRows, vertex: number, joint: number, weight: number): void {
  const { joints, weights, width } = rows;
  const start = vertex * width;
  let i = start + width - 1;
  if (!(weight > weights[i])) return;
  for (; i > start && weights[i - 1] < weight; i--) {
    weights[i] = weights[i - 1];
    joints[i] = joints[i - 1];
  }
  weights[i] = weight;
  joints[i] = joint;
}

/**
 * How fast a weight fades as it nears the largest one that is cut off. Where more joints than fit share a belly or a neck,
 * a hard cut lets a fifth of the weight jump from one joint to another along an edge: that is where skins tore.
 */
const FADE = 3;

const MOST_CUT = 0.999;

/**
 * The skin of the mesh, each vertex with the row of its welded vertex: the largest `influenceCount` weights to the power
 * of `contrast`, faded toward the first that is cut off, those too small dropped, summing to 1. An empty row follows the
 * first joint.
 */
export function rowsToSkin(
  rows: WeightRows,
  vertexMap: Uint32Array,
  influenceCount: number,
  contrast: number,
): Skin {
  const { joints, weights, width } = rows;
  const rowCount = weights.length / width;
  const kept = new Float32Array(rowCount * influenceCount);
  for (let v = 0; v < rowCount; v++) {
    const top = weights[v * width];
    // Of as many equal weights as do not fit, none could be chosen: the largest is never quite faded.
    const cut = influenceCount < width ? Math.min(weights[v * width + influenceCount], MOST_CUT * top) : 0;
    let sum = 0;
    for (let k = 0; k < Math.min(influenceCount, width); k++) {
      const weight = weights[v * width + k];
      const share = weight / top;
      const fade = Math.max(0, 1 - (cut / weight) ** FADE);
      kept[v * influenceCount + k] = share > LEAST_WEIGHT ? share ** contrast * fade : 0;
      sum += kept[v * influenceCount + k];
    }
    for (let k = 0; k < influenceCount; k++) kept[v * influenceCount + k] /= sum;
    if (!(top > 0)) kept[v * influenceCount] = 1;
  }
  const skin = {
    joints: new Uint16Array(vertexMap.length * influenceCount),
    weights: new Float32Array(vertexMap.length * influenceCount),
    influenceCount,
  };
  for (let v = 0; v < vertexMap.length; v++) {
    for (let k = 0; k < influenceCount; k++) {
      const weight = kept[vertexMap[v] * influenceCount + k];
      skin.weights[v * influenceCount + k] = weight;
      if (weight > 0) skin.joints[v * influenceCount + k] = joints[vertexMap[v] * width + k];
    }
  }
  return skin;
}
