/** @file What a creature is painted with on a stage: its own textures and colours, or clay with a mottled pattern. */

import { computeBox, longestSide } from '../../mesh/box.js';
import { linearColor, THEMES } from '../../render/color.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Stage } from './stage-record.js';

/** Size of a patch over the longest side, and how dark it is. */
const PATCH_SIZE = 1 / 32;
const PATCH_CONTRAST = 0.7;

/** The paint of a rig: `surface` where the model has colours, clay otherwise. */
export function stagePaint(
  rig: Rig,
  { pattern }: Pick<Stage, 'pattern'>,
  surface?: SurfacePaint,
): SurfacePaint {
  if (surface) return surface;
  const { positions } = rig.mesh;
  return {
    materials: [{ color: linearColor(THEMES.light.clay) }],
    ...(pattern && {
      pattern: {
        positions,
        size: longestSide(computeBox(positions)) * PATCH_SIZE || 1,
        contrast: PATCH_CONTRAST,
      },
    }),
  };
}
