/** @file From poses to the trajectories of visible cells, and from changed trajectories to targets of the surface. */

import type { Camera } from '../../render/camera.js';
import type { FitBody, PosedBody } from '../fit/fit-body.js';
import type { SpatialTargets } from '../fit/spatial-terms.js';
import { cosineBasis, type TrajectoryCells } from './trajectory-cells.js';

/** The coefficients of posed frames. [N, K, 3], half diameters */
export function measureTrajectories(
  body: FitBody,
  cells: TrajectoryCells,
  frames: readonly PosedBody[],
  frequencyCount: number,
): Float32Array {
  const basis = cosineBasis(frequencyCount, frames.length);
  const out = new Float32Array(cells.count * frequencyCount * 3);
  const { positions } = body.rig.mesh;
  const point = new Float64Array(3);
  const moved = new Float64Array(3);
  frames.forEach((posed, f) => {
    for (let n = 0; n < cells.count; n++) {
      cellPointInto(point, cells, n, posed.positions);
      cellPointInto(moved, cells, n, positions);
      for (let k = 0; k < 3; k++) point[k] = (point[k] - moved[k]) / body.unit;
      for (const [a, axis] of axesOf(cells.cameras[cells.views[n]]).entries()) {
        const d = point[0] * axis[0] + point[1] * axis[1] + point[2] * axis[2];
        for (let k = 0; k < frequencyCount; k++) {
          out[(n * frequencyCount + k) * 3 + a] += basis[k * frames.length + f] * d;
        }
      }
    }
  });
  return out;
}

/** Where each point should be in a frame, so that its coefficients change by `change`. [N, K, 3] */
export function trajectoryTargets(
  body: FitBody,
  cells: TrajectoryCells,
  { positions }: PosedBody,
  change: Float32Array,
  frame: number,
  frameCount: number,
): SpatialTargets {
  const frequencyCount = change.length / cells.count / 3;
  const basis = cosineBasis(frequencyCount, frameCount);
  const targets = new Float32Array(cells.count * 3);
  const point = new Float64Array(3);
  for (let n = 0; n < cells.count; n++) {
    cellPointInto(point, cells, n, positions);
    for (const [a, axis] of axesOf(cells.cameras[cells.views[n]]).entries()) {
      let d = 0;
      for (let k = 0; k < frequencyCount; k++) {
        d += change[(n * frequencyCount + k) * 3 + a] * basis[k * frameCount + frame];
      }
      // The inverse of the basis is its transpose times F: it was divided by √F twice.
      for (let k = 0; k < 3; k++) point[k] += d * frameCount * body.unit * axis[k];
    }
    targets.set(point, n * 3);
  }
  return { count: cells.count, corners: cells.corners, weights: cells.weights, targets };
}

const axesOf = ({ right, up, back }: Camera) => [right, up, back];

function cellPointInto(
  out: Float64Array,
  { corners, weights }: TrajectoryCells,
  cell: number,
  vertices: Float32Array,
): void {
  out.fill(0);
  for (let c = 0; c < 3; c++) {
    const [v, w] = [corners[cell * 3 + c] * 3, weights[cell * 3 + c]];
    for (let k = 0; k < 3; k++) out[k] += w * vertices[v + k];
  }
}
