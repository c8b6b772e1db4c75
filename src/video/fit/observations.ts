/**
 * @file What a frame says about a pose: points of the surface and where the picture shows them, each with a 2 × 2
 * information matrix, 0 along directions in which nothing is known.
 */

/** Observed points of one frame; arrays with room for `capacity`. */
export interface Observations {
  count: number;
  /** Corners of the triangle. [N, 3] */
  readonly corners: Uint32Array;
  /** Weights of the corners. [N, 3] */
  readonly weights: Float32Array;
  /** Where the picture shows the point, pixels. [N, 2] */
  readonly targets: Float32Array;
  /** Information: xx, xy, yy, per pixel². [N, 3] */
  readonly information: Float32Array;
}

/** No observations yet. */
export const createObservations = (capacity: number): Observations => ({
  count: 0,
  corners: new Uint32Array(capacity * 3),
  weights: new Float32Array(capacity * 3),
  targets: new Float32Array(capacity * 2),
  information: new Float32Array(capacity * 3),
});

/** Adds a point; nothing where there is no room. */
export function addObservation(
  out: Observations,
  triangles: Uint32Array,
  triangle: number,
  weights: ArrayLike<number>,
  target: readonly [number, number],
  information: readonly [number, number, number],
): void {
  const i = out.count;
  if ((i + 1) * 3 > out.corners.length) return;
  out.count++;
  for (let k = 0; k < 3; k++) {
    out.corners[i * 3 + k] = triangles[triangle * 3 + k];
    out.weights[i * 3 + k] = weights[k];
    out.information[i * 3 + k] = information[k];
  }
  out.targets[i * 2] = target[0];
  out.targets[i * 2 + 1] = target[1];
}
