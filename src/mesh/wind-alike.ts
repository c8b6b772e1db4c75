/**
 * @file Triangles that are wound alike: neighbours agree across their edge, pieces look outward. Where a file winds them at
 * random, normals say nothing and no point is inside. A mesh whose triangles agree is left as it is.
 */

import type { Mesh } from './mesh.js';
import { measureDisagreement, orientTriangles } from './voxel/orient-triangles.js';
import { weld } from './weld.js';

/** Share of the edges between two triangles at which these may disagree: real meshes have a few. */
const FEW = 0.02;

/** Turns triangles round until they agree; the same mesh where nearly all do. */
export function windAlike(mesh: Mesh): Mesh {
  const welded = weld(mesh).mesh;
  if (measureDisagreement(welded) <= FEW) return mesh;
  const triangles = mesh.triangles.slice();
  orientTriangles(welded).forEach((sign, t) => {
    if (sign < 0) {
      [triangles[t * 3 + 1], triangles[t * 3 + 2]] = [triangles[t * 3 + 2], triangles[t * 3 + 1]];
    }
  });
  return { ...mesh, triangles };
}
