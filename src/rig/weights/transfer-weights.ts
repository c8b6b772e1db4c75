/**
 * @file Skin weights for any points near a rigged surface: Gaussian splats, a denser or coarser mesh, clothes. A point gets the
 * weights of the nearest point of the surface, interpolated from the corners of its triangle.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createPointIndex } from '../../mesh/nearest-point.js';
import { createSurfaceIndex } from '../../mesh/nearest-surface.js';
import type { Skin } from '../rig-records.js';

/** Points between checks of the caller's signal. */
const STRETCH = 4096;
/** At most this fraction of a row's largest entry is subtracted: rows of many equal entries keep theirs. */
const MOST_SUBTRACTED = 0.5;

/** Transfers a mesh's skin weights to points [P, 3]; a mesh without triangles gives those of the nearest vertex. */
export function transferWeights(
  mesh: Mesh,
  skin: Skin,
  points: Float32Array,
  options: WorkOptions = {},
): Skin {
  const { influenceCount } = skin;
  const vertexCount = mesh.positions.length / 3;
  if (skin.weights.length !== vertexCount * influenceCount || vertexCount === 0) {
    throw new PosespaceError(
      'bad-input',
      `rig/transferWeights: the mesh needs one row of weights per vertex, got ${vertexCount} vertices and ` +
        `${skin.weights.length / influenceCount} rows; pass the skin of this mesh`,
    );
  }
  const surface = createSurfaceIndex(mesh);
  const vertices = createPointIndex(mesh.positions);
  const pointCount = Math.floor(points.length / 3);
  const joints = new Uint16Array(pointCount * influenceCount);
  const weights = new Float32Array(pointCount * influenceCount);
  const blend = createRowBlend(skin);
  for (let i = 0; i < pointCount; i++) {
    if (i % STRETCH === 0) {
      throwIfAborted(options.signal);
      options.onProgress?.({ stage: 'transferring weights', fraction: i / pointCount });
    }
    const x = points[i * 3];
    const y = points[i * 3 + 1];
    const z = points[i * 3 + 2];
    const triangle = surface.nearest(x, y, z);
    blend.clear();
    for (let k = 0; k < 3 && triangle >= 0; k++) {
      blend.add(mesh.triangles[triangle * 3 + k], surface.found.barycentric[k]);
    }
    // No surface: the nearest vertex, and for a point that is not finite the first.
    if (triangle < 0) blend.add(Math.max(0, vertices.nearest(x, y, z)), 1);
    blend.writeInto(joints, weights, i * influenceCount);
  }
  return { joints, weights, influenceCount };
}

/**
 * Sums rows of a skin and returns the largest entries, normalised. The largest entry that is left out is subtracted from
 * them, so that weights do not jump where another joint takes its place.
 */
export function createRowBlend({ joints, weights, influenceCount }: Skin) {
  const sumJoints = new Uint16Array(influenceCount * 3);
  const sums = new Float64Array(influenceCount * 3);
  let count = 0;
  return {
    clear() {
      count = 0;
    },
    add(vertex: number, share: number) {
      for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
        if (!(weights[k] * share > 0)) continue;
        let i = 0;
        while (i < count && sumJoints[i] !== joints[k]) i++;
        if (i === count) {
          sumJoints[count] = joints[k];
          sums[count++] = 0;
        }
        sums[i] += weights[k] * share;
      }
    },
    writeInto(outJoints: Uint16Array, outWeights: Float32Array, at: number) {
      const keptCount = Math.min(count, influenceCount);
      for (let k = 0; k < Math.min(count, keptCount + 1); k++) {
        let best = k;
        for (let i = k + 1; i < count; i++) {
          if (sums[i] > sums[best] || (sums[i] === sums[best] && sumJoints[i] < sumJoints[best])) best = i;
        }
        const [joint, sum] = [sumJoints[best], sums[best]];
        sumJoints[best] = sumJoints[k];
        sums[best] = sums[k];
        sumJoints[k] = joint;
        sums[k] = sum;
      }
      const cut = keptCount < count ? Math.min(sums[keptCount], MOST_SUBTRACTED * sums[0]) : 0;
      let total = 0;
      for (let k = 0; k < keptCount; k++) total += Math.max(0, sums[k] - cut);
      for (let k = 0; k < keptCount && sums[k] > cut; k++) {
        outJoints[at + k] = sumJoints[k];
        outWeights[at + k] = (sums[k] - cut) / total;
      }
      // An empty row follows the first joint.
      if (count === 0) outWeights[at] = 1;
    },
  };
}
