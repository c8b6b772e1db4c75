/**
 * @file Estimates the height of a body and of the ground of a clip.
 *
 * The lowest point of a body that walks or stands is on the ground in most frames; jumps lift it and toes stab through
 * it. So the ground is where the lowest heights are densest, the lower place of two alike; and where that is near the
 * zero of the file, it is the zero of the file, which is where the ground of a scene will be. A low quantile was tried
 * first and fell for walks that drag their toes through the ground in every third frame.
 */

/** Lowest heights this near to each other are one, over the height of the body. */
const ALIKE = 0.015;
/** A lower place counts if it is at least this share as dense as the densest. */
const DENSE = 0.7;
/** Ground this near to zero, over the height of the body, is at zero. */
const SNAP = 0.03;
/** Bodies that lie flat count as this much of their longest side high. */
const LEAST_HEIGHT = 0.2;

/** Height of the body at rest, metres: of the mesh, or of the joints where there is none; above 0. */
import type { PartialRig } from '../../rig/rig-records.js';
export function measureBodyHeight({ mesh, skeleton }: PartialRig): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const add = (points: Float32Array, i: number) => {
    for (let k = 0; k < 3; k++) {
      const x = points[i * 3 + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  };
  if (mesh && mesh.triangles.length > 0) for (const v of mesh.triangles) add(mesh.positions, v);
  else for (let j = 0; j < skeleton.parents.length; j++) add(skeleton.rest, j);
  const sides = low.map((x, k) => high[k] - x);
  const height = Math.max(sides[1], LEAST_HEIGHT * Math.max(...sides));
  return height > 0 && height < Infinity ? height : 1;
}

/** Height of the ground under points by frame [F][N, 3], metres. */
export function estimateGround(positions: readonly ArrayLike<number>[], height: number): number {
  const lows = Float64Array.from(positions, (frame) => {
    let lowest = Infinity;
    for (let i = 1; i < frame.length; i += 3) if (frame[i] < lowest) lowest = frame[i];
    return lowest;
  }).filter(Number.isFinite);
  const ground = lows.length > 0 ? densestLow(lows, height) : 0;
  return Math.abs(ground) < SNAP * height ? 0 : ground;
}

/** Where heights are densest, the lower place of two alike. */
export function densestLow(heights: Float64Array, height: number): number {
  const lows = heights.slice().sort();
  const counts = lows.map((low, i) => {
    let end = i;
    while (end < lows.length && lows[end] <= low + ALIKE * height) end++;
    return end - i;
  });
  const most = counts.reduce((a, b) => Math.max(a, b));
  const first = counts.findIndex((count) => count >= DENSE * most);
  return lows[first + (counts[first] >> 1)];
}
