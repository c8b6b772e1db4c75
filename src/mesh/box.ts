/**
 * @file Axis-aligned boxes. Non-finite points are left out, so that one NaN does not swallow a mesh's size.
 */

/** An axis-aligned box. */
export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** The box of points [N, 3]; a zero box at the origin where no point is finite. */
export function computeBox(positions: Float32Array): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    if (!isFinitePoint(positions, i / 3)) continue;
    for (let k = 0; k < 3; k++) {
      const value = positions[i + k];
      if (value < min[k]) min[k] = value;
      if (value > max[k]) max[k] = value;
    }
  }
  return min[0] <= max[0] ? { min, max } : { min: [0, 0, 0], max: [0, 0, 0] };
}

/** Extent of a box along each axis. */
export const boxSize = (box: Box): [number, number, number] => [
  box.max[0] - box.min[0],
  box.max[1] - box.min[1],
  box.max[2] - box.min[2],
];

/** The middle of a box. */
export const boxCenter = (box: Box): [number, number, number] => [
  (box.min[0] + box.max[0]) / 2,
  (box.min[1] + box.max[1]) / 2,
  (box.min[2] + box.max[2]) / 2,
];

/** Length of the longest side of a box. */
export const longestSide = (box: Box): number => Math.max(...boxSize(box));
/** Length of the diagonal of a box. */
export const boxDiagonal = (box: Box): number => Math.hypot(...boxSize(box));

/** Whether a point of [N, 3] has three finite coordinates; false past the end. */
export const isFinitePoint = (positions: ArrayLike<number>, index: number): boolean =>
  Number.isFinite(positions[index * 3]) &&
  Number.isFinite(positions[index * 3 + 1]) &&
  Number.isFinite(positions[index * 3 + 2]);
