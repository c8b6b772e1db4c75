/**
 * @file Weighted rigid or similarity alignment of corresponding points (Horn 1987).
 */

import { alignRotationInto } from './nearest-rotation.js';
import { type ReadonlyNumbers, rotateVectorInto } from './quaternion.js';

export interface Alignment {
  /** Unit quaternion xyzw. */
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
  readonly scale: number;
  /** Root mean square distance after alignment, weighted. */
  readonly residual: number;
}

export interface AlignOptions {
  /** One non-negative weight per point; all equal by default. */
  readonly weights?: ReadonlyNumbers;
  /** Fit a uniform scale too. Default false. */
  readonly scale?: boolean;
}

/** Finds rotation, translation (and scale) so that `scale · R · source + t` lies nearest to `target`. Points are [N, 3]. */
export function alignPoints(
  source: ReadonlyNumbers,
  target: ReadonlyNumbers,
  options: AlignOptions = {},
): Alignment {
  const count = source.length / 3;
  const weight = (i: number) => options.weights?.[i] ?? 1;

  // (1) Weighted centroids.
  const a = [0, 0, 0];
  const b = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const w = weight(i);
    total += w;
    for (let k = 0; k < 3; k++) {
      a[k] += w * source[i * 3 + k];
      b[k] += w * target[i * 3 + k];
    }
  }
  if (total > 0) {
    for (let k = 0; k < 3; k++) {
      a[k] /= total;
      b[k] /= total;
    }
  }

  // (2) Cross-covariance, column-major: h[target + 3 · source].
  const h = new Float64Array(9);
  let sourceSquare = 0;
  let targetSquare = 0;
  for (let i = 0; i < count; i++) {
    const w = weight(i);
    for (let s = 0; s < 3; s++) {
      const ds = source[i * 3 + s] - a[s];
      const dt = target[i * 3 + s] - b[s];
      sourceSquare += w * ds * ds;
      targetSquare += w * dt * dt;
      for (let t = 0; t < 3; t++) h[t + 3 * s] += w * ds * (target[i * 3 + t] - b[t]);
    }
  }

  // (3) Rotation, then the scale and the residual in closed form.
  const rotation = new Float64Array(4);
  alignRotationInto(rotation, 0, h);
  const rotated = new Float64Array(3);
  let trace = 0;
  for (let s = 0; s < 3; s++) {
    const axis = [0, 0, 0];
    axis[s] = 1;
    rotateVectorInto(rotated, 0, rotation, 0, axis, 0);
    trace += rotated[0] * h[3 * s] + rotated[1] * h[3 * s + 1] + rotated[2] * h[3 * s + 2];
  }
  const scale = options.scale && sourceSquare > 0 ? Math.max(0, trace / sourceSquare) : 1;
  const translation = new Float64Array(3);
  rotateVectorInto(translation, 0, rotation, 0, a, 0);
  for (let k = 0; k < 3; k++) translation[k] = b[k] - scale * translation[k];
  const square = targetSquare - 2 * scale * trace + scale * scale * sourceSquare;
  return { rotation, translation, scale, residual: total > 0 ? Math.sqrt(Math.max(0, square) / total) : 0 };
}
