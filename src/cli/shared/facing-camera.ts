/** @file Named views seen from where the body faces: "side" is the side of a body that looks along X, too. */

import type { Model } from '../../io/model.js';
import { VIEWS, type ViewName } from '../../render/camera.js';
import { kindOf } from '../../rig/anatomy/views.js';
import type { Anatomy } from '../../rig/rig-records.js';

/** The camera of a view for a model; one whose body is not known is taken to face +Z. */
export function facingCamera(
  { anatomy }: Pick<Model, 'anatomy'>,
  view: ViewName,
): { view: ViewName; azimuth: number } {
  return { view, azimuth: VIEWS[view].azimuth + (anatomy ? facingOf(anatomy) : 0) };
}

/** Degrees about +Y from +Z to where a body faces. */
function facingOf(anatomy: Anatomy): number {
  const { forward } = anatomy;
  if (kindOf(anatomy) === 'unknown' || Math.hypot(forward[0], forward[2]) < 0.5) return 0;
  return (Math.atan2(forward[0], forward[2]) * 180) / Math.PI;
}
