/**
 * @file A surface as Gaussian kernels (Kerbl et al. 2023), and the same bound to a skeleton: kernels move by linear blend
 * skinning and their covariances by the blended matrix, as in AKD (Li et al. 2025).
 */

import type { SplatArrays } from '../../kernels/splatter.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import type { Skin } from '../../rig/rig-records.js';

/** Gaussian kernels with one colour each. */
export interface SplatCloud {
  /** Centres. [N, 3] */
  readonly positions: Float32Array;
  /** Standard deviations along the kernel's own axes, metres. [N, 3] */
  readonly scales: Float32Array;
  /** Unit quaternions xyzw. [N, 4] */
  readonly rotations: Float32Array;
  /** sRGB, 0 to 1. [N, 3] */
  readonly colors: Float32Array;
  /** 0 to 1. [N] */
  readonly opacities: Float32Array;
}

/** Kernels that follow joints. */
export interface BoundSplats extends SplatCloud {
  readonly skin: Skin;
}

/** The kernels as the renderer takes them: Σ = R S² Rᵀ. */
export function toSplatArrays({ skin, ...cloud }: BoundSplats): SplatArrays {
  const count = cloud.opacities.length;
  const covariances = new Float32Array(count * 6);
  const m = new Float64Array(9);
  for (let i = 0; i < count; i++) {
    quaternionToMatrixInto(m, 0, cloud.rotations, i * 4);
    let o = i * 6;
    for (let r = 0; r < 3; r++) {
      for (let c = r; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += m[k * 3 + r] * m[k * 3 + c] * cloud.scales[i * 3 + k] ** 2;
        covariances[o++] = sum;
      }
    }
  }
  return {
    positions: cloud.positions,
    covariances,
    colors: cloud.colors,
    opacities: cloud.opacities,
    joints: skin.joints,
    weights: skin.weights,
    influenceCount: skin.influenceCount,
  };
}
