/**
 * @file What keeps a distilled motion sane beside the score: AKD's temporal Laplacian of the variables and its penalty on
 * what lies below the ground, each with its gradient.
 */

import { createSkinner } from '../../kernels/skinner.js';
import type { SurfaceSamples } from '../../mesh/sample-surface.js';
import type { Rig } from '../../rig/rig-records.js';

/**
 * out += the gradient of w Σ_f ‖x_{f−1} − 2 x_f + x_{f+1}‖² over frames [F, size]; in a loop the last frame is followed by
 * the first. Returns the loss.
 */
export function addSmoothnessInto(
  out: Float64Array,
  variables: Float64Array,
  size: number,
  weight: number,
  loop: boolean,
): number {
  const frames = variables.length / size;
  const at = (f: number) => ((f + frames) % frames) * size;
  let loss = 0;
  for (let f = loop ? 0 : 1; f < (loop ? frames : frames - 1); f++) {
    const [before, here, after] = [at(f - 1), at(f), at(f + 1)];
    for (let k = 0; k < size; k++) {
      const bend = variables[before + k] - 2 * variables[here + k] + variables[after + k];
      loss += weight * bend * bend;
      out[before + k] += 2 * weight * bend;
      out[here + k] -= 4 * weight * bend;
      out[after + k] += 2 * weight * bend;
    }
  }
  return loss;
}

/** Depth of surface points below the ground, with its gradient. */
export interface GroundLoss {
  /** w Σ depth² over the points, and dL/d of the skinning matrices. [J, 16] */
  measure(matrices: Float32Array): { readonly loss: number; readonly matrices: Float32Array };
}

/** Watches some points of a rig's surface. */
export function createGroundLoss(
  { mesh, skin, skeleton }: Rig,
  vertices: ArrayLike<number>,
  ground: number,
  weight: number,
): GroundLoss {
  const k = skin.influenceCount;
  const gather = (array: ArrayLike<number>, width: number) =>
    Array.from(vertices).flatMap((v) => Array.from({ length: width }, (_, i) => array[v * width + i]));
  const skinner = createSkinner(
    {
      positions: Float32Array.from(gather(mesh.positions, 3)),
      joints: Uint16Array.from(gather(skin.joints, k)),
      weights: Float32Array.from(gather(skin.weights, k)),
      influenceCount: k,
    },
    skeleton.parents.length,
  );
  return {
    measure(matrices) {
      const points = skinner.forward(matrices);
      const gradient = new Float32Array(points.length);
      let loss = 0;
      for (let i = 1; i < points.length; i += 3) {
        const depth = ground - points[i];
        if (!(depth > 0)) continue;
        loss += weight * depth * depth;
        gradient[i] = -2 * weight * depth;
      }
      return { loss, matrices: skinner.backward(matrices, gradient).matrices };
    },
  };
}

/** Vertices spread over a surface: the nearest corner of each sample. */
export const sampledVertices = (samples: SurfaceSamples, triangles: Uint32Array): number[] => [
  ...new Set(
    Array.from(samples.triangles, (t, i) => {
      const row = samples.barycentric.subarray(i * 3, i * 3 + 3);
      return triangles[t * 3 + row.indexOf(Math.max(...row))];
    }),
  ),
];
