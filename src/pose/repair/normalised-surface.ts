/** @file The skinned surface of a pose space in normalised units, the space in which poses are solved and repaired. */

import type { Rig } from '../../rig/rig-records.js';
import type { BoundRig } from '../model/bound-rig.js';

/** The body with its mesh, normalised; undefined where there is no mesh, or no triangle in it. */
export function normalisedSurface({ anatomy, rig }: BoundRig): Rig | undefined {
  const { mesh, skin, skeleton } = anatomy.rig;
  if (!mesh || !skin || mesh.triangles.length < 3) return undefined;
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = (mesh.positions[i] - skeleton.rest[i % 3]) * rig.scale;
  }
  return {
    mesh: { positions, triangles: mesh.triangles },
    skeleton: { ...skeleton, rest: Float32Array.from(rig.rest) },
    skin,
  };
}
