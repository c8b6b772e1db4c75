/**
 * @file A picture of a skeleton without a body (motion capture, a new rig): bones and joints as small
 * solids, lit like a mesh, so that depth and contact with the ground can be seen.
 */

import { distanceBetween, type Vec3 } from '../math/vector.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, restPose, type Skeleton } from '../rig/rig-records.js';
import { type Color, jointColor, THEMES } from './color.js';
import { drawJointNamesInto } from './draw-skeleton.js';
import type { Image } from './image.js';
import { cameraOf, RENDER_DEFAULTS, type RenderOptions, renderMesh } from './render-mesh.js';
import { addOctahedralBone, addSphere, type ShapeBuilder, shapeMesh } from './skeleton-shapes.js';

/** Options of `renderSkeleton`. */
export interface RenderSkeletonOptions extends RenderOptions {
  /** Colour of the bones, or a colour for each joint. */
  readonly boneColor?: Color | 'joints';
  readonly jointNames?: boolean;
  /** Thickness of the bones over the size of the skeleton, 0.001 to 0.1. */
  readonly thickness?: number;
}

/** Defaults of `renderSkeleton`. */
export const RENDER_SKELETON_DEFAULTS = Object.freeze({
  ...RENDER_DEFAULTS,
  jointNames: false,
  thickness: 0.012,
} as const satisfies RenderSkeletonOptions);

/** Draws a skeleton in a pose, the rest pose where none is given. */
export function renderSkeleton(
  skeleton: Skeleton,
  pose: Pose = restPose(skeleton),
  options: RenderSkeletonOptions = {},
): Image {
  const settings = { ...RENDER_SKELETON_DEFAULTS, ...options };
  const theme = THEMES[settings.theme];
  const { positions } = poseJoints(skeleton, pose);
  const { mesh, jointOfVertex } = skeletonMesh(skeleton, positions, settings.thickness);
  const colors = new Uint8Array(jointOfVertex.length * 4);
  jointOfVertex.forEach((joint, v) => {
    const color = settings.boneColor === 'joints' ? jointColor(joint) : (settings.boneColor ?? theme.bone);
    colors.set([color[0], color[1], color[2], 255], v * 4);
  });
  const camera = cameraOf(mesh.positions, settings);
  const image = renderMesh(mesh, { ...settings, camera, colors, creaseAngle: 40 });
  if (settings.jointNames) drawJointNamesInto(image, skeleton, positions, camera, settings.theme);
  return image;
}

/**
 * Bones as four-sided blades, joints as small balls; the joint of each vertex is the bone's parent or the
 * joint.
 */
function skeletonMesh(skeleton: Skeleton, joints: Float64Array, thickness: number) {
  const shape: ShapeBuilder = { positions: [], triangles: [] };
  const jointOfVertex: number[] = [];
  const radius = thickness * extentOf(joints);
  for (let j = 0; j < jointCount(skeleton); j++) {
    const at: Vec3 = [joints[j * 3], joints[j * 3 + 1], joints[j * 3 + 2]];
    const p = skeleton.parents[j];
    let size = radius;
    if (p >= 0) {
      const from: Vec3 = [joints[p * 3], joints[p * 3 + 1], joints[p * 3 + 2]];
      const length = distanceBetween(from, 0, 0, at);
      size = Math.min(radius, length * 0.2);
      addOctahedralBone(shape, from, at, Math.min(radius * 1.5, length * 0.16));
    }
    while (jointOfVertex.length < shape.positions.length / 3) jointOfVertex.push(Math.max(p, 0));
    addSphere(shape, at, Math.max(size, radius * 0.4));
    while (jointOfVertex.length < shape.positions.length / 3) jointOfVertex.push(j);
  }
  return { mesh: shapeMesh(shape), jointOfVertex };
}

function extentOf(joints: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = k; i < joints.length; i += 3) {
      if (!Number.isFinite(joints[i])) continue;
      low = Math.min(low, joints[i]);
      high = Math.max(high, joints[i]);
    }
    if (high > low) squared += (high - low) * (high - low);
  }
  return Math.sqrt(squared) || 1;
}
