/**
 * @file Motion in pictures without pictures: the trajectories of the surface points that cameras see at rest, one per cell
 * of a coarse grid, as a few temporal frequencies (after Generative Image Dynamics, Li et al. 2024, in three coordinates).
 *
 * Of the displacement d_f from rest in the axes of the camera, in half diameters: c_k = Σ_f d_f b_k(f) / √F, b_k the
 * orthonormal cosine basis (DCT-II). So c_0 is the mean displacement, whatever the number of frames.
 */

import type { Camera } from '../../render/camera.js';
import type { Pose } from '../../rig/rig-records.js';
import { createCornerWeights, drawBody } from '../fit/draw-body.js';
import { type FitBody, poseBody, toFitPose } from '../fit/fit-body.js';

/** Surface points by camera and cell. */
export interface TrajectoryCells {
  readonly cameras: readonly Camera[];
  /** Cells along a side of each camera's picture. */
  readonly side: number;
  /** N */
  readonly count: number;
  /** Index of the camera. [N] */
  readonly views: Uint8Array;
  /** Row times side plus column. [N] */
  readonly cells: Uint16Array;
  /** Corners of the triangle under the cell. [N, 3] */
  readonly corners: Uint32Array;
  /** Weights of the corners. [N, 3] */
  readonly weights: Float32Array;
}

/** Pixels along a side of a cell: the one nearest to its middle that shows the body stands for it. */
const OVERSAMPLING = 3;

/** The points of a body at rest that cameras see, at most one per cell. */
export function findTrajectoryCells(
  body: FitBody,
  cameras: readonly Camera[],
  side: number,
): TrajectoryCells {
  const { mesh, skeleton } = body.rig;
  const width = side * OVERSAMPLING;
  const rest = poseBody(body, toFitPose(restOf(skeleton.parents.length)));
  const found = {
    views: [] as number[],
    cells: [] as number[],
    corners: [] as number[],
    weights: [] as number[],
  };
  const corner = new Float64Array(3);
  for (const [view, camera] of cameras.entries()) {
    const drawn = drawBody(body, rest, camera, width, width);
    const cornerWeights = createCornerWeights(drawn, mesh.triangles);
    for (let cell = 0; cell < side * side; cell++) {
      for (const pixel of pixelsOf(cell, side)) {
        const triangle = drawn.buffer.triangle[pixel];
        if (triangle < 0 || !cornerWeights(corner, pixel)) continue;
        found.views.push(view);
        found.cells.push(cell);
        found.corners.push(...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3));
        found.weights.push(...corner);
        break;
      }
    }
  }
  return {
    cameras,
    side,
    count: found.views.length,
    views: Uint8Array.from(found.views),
    cells: Uint16Array.from(found.cells),
    corners: Uint32Array.from(found.corners),
    weights: Float32Array.from(found.weights),
  };
}

const restOf = (joints: number): Pose => ({
  rotations: Float32Array.from({ length: joints * 4 }, (_, i) => Number(i % 4 === 3)),
  root: new Float32Array(3),
});

/** Pixels of a cell, its middle first. */
function pixelsOf(cell: number, side: number): number[] {
  const middle = (OVERSAMPLING - 1) / 2;
  const [row, column] = [Math.floor(cell / side), cell % side];
  return Array.from({ length: OVERSAMPLING ** 2 }, (_, i) => [Math.floor(i / OVERSAMPLING), i % OVERSAMPLING])
    .sort((a, b) => Math.hypot(a[0] - middle, a[1] - middle) - Math.hypot(b[0] - middle, b[1] - middle))
    .map(([y, x]) => (row * OVERSAMPLING + y) * side * OVERSAMPLING + column * OVERSAMPLING + x);
}

/** The cosine basis over frames, divided by √F. [K, F] */
export function cosineBasis(frequencyCount: number, frameCount: number): Float64Array {
  const out = new Float64Array(frequencyCount * frameCount);
  for (let k = 0; k < frequencyCount; k++) {
    for (let f = 0; f < frameCount; f++) {
      const wave = Math.cos((Math.PI * k * (2 * f + 1)) / (2 * frameCount));
      out[k * frameCount + f] = (wave * (k === 0 ? 1 : Math.SQRT2)) / frameCount;
    }
  }
  return out;
}
