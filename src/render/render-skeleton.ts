/**
 * @file A picture of a skeleton without a body (motion capture, a new rig): bones and joints as small solids, lit like a
 * mesh, so that depth and contact with the ground can be seen.
 */

import type { Mesh } from '../mesh/mesh.js';
import { poseJoints } from '../rig/forward-kinematics.js';
import { jointCount, type Pose, restPose, type Skeleton } from '../rig/rig.js';
import type { Vector3 } from './camera.js';
import { projectPointsInto } from './camera.js';
import { type Color, jointColor, THEMES } from './color.js';
import { drawTextInto } from './draw-text.js';
import type { Image } from './image.js';
import { cameraOf, RENDER_DEFAULTS, type RenderOptions, renderMesh } from './render-mesh.js';

export interface RenderSkeletonOptions extends RenderOptions {
  /** Colour of the bones, or a colour for each joint. */
  readonly boneColor?: Color | 'joints';
  readonly jointNames?: boolean;
  /** Thickness of the bones over the size of the skeleton, 0.001 to 0.1. */
  readonly thickness?: number;
}

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
  if (!settings.jointNames) return image;
  const projected = new Float64Array(jointCount(skeleton) * 4);
  projectPointsInto(projected, camera, image.width, image.height, positions);
  skeleton.names.forEach((name, j) => {
    const w = projected[j * 4 + 2];
    if (!(w > 0)) return;
    drawTextInto(image, name, projected[j * 4] / w + 7, projected[j * 4 + 1] / w - 4, {
      size: 13,
      color: theme.text,
      halo: theme.page,
    });
  });
  return image;
}

/** Bones as four-sided blades, joints as small balls; the joint of each vertex is the bone's parent or the joint. */
function skeletonMesh(skeleton: Skeleton, joints: Float64Array, thickness: number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  const jointOfVertex: number[] = [];
  const radius = thickness * extentOf(joints);
  for (let j = 0; j < jointCount(skeleton); j++) {
    const at: Vector3 = [joints[j * 3], joints[j * 3 + 1], joints[j * 3 + 2]];
    const p = skeleton.parents[j];
    let size = radius;
    if (p >= 0) {
      const from: Vector3 = [joints[p * 3], joints[p * 3 + 1], joints[p * 3 + 2]];
      const length = distance(from, at);
      size = Math.min(radius, length * 0.2);
      addBlade(positions, triangles, from, at, length, Math.min(radius * 1.5, length * 0.16));
    }
    while (jointOfVertex.length < positions.length / 3) jointOfVertex.push(Math.max(p, 0));
    addBall(positions, triangles, at, Math.max(size, radius * 0.4));
    while (jointOfVertex.length < positions.length / 3) jointOfVertex.push(j);
  }
  const mesh: Mesh = { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
  return { mesh, jointOfVertex };
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

const distance = (a: Vector3, b: Vector3): number =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

function addBlade(
  positions: number[],
  triangles: number[],
  from: Vector3,
  to: Vector3,
  length: number,
  width: number,
): void {
  if (!(length > 0)) return;
  const d = [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
  // An axis across the bone: up for lying bones, forwards for standing ones.
  const up = Math.abs(d[1]) < 0.8 ? [0, 1, 0] : [0, 0, 1];
  const u = cross(d, up);
  const scale = 1 / Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
  const side = u.map((value) => value * scale);
  const other = cross(d, side);
  const base = positions.length / 3;
  positions.push(...from);
  for (const [a, b] of [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]) {
    for (let k = 0; k < 3; k++) {
      positions.push(from[k] + d[k] * length * 0.12 + (side[k] * a + other[k] * b) * width);
    }
  }
  positions.push(...to);
  for (let i = 0; i < 4; i++) {
    const [a, b] = [base + 1 + i, base + 1 + ((i + 1) % 4)];
    triangles.push(base, b, a, base + 5, a, b);
  }
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const BALL_RINGS = 6;
const BALL_SIDES = 10;

function addBall(positions: number[], triangles: number[], center: Vector3, radius: number): void {
  const base = positions.length / 3;
  for (let r = 0; r <= BALL_RINGS; r++) {
    const polar = (r / BALL_RINGS) * Math.PI;
    for (let s = 0; s < BALL_SIDES; s++) {
      const turn = (s / BALL_SIDES) * 2 * Math.PI;
      positions.push(
        center[0] + radius * Math.sin(polar) * Math.cos(turn),
        center[1] + radius * Math.cos(polar),
        center[2] + radius * Math.sin(polar) * Math.sin(turn),
      );
      if (r === BALL_RINGS) continue;
      const a = base + r * BALL_SIDES + s;
      const b = base + r * BALL_SIDES + ((s + 1) % BALL_SIDES);
      triangles.push(a, b, a + BALL_SIDES, b, b + BALL_SIDES, a + BALL_SIDES);
    }
  }
}
