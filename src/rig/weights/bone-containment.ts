/**
 * @file How much of each bone lies inside each part of a body: a helmet belongs to the bone that runs through it.
 */

import { createWindingNumber } from '../../mesh/winding-number.js';
import type { Bones } from './build-bones.js';
import type { WeightSurface } from './weight-surface.js';

/** Fractions along a bone that are tested. */
const STATIONS = [0.1, 0.35, 0.6, 0.85];

/** Fraction of each bone inside each component, 0 to 1. [C, J] */
export function measureContainment(surface: WeightSurface, bones: Bones): Float32Array {
  const { mesh, components } = surface;
  const { count, boxes, ofTriangle } = components;
  const jointCount = bones.lengths.length;
  const shares = new Float32Array(count * jointCount);

  // (1) Triangles by component.
  const starts = new Uint32Array(count + 1);
  for (let c = 0; c < count; c++) starts[c + 1] = starts[c] + components.triangleCounts[c] * 3;
  const sorted = new Uint32Array(starts[count]);
  const filled = starts.slice(0, count);
  for (let t = 0; t < ofTriangle.length; t++) {
    const c = ofTriangle[t];
    if (c >= count) continue;
    for (let k = 0; k < 3; k++) sorted[filled[c]++] = mesh.triangles[t * 3 + k];
  }

  // (2) A part is only tested where a bone runs through its box: a tree for each of 10,000 specks is too much.
  for (let c = 0; c < count; c++) {
    let winding = count === 1 ? surface.winding : undefined;
    for (let j = 0; j < jointCount; j++) {
      for (const t of STATIONS) {
        const x = bones.starts[j * 3] + t * bones.axes[j * 3];
        const y = bones.starts[j * 3 + 1] + t * bones.axes[j * 3 + 1];
        const z = bones.starts[j * 3 + 2] + t * bones.axes[j * 3 + 2];
        if (!(x >= boxes[c * 6] && x <= boxes[c * 6 + 3] && y >= boxes[c * 6 + 1] && y <= boxes[c * 6 + 4]))
          continue;
        if (!(z >= boxes[c * 6 + 2] && z <= boxes[c * 6 + 5])) continue;
        winding ??= createWindingNumber({
          positions: mesh.positions,
          triangles: sorted.subarray(starts[c], starts[c + 1]),
        });
        if (Math.abs(winding(x, y, z)) > 0.5) shares[c * jointCount + j] += 1 / STATIONS.length;
      }
    }
  }
  return shares;
}
