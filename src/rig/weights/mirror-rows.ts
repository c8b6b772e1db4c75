/**
 * @file Makes the weights of a symmetric body exactly symmetric: a vertex and its partner get the mean of both rows, mirrored, to
 * the last bit.
 */

import type { Mirror } from './find-mirror.js';
import { createRows, insertWeight, LEAST_WEIGHT, type WeightRows } from './weight-rows.js';

/**
 * Rows that are mirror images of each other in the first `kept` entries; those of vertices and joints without a
 * partner do not change.
 */
export function mirrorRows(rows: WeightRows, mirror: Mirror, jointCount: number, kept: number): WeightRows {
  const { joints, weights, width } = rows;
  const out = createRows(weights.length / width);
  const sums = new Float64Array(jointCount);
  const touched = new Int32Array(width * 2);
  for (let v = 0; v < mirror.vertices.length; v++) {
    const partner = mirror.vertices[v];
    if (partner < 0 || !hasPartners(rows, v, mirror) || !hasPartners(rows, partner, mirror)) {
      for (let i = v * width; i < (v + 1) * width; i++) insertWeight(out, v, joints[i], weights[i]);
      continue;
    }
    if (partner < v) continue;
    let count = 0;
    const add = (joint: number, weight: number): void => {
      if (!(weight > 0) || joint < 0) return;
      if (sums[joint] === 0) touched[count++] = joint;
      sums[joint] += weight / 2;
    };
    for (let k = 0; k < width; k++) {
      const own = joints[v * width + k];
      add(mirror.joints[own] < 0 ? -1 : own, weights[v * width + k]);
      add(mirror.joints[joints[partner * width + k]], weights[partner * width + k]);
    }
    for (let i = 0; i < count; i++) {
      insertWeight(out, v, touched[i], sums[touched[i]]);
      sums[touched[i]] = 0;
    }
    if (partner === v) evenTail(out, v, mirror, Math.min(kept, width));
    else copyMirrored(out, v, partner, mirror);
  }
  return out;
}

/** Whether every joint of a row has a partner: a sword in one hand has none. */
function hasPartners({ joints, weights, width }: WeightRows, v: number, mirror: Mirror): boolean {
  for (let k = v * width; k < (v + 1) * width; k++) {
    if (weights[k] > LEAST_WEIGHT * weights[v * width] && mirror.joints[joints[k]] < 0) return false;
  }
  return true;
}

function copyMirrored(
  { joints, weights, width }: WeightRows,
  from: number,
  to: number,
  mirror: Mirror,
): void {
  for (let k = 0; k < width; k++) {
    joints[to * width + k] = mirror.joints[joints[from * width + k]];
    weights[to * width + k] = weights[from * width + k];
  }
}

/** On the plane, one of two equal partners may have been cut off: the other is dropped too. */
function evenTail({ joints, weights, width }: WeightRows, v: number, mirror: Mirror, kept: number): void {
  const start = v * width;
  for (let k = start + 1; k < start + kept; k++) {
    const partner = mirror.joints[joints[k]];
    if (weights[k] === 0 || partner === joints[k]) continue;
    let at = start;
    while (at < start + kept && joints[at] !== partner) at++;
    if (at === start + kept) weights[k] = 0;
  }
}
