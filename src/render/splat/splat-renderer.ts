/**
 * @file Pictures of a posed body made of kernels, and the way back: from the gradient of the pixels to that of joint
 * rotations and root, through kernels, linear blend skinning and forward kinematics.
 */

import { createSplatter, type SplatView } from '../../kernels/splatter.js';
import { dominantJoints } from '../../rig/dominant-joints.js';
import {
  backpropagateJoints,
  type JointGlobals,
  type PoseGradients,
  poseJoints,
  skinningMatricesInto,
} from '../../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Skeleton } from '../../rig/rig-records.js';
import type { Camera } from '../camera.js';
import type { Color } from '../color.js';
import { type BoundSplats, toSplatArrays } from './splat-cloud.js';
import { createGroundPainter, type SplatGround } from './splat-ground.js';

/** What a renderer of kernels draws: one camera, one size. */
export interface SplatScene {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  /** Ground with its shadow; kernels under it are not drawn. Absent: none. */
  readonly ground?: SplatGround;
  /** Behind the body where there is no ground. */
  readonly background?: Color;
}

/** Draws a body in poses, and differentiates the last picture. */
export interface SplatRenderer {
  /** sRGB pixels, 0 to 1. [H, W, 3] */
  render(pose: Pose): Float32Array;
  /** Draws another pose over the ground and shadow of the last picture, for differences; `backward` needs `render` again. */
  redraw(pose: Pose): Float32Array;
  /** From dL/d pixels of the last picture to the pose. */
  backward(gradient: Float32Array): PoseGradients;
}

const WHITE: Color = [255, 255, 255];

/** Loads kernels bound to a skeleton. */
export function createSplatRenderer(
  splats: BoundSplats,
  skeleton: Skeleton,
  scene: SplatScene,
): SplatRenderer {
  const { camera, width, height, ground, background = WHITE } = scene;
  const splatter = createSplatter(toSplatArrays(splats), jointCount(skeleton), [width, height]);
  const painter = ground && createGroundPainter(camera, width, height, ground);
  const plain = Float32Array.from(
    { length: width * height * 3 },
    (_, i) => (background[i % 3] as number) / 255,
  );
  const view: SplatView = {
    ...camera,
    scale: height / 2 / camera.halfHeight,
    perspective: camera.projection === 'perspective',
    ground: ground?.height ?? -Infinity,
  };
  const matrices = new Float32Array(jointCount(skeleton) * 16);
  let last: { pose: Pose; globals: JointGlobals } | undefined;
  let behind: Float32Array = plain;
  return {
    render(pose) {
      const globals = poseJoints(skeleton, pose);
      skinningMatricesInto(matrices, skeleton, globals);
      last = { pose, globals };
      behind = painter?.paint(posedCenters(splats, matrices)) ?? plain;
      return splatter.forward(matrices, view, behind);
    },
    redraw(pose) {
      skinningMatricesInto(matrices, skeleton, poseJoints(skeleton, pose));
      return splatter.forward(matrices, view, behind);
    },
    backward(gradient) {
      const { matrices: given } = splatter.backward(gradient);
      const { pose, globals } = last!;
      return backpropagateJoints(skeleton, pose, globals, { matrices: given });
    },
  };
}

/** Centres of the kernels by their heaviest joint: close enough for a shadow. [N, 3] */
function posedCenters({ positions, skin }: BoundSplats, matrices: Float32Array): Float32Array {
  const out = new Float32Array(positions.length);
  for (const [i, joint] of dominantJoints(skin).entries()) {
    const m = Math.max(0, joint) * 16;
    const o = i * 3;
    const [x, y, z] = [positions[o], positions[o + 1], positions[o + 2]];
    for (let k = 0; k < 3; k++) {
      out[o + k] =
        matrices[m + k] * x + matrices[m + 4 + k] * y + matrices[m + 8 + k] * z + matrices[m + 12 + k];
    }
  }
  return out;
}
