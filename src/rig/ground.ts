/**
 * @file How high the ground is, in three meanings: under a body at rest its lowest point; under poses where their lowest
 * points mostly are; under a clip the same, at the zero of the file if it is near that, where the ground of a scene is.
 *
 * The lowest point of a body that walks or stands is on the ground in most poses; jumps lift it and toes penetrate it. So
 * the ground is where the lowest heights are densest, the lower place of two alike. A low quantile was tried first and
 * failed for walks that drag their toes through the ground in every third frame.
 */

import { type Box, boxSize, computeBox } from '../mesh/box.js';
import { usedPositions } from '../mesh/used-vertices.js';
import type { PartialRig } from './rig-records.js';

/** Lowest heights this near to each other are one, over the height of the body. */
const ALIKE = 0.015;
/** A lower place counts if it is at least this share as dense as the densest. */
const DENSE = 0.7;
/** Ground of a clip this near to zero, over the height of the body, is at zero. */
const SNAP = 0.03;
/** Bodies that lie flat count as this much of their longest side high. */
const LEAST_HEIGHT = 0.2;

/** Height of the lowest point of a body at rest, metres: of the mesh, or of the joints where there is none. */
export const findRestGround = (body: PartialRig): number => restBox(body).min[1];

/** Height of a body at rest, metres: of the mesh, or of the joints where there is none; above 0. */
export function measureBodyHeight(body: PartialRig): number {
  const sides = boxSize(restBox(body));
  return Math.max(sides[1], LEAST_HEIGHT * Math.max(...sides)) || 1;
}

/** Height of the ground under poses, from the height of the lowest point of each, metres; 0 without a pose. */
export function findPosesGround(heights: ArrayLike<number>, bodyHeight: number): number {
  const lows = Float64Array.from(heights).filter(Number.isFinite).sort();
  if (lows.length === 0) return 0;
  const counts = lows.map((low, i) => {
    let end = i;
    while (end < lows.length && lows[end] <= low + ALIKE * bodyHeight) end++;
    return end - i;
  });
  const most = counts.reduce((a, b) => Math.max(a, b));
  const first = counts.findIndex((count) => count >= DENSE * most);
  return lows[first + (counts[first] >> 1)];
}

/** Height of the ground under the points of a clip, by frame [F][N, 3], metres. */
export function findClipGround(positions: readonly ArrayLike<number>[], bodyHeight: number): number {
  const ground = findPosesGround(
    positions.map((frame) => lowestPoint(frame)),
    bodyHeight,
  );
  return Math.abs(ground) < SNAP * bodyHeight ? 0 : ground;
}

/** Height of the lowest of points [N, 3], or of some of them; infinite where there is none. */
export function lowestPoint(points: ArrayLike<number>, indices?: ArrayLike<number>): number {
  let lowest = Infinity;
  const count = indices?.length ?? points.length / 3;
  for (let i = 0; i < count; i++) {
    const y = points[(indices ? indices[i] : i) * 3 + 1];
    if (y < lowest) lowest = y;
  }
  return lowest;
}

const restBox = ({ mesh, skeleton }: PartialRig): Box =>
  computeBox(mesh && mesh.triangles.length > 0 ? usedPositions(mesh) : skeleton.rest);
