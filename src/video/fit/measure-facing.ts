/**
 * @file Whether two surfaces that meet are the same: where a wing is folded the wrong way or a limb stands in for another,
 * points lie on each other and the normals do not agree. Those of a reconstruction are smoothed, those of the body are
 * its triangles'. How well they agree at best depends on edges, noise and thin parts (.98 on a skull, .45 on a bird of
 * flat sheets), so frames are compared with each other, not with a number for all bodies.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex } from '../../mesh/nearest-surface.js';
import { samplePositions } from '../../mesh/sample-surface.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';
import { type FitPose, poseBody } from './fit-body.js';
import type { PairedBody } from './pair-surfaces.js';
import { applyRegistration, type Registration } from './register-points.js';

/** Mean cosine between the normals of a posed body and of the nearest places of a mesh, −1 to 1. */
export function measureFacing(
  { body, samples }: PairedBody,
  { pose, registration }: { readonly pose: FitPose; readonly registration: Registration },
  { mesh, normals }: { readonly mesh: Mesh; readonly normals: Float32Array },
): number {
  const { triangles } = body.rig.mesh;
  const { positions } = poseBody(body, pose);
  const points = samplePositions(samples, positions, triangles);
  const surface = createSurfaceIndex({ ...mesh, positions: applyRegistration(registration, mesh.positions) });
  const turned = applyRegistration({ yaw: registration.yaw, scale: 1, shift: [0, 0, 0] }, normals);
  const own = new Float64Array(3);
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) {
    const t = surface.nearest(points[i], points[i + 1], points[i + 2]) * 3;
    if (t < 0) continue;
    triangleNormalInto(own, 0, { positions, triangles }, samples.triangles[i / 3]);
    const { barycentric } = surface.found;
    const other = [0, 1, 2].map((k) =>
      [0, 1, 2].reduce((value, c) => value + barycentric[c] * turned[mesh.triangles[t + c] * 3 + k], 0),
    );
    const lengths = Math.hypot(...own) * Math.hypot(...other);
    if (lengths > 0) sum += (own[0] * other[0] + own[1] * other[1] + own[2] * other[2]) / lengths;
  }
  return (3 * sum) / points.length;
}
