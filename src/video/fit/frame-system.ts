/**
 * @file The linear system of one frame: Gauss–Newton on observed points, n = 3J + 3 unknowns: a small rotation δ_j of
 * each joint in its parent's axes, q_j ← exp(δ_j) q_j, and a displacement of the root in units of half the diameter.
 *
 * A point that moves by ω × r under a rotation ω moves in the picture by m · (ω × r) = ω · (r × m), m the gradient of the
 * picture coordinate. Residuals are weighed down by Geman and McClure's function: (1 + e² / c²)⁻².
 */

import { quaternionToMatrixInto } from '../../math/quaternion.js';
import type { Camera } from '../../render/camera.js';
import { createMotionGatherer, createPointMotion, type FitBody, type PosedBody } from './fit-body.js';
import type { Observations } from './observations.js';

/** H δ = g. */
export interface FrameSystem {
  readonly size: number;
  /** Lower triangle, row-major. [n, n] */
  readonly matrix: Float64Array;
  readonly vector: Float64Array;
}

/** A system without terms. */
export function createFrameSystem({ jointCount }: FitBody): FrameSystem {
  const size = jointCount * 3 + 3;
  return { size, matrix: new Float64Array(size * size), vector: new Float64Array(size) };
}

/** What the observations of a frame say of three unknowns that all frames share, and how these go with its own. */
export interface SharedTerms {
  /** [n, 3] */
  readonly coupling: Float64Array;
  /** [3, 3] */
  readonly matrix: Float64Array;
  /** [3] */
  readonly vector: Float64Array;
}

/** Shared terms without observations. */
export const createSharedTerms = ({ size }: FrameSystem): SharedTerms => ({
  coupling: new Float64Array(size * 3),
  matrix: new Float64Array(9),
  vector: new Float64Array(3),
});

export interface PointTerms {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  /** Scale of the robust function, pixels. */
  readonly scale: number;
  /** What all of the observations weigh together. */
  readonly weight: number;
  /** Where terms of the body's stretch are gathered, and the share of it that the frame has. */
  readonly shared?: { readonly terms: SharedTerms; readonly share: number };
}

/** Adds observed points; returns their weighted mean squared residual, pixels². */
export function addPointTerms(
  system: FrameSystem,
  body: FitBody,
  posed: PosedBody,
  observations: Observations,
  { camera, width, height, scale, weight, shared }: PointTerms,
): number {
  const { size, matrix, vector } = system;
  const { count, corners, weights, targets, information } = observations;
  if (count === 0) return 0;
  const axes = parentAxes(body, posed);
  const gather = createMotionGatherer(body, posed, shared !== undefined);
  const motion = createPointMotion(body);
  const gradient = { x: [0, 0, 0], y: [0, 0, 0], at: [0, 0] };
  const index = new Int32Array(size);
  const stretched = [0, 0, 0];
  const coefficients = [new Float64Array(size), new Float64Array(size)];
  let [squares, total] = [0, 0];
  for (let i = 0; i < count; i++) {
    const o = i * 3;
    gather(motion, corners[o], corners[o + 1], corners[o + 2], weights[o], weights[o + 1], weights[o + 2]);
    if (!projectGradientInto(gradient, camera, width, height, motion.position)) continue;
    const ex = targets[i * 2] - gradient.at[0];
    const ey = targets[i * 2 + 1] - gradient.at[1];
    const [xx, xy, yy] = [information[o], information[o + 1], information[o + 2]];
    const error = xx * ex * ex + 2 * xy * ex * ey + yy * ey * ey;
    const robust = 1 / (1 + error / (scale * scale)) ** 2;
    squares += robust * error;
    total += robust * (xx + yy) * 0.5;
    // Ω = L Lᵀ: two scalar rows.
    const w = (robust * weight) / count;
    const l0 = Math.sqrt(Math.max(xx, 0) * w);
    const l1 = l0 > 0 ? (xy * w) / l0 : 0;
    const l2 = Math.sqrt(Math.max(yy * w - l1 * l1, 0));
    const length = fillRows(index, coefficients, body, axes, motion, gradient, l0, l1, l2);
    for (let row = 0; row < 2; row++) {
      const c = coefficients[row];
      const e = row === 0 ? l0 * ex + l1 * ey : l2 * ey;
      if (row === 1 && l2 === 0) break;
      if (shared) {
        const [mx, my] = row === 0 ? [l0, l1] : [0, l2];
        for (let axis = 0; axis < 3; axis++) {
          stretched[axis] = 0;
          for (let k = 0; k < 3; k++) {
            stretched[axis] +=
              shared.share * (mx * gradient.x[k] + my * gradient.y[k]) * motion.stretch[axis * 3 + k];
          }
        }
        addShared(shared.terms, index, c, length, stretched, e);
      }
      for (let a = 0; a < length; a++) {
        const ca = c[a];
        const at = index[a];
        vector[at] += ca * e;
        for (let b = 0; b <= a; b++) {
          // Joints come in no order: the lower triangle is filled.
          const other = index[b];
          matrix[at > other ? at * size + other : other * size + at] += ca * c[b];
        }
      }
    }
  }
  return total > 0 ? squares / total : 0;
}

/** Adds one scalar row: its own coefficients, those of the shared unknowns, and its residual. */
function addShared(
  { coupling, matrix, vector }: SharedTerms,
  index: Int32Array,
  own: Float64Array,
  length: number,
  shared: readonly number[],
  residual: number,
): void {
  for (let a = 0; a < 3; a++) {
    vector[a] += shared[a] * residual;
    for (let b = 0; b < 3; b++) matrix[a * 3 + b] += shared[a] * shared[b];
    for (let k = 0; k < length; k++) coupling[index[k] * 3 + a] += own[k] * shared[a];
  }
}

/** The rotation of each joint's parent as a matrix. [J, 9] */
export function parentAxes(
  { parents, jointCount }: FitBody,
  { globals: { rotations } }: PosedBody,
): Float64Array {
  const axes = new Float64Array(jointCount * 9);
  for (let j = 0; j < jointCount; j++) {
    if (parents[j] < 0) axes[j * 9] = axes[j * 9 + 4] = axes[j * 9 + 8] = 1;
    else quaternionToMatrixInto(axes, j * 9, rotations, parents[j] * 4);
  }
  return axes;
}

type Gradient = { x: number[]; y: number[]; at: number[] };

/** The picture coordinates of a point and their gradients; false behind the eye. */
export function projectGradientInto(
  out: Gradient,
  { eye, right, up, back, halfHeight, projection }: Camera,
  width: number,
  height: number,
  point: ArrayLike<number>,
): boolean {
  const [px, py, pz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  const perspective = projection === 'perspective';
  const depth = perspective ? -(px * back[0] + py * back[1] + pz * back[2]) : 1;
  if (!(depth > 0)) return false;
  const s = height / 2 / halfHeight / depth;
  const x = px * right[0] + py * right[1] + pz * right[2];
  const y = px * up[0] + py * up[1] + pz * up[2];
  const slopeX = perspective ? x / depth : 0;
  const slopeY = perspective ? y / depth : 0;
  for (let k = 0; k < 3; k++) {
    out.x[k] = s * (right[k] + slopeX * back[k]);
    out.y[k] = -s * (up[k] + slopeY * back[k]);
  }
  out.at[0] = x * s + width / 2;
  out.at[1] = -y * s + height / 2;
  return true;
}

/** Rows l0 · x + l1 · y and l2 · y over the unknowns that move the point; returns their number. */
function fillRows(
  index: Int32Array,
  [first, second]: readonly Float64Array[],
  { unit, jointCount }: FitBody,
  axes: Float64Array,
  motion: { readonly joints: Int16Array; readonly levers: Float64Array; readonly count: number },
  gradient: Gradient,
  l0: number,
  l1: number,
  l2: number,
): number {
  const { x: gx, y: gy } = gradient;
  const mx = l0 * gx[0] + l1 * gy[0];
  const my = l0 * gx[1] + l1 * gy[1];
  const mz = l0 * gx[2] + l1 * gy[2];
  const nx = l2 * gy[0];
  const ny = l2 * gy[1];
  const nz = l2 * gy[2];
  let length = 0;
  for (let slot = 0; slot < motion.count; slot++) {
    const joint = motion.joints[slot];
    const [rx, ry, rz] = [motion.levers[slot * 3], motion.levers[slot * 3 + 1], motion.levers[slot * 3 + 2]];
    const ax = ry * mz - rz * my;
    const ay = rz * mx - rx * mz;
    const az = rx * my - ry * mx;
    const bx = ry * nz - rz * ny;
    const by = rz * nx - rx * nz;
    const bz = rx * ny - ry * nx;
    const m = joint * 9;
    for (let k = 0; k < 3; k++) {
      index[length] = joint * 3 + k;
      first[length] = axes[m + 3 * k] * ax + axes[m + 3 * k + 1] * ay + axes[m + 3 * k + 2] * az;
      second[length++] = axes[m + 3 * k] * bx + axes[m + 3 * k + 1] * by + axes[m + 3 * k + 2] * bz;
    }
  }
  for (let k = 0; k < 3; k++) {
    index[length] = jointCount * 3 + k;
    first[length] = unit * (k === 0 ? mx : k === 1 ? my : mz);
    second[length++] = unit * (k === 0 ? nx : k === 1 ? ny : nz);
  }
  return length;
}
