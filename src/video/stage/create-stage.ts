/**
 * @file A stage for a creature: a static perspective camera that shows its limbs, a plain background far from its
 * colours, the ground below it, and a prompt.
 */

import { PosespaceError } from '../../base/errors.js';
import { usedPositions } from '../../mesh/used-vertices.js';
import { renderMesh } from '../../render/render-mesh.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { type BackgroundColor, chooseBackground } from './choose-background.js';
import { chooseCamera } from './choose-camera.js';
import { composePrompt } from './compose-prompt.js';
import { stagePaint } from './stage-paint.js';
import type { Stage } from './stage-record.js';

/** Options of `createStage`. */
export interface CreateStageOptions {
  /** Pixels; sizes that video models take: 832 × 480, 1280 × 720, 960 × 960. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
  /** Degrees about +Y, 0 in front, 90 on the creature's left; absent: chosen to show the limbs. */
  readonly azimuth?: number;
  /** Degrees above the horizon, −90 to 90; absent: chosen. */
  readonly elevation?: number;
  /** Vertical field of view, degrees, 5 to 100. */
  readonly fieldOfView?: number;
  /** Free border on each side as a fraction of the picture, 0 to 0.4: room to move. */
  readonly margin?: number;
  /** Colour of the background, sRGB; absent: far from the creature's colours. */
  readonly background?: BackgroundColor;
  /** Draws a checkerboard on the ground. */
  readonly checkerboard?: boolean;
  /** Draws a mottled pattern on a surface without colours. */
  readonly pattern?: boolean;
  /** The pose of the first frame; absent: the rest pose. */
  readonly pose?: Pose;
  /** What the creature shall do: "walks to the left". */
  readonly action?: string;
  /** What the creature is: "a dragon". */
  readonly subject?: string;
  /** Textures and colours of the model. */
  readonly surface?: SurfacePaint;
}

/** Defaults of `createStage`. */
export const CREATE_STAGE_DEFAULTS = Object.freeze({
  width: 832,
  height: 480,
  fieldOfView: 36,
  margin: 0.17,
  checkerboard: false,
  pattern: true,
  action: 'moves',
} as const satisfies CreateStageOptions);

/** A stage for a rig. */
export function createStage(rig: Rig, options: CreateStageOptions = {}): Stage {
  const settings = { ...CREATE_STAGE_DEFAULTS, ...options };
  const { width, height, fieldOfView, margin, pose, checkerboard } = settings;
  for (const side of [width, height]) {
    if (Number.isInteger(side) && side >= 64 && side <= 4096) continue;
    throw new PosespaceError(
      'bad-usage',
      `video/createStage: a side is ${side} pixels; give 64 to 4096, as 832 × 480`,
    );
  }
  const positions = skinMesh(rig, pose ?? restPose(rig.skeleton));
  const used = usedPositions({ ...rig.mesh, positions });
  if (used.length === 0) {
    throw new PosespaceError('bad-input', 'video/createStage: the rig has no surface to film; give a mesh');
  }
  const camera = chooseCamera(rig, positions, { ...settings, fieldOfView, margin, width, height });
  const pattern = settings.pattern && settings.surface === undefined;
  const surface = stagePaint(rig, { pattern }, settings.surface);
  const picture = renderMesh(rig.mesh, {
    positions,
    camera,
    surface,
    width: Math.round(width / 4),
    height: Math.round(height / 4),
    background: 'transparent',
    ground: false,
    supersample: 1,
  });
  let ground = Infinity;
  for (let i = 1; i < used.length; i += 3) ground = Math.min(ground, used[i]);
  return {
    width,
    height,
    camera,
    ground,
    background: settings.background ?? chooseBackground(picture),
    checkerboard,
    pattern,
    ...(pose && { pose }),
    ...composePrompt(settings.action, settings.subject),
  };
}
