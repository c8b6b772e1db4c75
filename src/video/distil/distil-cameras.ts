/** @file Cameras around a body for distillation: one from the side, then as far apart as half a circle allows. */

import { type Camera, frameCamera } from '../../render/camera.js';
import type { Rig } from '../../rig/rig-records.js';

/** Degrees: of the first camera, and above the horizon by turns: what lies flat shows from above. */
const FIRST = 65;
const ELEVATIONS = [12, 40];
/** Free border, fraction of the picture: limbs leave the outline at rest. */
const MARGIN = 0.16;

/** Cameras, the lowest point and the height of a body at rest. */
export function distilCameras(
  rig: Rig,
  count: number,
): { readonly cameras: readonly Camera[]; readonly low: number; readonly height: number } {
  const { positions } = rig.mesh;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  const cameras = Array.from({ length: count }, (_, i) =>
    frameCamera(positions, {
      azimuth: FIRST - (180 * i) / count,
      elevation: ELEVATIONS[i % 2],
      margin: MARGIN,
    }),
  );
  return { cameras, low, height: high - low };
}
