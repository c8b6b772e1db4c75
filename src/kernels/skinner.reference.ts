/**
 * @file Linear blend skinning by definition, slow and clear: the reference that the kernel is tested against.
 */

/** The arrays that both implementations take. */
export interface SkinArrays {
  /** [V, 3] */
  readonly positions: Float32Array;
  /** [V, K] */
  readonly joints: Uint16Array;
  /** [V, K] */
  readonly weights: Float32Array;
  /** K */
  readonly influenceCount: number;
}

export interface SkinGradients {
  /** dL/d matrices, same layout. [J, 16] */
  readonly matrices: Float32Array;
  /** dL/d rest positions. [V, 3] */
  readonly positions: Float32Array;
  /** dL/d weights. [V, K] */
  readonly weights: Float32Array;
}

/** Σ_k w_k M_k (v, 1), matrices as `skinningMatricesInto` lays them out. */
export function skinForwardReference(skin: SkinArrays, matrices: ArrayLike<number>): Float64Array {
  const out = new Float64Array(skin.positions.length);
  for (let v = 0; v < out.length / 3; v++) {
    for (let k = 0; k < skin.influenceCount; k++) {
      const weight = skin.weights[v * skin.influenceCount + k];
      const m = skin.joints[v * skin.influenceCount + k] * 16;
      for (let r = 0; r < 3; r++) out[v * 3 + r] += weight * image(skin, matrices, v, m, r);
    }
  }
  return out;
}

/** Reverse pass of `skinForwardReference`. */
export function skinBackwardReference(
  skin: SkinArrays,
  matrices: ArrayLike<number>,
  gradient: ArrayLike<number>,
): SkinGradients {
  const dMatrices = new Float32Array(matrices.length);
  const dPositions = new Float32Array(skin.positions.length);
  const dWeights = new Float32Array(skin.weights.length);
  for (let v = 0; v < skin.positions.length / 3; v++) {
    for (let k = 0; k < skin.influenceCount; k++) {
      const slot = v * skin.influenceCount + k;
      const weight = skin.weights[slot];
      const m = skin.joints[slot] * 16;
      for (let r = 0; r < 3; r++) {
        const g = gradient[v * 3 + r];
        dWeights[slot] += g * image(skin, matrices, v, m, r);
        for (let c = 0; c < 3; c++) {
          dMatrices[m + c * 4 + r] += weight * g * skin.positions[v * 3 + c];
          dPositions[v * 3 + c] += weight * matrices[m + c * 4 + r] * g;
        }
        dMatrices[m + 12 + r] += weight * g;
      }
    }
  }
  return { matrices: dMatrices, positions: dPositions, weights: dWeights };
}

function image(skin: SkinArrays, matrices: ArrayLike<number>, v: number, m: number, r: number): number {
  const [x, y, z] = [skin.positions[v * 3], skin.positions[v * 3 + 1], skin.positions[v * 3 + 2]];
  return matrices[m + r] * x + matrices[m + 4 + r] * y + matrices[m + 8 + r] * z + matrices[m + 12 + r];
}
