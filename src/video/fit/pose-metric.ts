/**
 * @file The metric of a pose space in the fit: rotation vectors x_j = log(q_j m_j⁻¹) from an expected pose m cost
 * xᵀ P x, P the inverse of the covariance that the space's prior holds as samples, variances and couplings. The root is
 * free: where a creature faces says nothing of its pose.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import type { PosePrior } from '../../pose/prior/pose-prior.js';

/** What a pose costs. */
export interface PoseMetric {
  readonly jointCount: number;
  /** The expected pose, local rotations. [J, 4] */
  readonly mean: Float64Array;
  /** P, without scale. [3J, 3J] */
  readonly precision: Float64Array;
}

/** Deviation of the root's rotation, radians: any heading and slope. */
const ROOT_DEVIATION = 1.5;

/** The metric of a prior. */
export function createPoseMetric(prior: PosePrior): PoseMetric {
  const jointCount = prior.variances.length;
  const n = jointCount * 3;
  const covariance = new Float64Array(n * n);
  for (let s = 0; s < prior.sampleCount; s++) {
    const d = prior.deviations.subarray(s * n, (s + 1) * n);
    for (let i = 3; i < n; i++) for (let k = 3; k <= i; k++) covariance[i * n + k] += d[i] * d[k];
  }
  for (let i = 0; i < n; i++) {
    covariance[i * n + i] += i < 3 ? ROOT_DEVIATION ** 2 : prior.variances[Math.floor(i / 3)];
  }
  for (const { axis, joints, angles } of prior.couplings ?? []) {
    for (let a = 0; a < joints.length; a++) {
      for (let b = 0; b < joints.length; b++) {
        const [i, k] = [joints[a] * 3 + axis, joints[b] * 3 + axis];
        if (i >= 3 && k >= 3 && k <= i) covariance[i * n + k] += angles[a] * angles[b];
      }
    }
  }
  return { jointCount, mean: prior.mean, precision: invertSymmetric(covariance, n) };
}

/** The inverse of a positive definite matrix, given by its lower triangle. */
function invertSymmetric(lower: Float64Array, n: number): Float64Array {
  factorCholesky(lower, n);
  const out = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    column.fill(0);
    column[i] = 1;
    solveCholesky(lower, n, column);
    for (let k = 0; k < n; k++) out[k * n + i] = column[k];
  }
  return out;
}
