/**
 * @file Renders a rig in a pose, optionally with its skin weights and its skeleton.
 */

import { usedPositions } from '../mesh/used-vertices.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../rig/kinematics/skin-mesh.js';
import { type JointRef, jointIndex } from '../rig/names/joint-index.js';
import { type Pose, type Rig, restPose } from '../rig/rig-records.js';
import { type DrawSkeletonOptions, drawSkeletonInto } from './draw-skeleton.js';
import type { Image } from './image.js';
import { paintJoints, paintJointWeight } from './paint-weights.js';
import { cameraOf, RENDER_MESH_DEFAULTS, type RenderMeshOptions, renderMesh } from './render-mesh.js';

/** Options of `renderRig`. */
export interface RenderRigOptions
  extends Omit<RenderMeshOptions, 'positions'>,
    Pick<DrawSkeletonOptions, 'boneColor' | 'boneRadius' | 'jointNames'> {
  /**
   * Colours of the surface: one colour (or `colors`), a colour per joint blended by weight, or a heat map of one joint's
   * weights.
   */
  readonly paint?: 'plain' | 'joints' | { readonly weightsOf: JointRef };
  /** Draws the skeleton over the mesh. */
  readonly skeleton?: boolean;
}

/** Defaults of `renderRig`. */
export const RENDER_RIG_DEFAULTS = Object.freeze({
  ...RENDER_MESH_DEFAULTS,
  paint: 'plain',
  skeleton: false,
  jointNames: false,
} as const satisfies RenderRigOptions);

/** Renders a rig in a pose, by default the rest pose. */
export function renderRig(
  rig: Rig,
  pose: Pose = restPose(rig.skeleton),
  options: RenderRigOptions = {},
): Image {
  const settings = { ...RENDER_RIG_DEFAULTS, ...options };
  const positions = skinMesh(rig, pose);
  const camera = cameraOf(usedPositions({ ...rig.mesh, positions }), settings);
  const surface = settings.paint === 'plain' ? settings.surface : undefined;
  const colors = colorsOf(rig, settings);
  const image = renderMesh(rig.mesh, { ...settings, positions, camera, colors, surface });
  if (settings.skeleton || settings.jointNames) {
    drawSkeletonInto(image, rig.skeleton, poseJoints(rig.skeleton, pose).positions, camera, settings);
  }
  return image;
}

function colorsOf(rig: Rig, { paint, colors }: RenderRigOptions): Uint8Array | undefined {
  if (paint === 'joints') return paintJoints(rig);
  if (paint === undefined || paint === 'plain') return colors;
  return paintJointWeight(rig, jointIndex(rig.skeleton, paint.weightsOf, 'render/renderRig'));
}
