/** @file Named views seen from where the body faces: "side" is the side of a body that looks along X, too. */

import { type Model, modelRig } from '../../io/model.js';
import { VIEWS, type ViewName } from '../../render/camera.js';
import { findBodyPlan } from '../../rig/body-plan/find-body-plan.js';
import type { Rig } from '../../rig/rig-records.js';

/** The camera of a view for a model; bodies without a rig, or that cannot be recognised, are taken to face +Z. */
export function facingCamera(model: Model, view: ViewName): { view: ViewName; azimuth: number } {
  const rig = modelRig(model);
  return { view, azimuth: VIEWS[view].azimuth + (rig ? facingOf(rig) : 0) };
}

/** Degrees about +Y from +Z to where a rig faces. */
export function facingOf({ mesh, skeleton, skin }: Rig): number {
  if (mesh.triangles.length === 0) return 0;
  const { kind, forward } = findBodyPlan(mesh, skeleton, { skin });
  if (kind === 'unknown' || Math.hypot(forward[0], forward[2]) < 0.5) return 0;
  return (Math.atan2(forward[0], forward[2]) * 180) / Math.PI;
}
