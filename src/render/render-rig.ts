/**
 * @file A picture of a rig in a pose, with its weights and its skeleton where wanted.
 */

import { PosespaceError } from '../base/errors.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose } from '../rig/rig-records.js';
import { type DrawSkeletonOptions, drawSkeletonInto } from './draw-skeleton.js';
import type { Image } from './image.js';
import { paintJoints, paintJointWeight } from './paint-weights.js';
import {
  cameraOf,
  RENDER_MESH_DEFAULTS,
  type RenderMeshOptions,
  renderMesh,
  usedPositions,
} from './render-mesh.js';

export interface RenderRigOptions
  extends Omit<RenderMeshOptions, 'positions'>,
    Pick<DrawSkeletonOptions, 'boneColor' | 'boneRadius' | 'jointNames'> {
  /**
   * What colours the surface: one colour (or `colors`), all joints by weight, or one joint's weight as heat.
   */
  readonly paint?: 'plain' | 'joints' | { readonly weightsOf: number | string };
  /** Draws the skeleton over the mesh. */
  readonly skeleton?: boolean;
}

export const RENDER_RIG_DEFAULTS = Object.freeze({
  ...RENDER_MESH_DEFAULTS,
  paint: 'plain',
  skeleton: false,
  jointNames: false,
} as const satisfies RenderRigOptions);

/** Draws a rig in a pose, the rest pose where none is given. */
export function renderRig(
  rig: Rig,
  pose: Pose = restPose(rig.skeleton),
  options: RenderRigOptions = {},
): Image {
  const settings = { ...RENDER_RIG_DEFAULTS, ...options };
  const positions = skinMesh(rig, pose);
  const camera = cameraOf(usedPositions(positions, rig.mesh.triangles), settings);
  const image = renderMesh(rig.mesh, { ...settings, positions, camera, colors: colorsOf(rig, settings) });
  if (settings.skeleton || settings.jointNames) {
    drawSkeletonInto(image, rig.skeleton, poseJoints(rig.skeleton, pose).positions, camera, settings);
  }
  return image;
}

function colorsOf(rig: Rig, { paint, colors }: RenderRigOptions): Uint8Array | undefined {
  if (paint === 'joints') return paintJoints(rig);
  if (paint === undefined || paint === 'plain') return colors;
  const { weightsOf } = paint;
  const joint = typeof weightsOf === 'number' ? weightsOf : rig.skeleton.names.indexOf(weightsOf);
  if (joint < 0) {
    throw new PosespaceError(
      'bad-usage',
      `render/renderRig: no joint is called that, got ${weightsOf}; ` +
        `use one of ${rig.skeleton.names.slice(0, 8).join(', ')}`,
    );
  }
  return paintJointWeight(rig, joint);
}
