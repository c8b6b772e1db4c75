/**
 * @file A smaller surface to rig in place of a large mesh, and the way back. Weights, joints inside the surface, the body plan
 * and the report take time and memory by the number of triangles; only the voxels that the skeleton is found in still come
 * from the whole mesh.
 *
 * 1.4 M triangles: 80 s and 1.4 GB as they are, 10 s and 0.5 GB by way of 60,000, with reading and writing.
 */

import type { Finding } from '../base/finding.js';
import { type Mesh, triangleCount } from '../mesh/mesh.js';
import { simplifyMesh } from '../mesh/simplify-mesh.js';
import { weld } from '../mesh/weld.js';
import type { Skin } from './rig-records.js';
import { transferFromSimplified } from './weights/transfer-from-simplified.js';

/** A simplified surface for rigging. */
export interface RigSurface {
  readonly mesh: Mesh;
  /** The skin of the whole mesh from that of the simplified one. */
  readonly transfer: (skin: Skin) => Skin;
  readonly finding: Finding;
}

/** Simplifies a mesh to about so many triangles. */
export async function simplifyForRig(mesh: Mesh, targetCount: number): Promise<RigSurface> {
  const welded = weld(mesh);
  const simplified = await simplifyMesh(welded.mesh, targetCount);
  return {
    mesh: simplified.mesh,
    transfer: (skin) => unweldSkin(transferFromSimplified(welded.mesh, simplified, skin), welded.vertexMap),
    finding: {
      code: 'simplified',
      severity: 'info',
      message:
        `The mesh has ${triangleCount(mesh)} triangles: skeleton and weights come from a surface of ` +
        `${triangleCount(simplified.mesh)}, and every vertex of the mesh has its weights.`,
    },
  };
}

/** The skin of a mesh from that of its welded vertices. */
function unweldSkin(skin: Skin, vertexMap: Uint32Array): Skin {
  const { joints, weights, influenceCount } = skin;
  if (vertexMap.length * influenceCount === weights.length) return skin;
  const out = {
    joints: new Uint16Array(vertexMap.length * influenceCount),
    weights: new Float32Array(vertexMap.length * influenceCount),
    influenceCount,
  };
  for (let i = 0; i < out.weights.length; i++) {
    const entry = vertexMap[Math.floor(i / influenceCount)] * influenceCount + (i % influenceCount);
    out.joints[i] = joints[entry];
    out.weights[i] = weights[entry];
  }
  return out;
}
