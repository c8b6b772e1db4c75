/**
 * @file How far joints are beyond their limits: per joint a box in two swing angles (where the bone points) and one
 * twist angle (about the bone), relative to the joint's mean rotation. Swing axes follow the creature's own poses, so
 * that a hinge has a long thin box; a box about character axes (rig/joint-limits.ts) cannot tell a knee bent backwards
 * from one bent far.
 *
 * Half the squared excess is smooth except where a bone points straight back from its mean: swing and twist are
 * undefined there, so twist fades out towards it.
 */

import { requireInput } from '../../base/errors.js';
import type { ReadonlyNumbers } from '../../math/quaternion.js';

/** Joint limits fitted to poses. */
export interface LearnedLimits {
  readonly jointCount: number;
  /** Axes of each joint at rest as a rotation: x and y swing, z along the bone. [J, 4] */
  readonly frames: Float64Array;
  /** The same axes rotated by the joint's mean rotation. [J, 4] */
  readonly means: Float64Array;
  /** Least swing about x and y and least twist, radians; −Infinity where there is no limit. [J, 3] */
  readonly lower: Float64Array;
  /** Greatest ones. [J, 3] */
  readonly upper: Float64Array;
}

/** Squared half-angle cosine at which twist has faded by half: at 150° of swing it counts 0.87, at 170° 0.43. */
const TWIST_FADE = 0.01;
/** Keeps the split finite where it is not defined. */
const LEAST_SPLIT = 1e-9;

/** out = swing about x, swing about y, and twist of a joint's local rotation, radians. [3] from [4] */
export function swingTwistInto(
  out: Float64Array,
  o: number,
  { frames, means }: LearnedLimits,
  joint: number,
  rotation: ReadonlyNumbers,
  i: number,
): void {
  relativeInto(turn, means, frames, joint * 4, rotation, i);
  splitInto(out, o, turn);
}

/** out = how far the swing and the twist of each joint are outside their limits, radians. [J, 2] from [J, 4] */
export function limitExcessInto(out: Float64Array, limits: LearnedLimits, rotations: ReadonlyNumbers): void {
  checkLengths(limits, rotations, out.length / 2);
  const { lower, upper, means, frames } = limits;
  for (let j = 0; j < limits.jointCount; j++) {
    relativeInto(turn, means, frames, j * 4, rotations, j * 4);
    splitInto(angles, 0, turn);
    const x = outside(angles[0], lower[j * 3], upper[j * 3]);
    const y = outside(angles[1], lower[j * 3 + 1], upper[j * 3 + 1]);
    const twist = outside(angles[2], lower[j * 3 + 2], upper[j * 3 + 2]);
    const split = turn[2] * turn[2] + turn[3] * turn[3];
    out[j * 2] = Math.sqrt(x * x + y * y);
    out[j * 2 + 1] = (Math.abs(twist) * split) / (split + TWIST_FADE);
  }
}

/**
 * Half the sum of the squared excesses; adds `weight` times its gradient to `gradient`: by left rotation vectors, i.e.
 * of q_j becoming exp(ω_j) q_j, in the axes of the parent. [J, 3]
 */
export function limitEnergy(
  gradient: Float64Array,
  limits: LearnedLimits,
  rotations: ReadonlyNumbers,
  weight = 1,
): number {
  checkLengths(limits, rotations, gradient.length / 3);
  const { lower, upper, means, frames } = limits;
  let energy = 0;
  for (let j = 0; j < limits.jointCount; j++) {
    relativeInto(turn, means, frames, j * 4, rotations, j * 4);
    splitInto(angles, 0, turn);
    const ex = outside(angles[0], lower[j * 3], upper[j * 3]);
    const ey = outside(angles[1], lower[j * 3 + 1], upper[j * 3 + 1]);
    const et = outside(angles[2], lower[j * 3 + 2], upper[j * 3 + 2]);
    if (ex === 0 && ey === 0 && et === 0) continue;
    energy += addGradient(gradient, j, means, ex, ey, et, weight);
  }
  return energy;
}

const turn = new Float64Array(4);
const angles = new Float64Array(3);

/** Adds the gradient of one joint, whose relative rotation lies in `turn`, and returns its energy. */
function addGradient(
  gradient: Float64Array,
  j: number,
  means: Float64Array,
  ex: number,
  ey: number,
  et: number,
  weight: number,
): number {
  const x = turn[0];
  const y = turn[1];
  const p = turn[2];
  const w = turn[3];
  const split = Math.max(p * p + w * w, LEAST_SPLIT);
  const root = Math.sqrt(split);
  const sine = Math.sqrt(x * x + y * y);
  const angle = 2 * Math.atan2(sine, root);
  // (1) By the swing vector k u, u = (w x − p y, w y + p x) / √split, |u| = sin θ/2, k = θ / sin θ/2.
  const ux = (w * x - p * y) / root;
  const uy = (w * y + p * x) / root;
  const k = sine > 1e-6 ? angle / sine : 2;
  // dk by d(x² + y²), the split held; its limit where there is no swing.
  const bend = sine > 1e-3 ? (root - k / 2) / (sine * sine) : -2 / 3;
  const dots = (ex * ux + ey * uy) * bend;
  const cx = (k * ex) / root;
  const cy = (k * ey) / root;
  // Along the split: u shrinks with 1/√split, the angle with atan2.
  const shrink = -(k * (ex * ux + ey * uy)) / split - (2 * (ex * ux + ey * uy)) / root;
  let gx = cx * w + cy * p + 2 * dots * x;
  let gy = -cx * p + cy * w + 2 * dots * y;
  let gp = -cx * y + cy * x + shrink * p;
  let gw = cx * x + cy * y + shrink * w;
  // (2) By the twist 2 atan2(p, w), faded.
  const fade = split / (split + TWIST_FADE);
  const faded = et * fade;
  const dTwist = (2 * faded * fade) / split;
  const dFade = (2 * faded * et * TWIST_FADE) / (split + TWIST_FADE) ** 2;
  gp += dTwist * w + dFade * p;
  gw += -dTwist * p + dFade * w;
  // (3) A left rotation ω changes (v, w) by ½ (w ω + ω × v, −ω · v).
  const ox = 0.5 * (w * gx - gw * x + (y * gp - p * gy));
  const oy = 0.5 * (w * gy - gw * y + (p * gx - x * gp));
  const op = 0.5 * (w * gp - gw * p + (x * gy - y * gx));
  gx = ox * weight;
  gy = oy * weight;
  gp = op * weight;
  const q = j * 4;
  const qx = means[q];
  const qy = means[q + 1];
  const qz = means[q + 2];
  const qw = means[q + 3];
  const tx = 2 * (qy * gp - qz * gy);
  const ty = 2 * (qz * gx - qx * gp);
  const tz = 2 * (qx * gy - qy * gx);
  gradient[j * 3] += gx + qw * tx + qy * tz - qz * ty;
  gradient[j * 3 + 1] += gy + qw * ty + qz * tx - qx * tz;
  gradient[j * 3 + 2] += gp + qw * tz + qx * ty - qy * tx;
  return 0.5 * (ex * ex + ey * ey + faded * faded);
}

/** out = mean⁻¹ · q · frame with w ≥ 0: a rotation away from the mean, in the joint's axes. */
function relativeInto(
  out: Float64Array,
  means: Float64Array,
  frames: Float64Array,
  m: number,
  q: ReadonlyNumbers,
  i: number,
): void {
  const ax = -means[m];
  const ay = -means[m + 1];
  const az = -means[m + 2];
  const aw = means[m + 3];
  const x = aw * q[i] + ax * q[i + 3] + ay * q[i + 2] - az * q[i + 1];
  const y = aw * q[i + 1] - ax * q[i + 2] + ay * q[i + 3] + az * q[i];
  const z = aw * q[i + 2] + ax * q[i + 1] - ay * q[i] + az * q[i + 3];
  const w = aw * q[i + 3] - ax * q[i] - ay * q[i + 1] - az * q[i + 2];
  const fx = frames[m];
  const fy = frames[m + 1];
  const fz = frames[m + 2];
  const fw = frames[m + 3];
  const rw = w * fw - x * fx - y * fy - z * fz;
  const sign = rw < 0 ? -1 : 1;
  out[0] = sign * (w * fx + x * fw + y * fz - z * fy);
  out[1] = sign * (w * fy - x * fz + y * fw + z * fx);
  out[2] = sign * (w * fz + x * fy - y * fx + z * fw);
  out[3] = sign * rw;
}

/** out = the swing vector and the twist of a rotation whose twist axis is z and whose w is not negative. */
function splitInto(out: Float64Array, o: number, q: Float64Array): void {
  const x = q[0];
  const y = q[1];
  const p = q[2];
  const w = q[3];
  const root = Math.sqrt(Math.max(p * p + w * w, LEAST_SPLIT));
  const sine = Math.sqrt(x * x + y * y);
  const k = (sine > 1e-6 ? (2 * Math.atan2(sine, root)) / sine : 2) / root;
  out[o] = k * (w * x - p * y);
  out[o + 1] = k * (w * y + p * x);
  out[o + 2] = 2 * Math.atan2(p, w);
}

/** How far a value lies above (positive) or below (negative) an interval. */
function outside(value: number, low: number, high: number): number {
  return value > high ? value - high : value < low ? value - low : 0;
}

function checkLengths({ jointCount }: LearnedLimits, rotations: ReadonlyNumbers, room: number): void {
  requireInput(
    rotations.length === jointCount * 4 && room === jointCount,
    `pose/jointLimits: rotations of ${rotations.length / 4} joints and room for ${room}, the limits have ${jointCount}; use poses of the same body`,
  );
}
