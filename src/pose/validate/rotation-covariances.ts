/**
 * @file About which axes the joints of a creature rotate, from poses of it: mean and covariance of rotation vectors
 * per joint. A knee varies about one axis; the same angle about another is off-axis.
 */

import {
  logRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  type ReadonlyNumbers,
} from '../../math/quaternion.js';

export interface RotationCovariances {
  /** Mean local rotations. [J, 4] */
  readonly means: Float64Array;
  /** Inverse covariance of rotation vectors from the means: xx, yy, zz, xy, xz, yz, 1 / radians². [J, 6] */
  readonly precisions: Float64Array;
  /** Their mean variance over all directions, radians². [J] */
  readonly variances: Float64Array;
}

/** Standard deviation that a joint has about every axis at least, radians; 0.05 costs .01 of the areas under the curve. */
const LEAST_DEVIATION = 0.02;

/** Fits shapes to local rotations [N, J, 4], each pose counting by its weight; the weights sum to 1. */
export function fitRotationCovariances(
  rotations: ReadonlyNumbers,
  weights: ReadonlyNumbers,
  jointCount: number,
): RotationCovariances {
  const means = new Float64Array(jointCount * 4);
  for (let i = 0; i < rotations.length; i += 4) {
    const weight = weights[Math.floor(i / (jointCount * 4))] * (rotations[i + 3] < 0 ? -1 : 1);
    for (let k = 0; k < 4; k++) means[(i % (jointCount * 4)) + k] += weight * rotations[i + k];
  }
  for (let j = 0; j < jointCount; j++) normalizeQuaternion(means, j * 4);
  const covariances = new Float64Array(jointCount * 6);
  const turn = new Float64Array(3);
  for (let n = 0; n < weights.length; n++) {
    for (let j = 0; j < jointCount; j++) {
      rotationVectorInto(turn, means, j, rotations, (n * jointCount + j) * 4);
      const [x, y, z] = turn;
      const products = [x * x, y * y, z * z, x * y, x * z, y * z];
      for (let k = 0; k < 6; k++) covariances[j * 6 + k] += weights[n] * products[k];
    }
  }
  const variances = new Float64Array(jointCount);
  for (let j = 0; j < jointCount; j++) {
    for (let k = 0; k < 3; k++) {
      covariances[j * 6 + k] += LEAST_DEVIATION ** 2;
      variances[j] += covariances[j * 6 + k] / 3;
    }
    invertSymmetric(covariances, j * 6);
  }
  return { means, precisions: covariances, variances };
}

/**
 * How far a pose rotates off the usual axes: its squared rotations under the inverse covariances over the same under
 * isotropic variances; about 3 for a typical pose. `own` is the weight that the pose had in the fit; it is taken out, or a
 * creature would fit its own poses too well.
 */
export function measureOffAxis(
  { means, precisions, variances }: RotationCovariances,
  rotations: ReadonlyNumbers,
  offset: number,
  own = 0,
): number {
  const turn = new Float64Array(3);
  let shaped = TINY;
  let alike = TINY;
  for (let j = 0; j < variances.length; j++) {
    rotationVectorInto(turn, means, j, rotations, offset + j * 4);
    const [x, y, z] = turn;
    const p = j * 6;
    const squared =
      precisions[p] * x * x +
      precisions[p + 1] * y * y +
      precisions[p + 2] * z * z +
      2 * (precisions[p + 3] * x * y + precisions[p + 4] * x * z + precisions[p + 5] * y * z);
    // Sherman and Morrison: the inverse of a covariance without one of its terms.
    shaped += squared / Math.max(1 - own * squared, 0.01);
    alike += (x * x + y * y + z * z) / variances[j];
  }
  return shaped / alike;
}

/** Keeps the ratio at 1 for a pose at the mean. */
const TINY = 1e-6;

const relative = new Float64Array(4);
const inverse = new Float64Array(4);

/** The rotation vector from a joint's mean to its rotation, in the axes of its parent. */
function rotationVectorInto(
  out: Float64Array,
  means: Float64Array,
  joint: number,
  rotations: ReadonlyNumbers,
  offset: number,
): void {
  for (let k = 0; k < 3; k++) inverse[k] = -means[joint * 4 + k];
  inverse[3] = means[joint * 4 + 3];
  multiplyQuaternionInto(relative, 0, rotations, offset, inverse, 0);
  normalizeQuaternion(relative, 0);
  logRotationInto(out, 0, relative, 0);
}

/** A symmetric positive definite matrix, xx, yy, zz, xy, xz, yz, becomes its inverse. */
function invertSymmetric(m: Float64Array, o: number): void {
  const [xx, yy, zz, xy, xz, yz] = m.subarray(o, o + 6);
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const determinant = xx * a + xy * b + xz * c;
  m[o] = a / determinant;
  m[o + 1] = (xx * zz - xz * xz) / determinant;
  m[o + 2] = (xx * yy - xy * xy) / determinant;
  m[o + 3] = b / determinant;
  m[o + 4] = c / determinant;
  m[o + 5] = (xy * xz - xx * yz) / determinant;
}
