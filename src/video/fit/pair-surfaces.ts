/** @file Points of a body paired with the nearest of a mesh and back, for a fit by symmetric Chamfer distance. */

import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex, type SurfaceIndex } from '../../mesh/nearest-surface.js';
import { type SurfaceSamples, samplePositions } from '../../mesh/sample-surface.js';
import type { FitBody, PosedBody } from './fit-body.js';
import type { SpatialTargets } from './spatial-terms.js';

/** A body with points spread over it. */
export interface PairedBody {
  readonly body: FitBody;
  readonly samples: SurfaceSamples;
}

/** Body points with the nearest of the mesh, mesh points with the nearest of the body; and the Chamfer distance. */
export function pairSurfaces(
  { body, samples }: PairedBody,
  { positions }: PosedBody,
  seen: Float32Array,
  placed: Mesh,
  surface: SurfaceIndex,
): SpatialTargets & { readonly chamfer: number } {
  const { triangles } = body.rig.mesh;
  const own = samplePositions(samples, positions, triangles);
  const [ownCount, seenCount] = [own.length / 3, seen.length / 3];
  const corners = new Uint32Array((ownCount + seenCount) * 3);
  const weights = new Float32Array(corners.length);
  const targets = new Float32Array(corners.length);
  const distances = [new Float32Array(ownCount), new Float32Array(seenCount)];
  const point = [0, 0, 0];
  for (let i = 0; i < ownCount; i++) {
    surface.nearest(own[i * 3], own[i * 3 + 1], own[i * 3 + 2]);
    distances[0][i] = surface.found.distance;
    surfacePoint(point, surface, placed);
    for (let k = 0; k < 3; k++) {
      corners[i * 3 + k] = triangles[samples.triangles[i] * 3 + k];
      weights[i * 3 + k] = samples.barycentric[i * 3 + k];
      targets[i * 3 + k] = point[k];
    }
  }
  const skin = createSurfaceIndex({ positions, triangles });
  for (let i = 0; i < seenCount; i++) {
    const t = skin.nearest(seen[i * 3], seen[i * 3 + 1], seen[i * 3 + 2]);
    distances[1][i] = skin.found.distance;
    for (let k = 0; k < 3; k++) {
      const row = (ownCount + i) * 3 + k;
      corners[row] = triangles[Math.max(0, t) * 3 + k];
      weights[row] = skin.found.barycentric[k];
      targets[row] = seen[i * 3 + k];
    }
  }
  const chamfer = (trimmedMean(distances[0]) + trimmedMean(distances[1])) / 2;
  return { count: ownCount + seenCount, corners, weights, targets, chamfer };
}

/** out = the point that a surface index found last. */
function surfacePoint(out: number[], { found }: SurfaceIndex, { positions, triangles }: Mesh): void {
  out.fill(0);
  for (let c = 0; c < 3 && found.triangle >= 0; c++) {
    const v = triangles[found.triangle * 3 + c] * 3;
    for (let k = 0; k < 3; k++) out[k] += found.barycentric[c] * positions[v + k];
  }
}

/** Mean without the farthest tenth: what a hole took has no partner. */
function trimmedMean(distances: Float32Array): number {
  const kept = distances
    .slice()
    .sort()
    .subarray(0, Math.ceil(distances.length * 0.9));
  return kept.reduce((sum, d) => sum + d, 0) / kept.length;
}
