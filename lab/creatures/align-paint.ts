/**
 * @file Slides vertices onto the lines where two colours meet, so that the rim of an eye or the hem of a shirt
 * is a clean curve and not a saw.
 *
 * A border is where the distances to two differently painted shapes are equal. A vertex within reach of one
 * takes a Newton step across it, along the surface; the step is shorter than half an edge, so no triangle folds.
 */

import type { Body } from './body.js';
import type { Field, Region } from './field.js';
import type { Neighbours } from './neighbours.js';
import { shapeDistance } from './shapes.js';

/** Longest step, in edges. */
const REACH = 0.42;

export function alignPaint(
  body: Body,
  field: Field,
  regionAt: (x: number, y: number, z: number) => Region,
  positions: Float64Array,
  normals: Float64Array,
  onPlane: Uint8Array,
  edges: Neighbours,
): void {
  for (let v = 0; v < onPlane.length; v++) {
    const [x, y, z] = positions.subarray(v * 3, v * 3 + 3);
    const region = regionAt(x, y, z);
    const border = nearestBorder(body, field, region, x, y, z);
    if (!border) continue;
    let shortest = Infinity;
    for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
      const u = edges.list[e] * 3;
      const length = Math.hypot(positions[u] - x, positions[u + 1] - y, positions[u + 2] - z);
      shortest = Math.min(shortest, length);
    }
    // Difference of the two distances, and its slope along the surface.
    const [one, two] = border;
    const gap = (px: number, py: number, pz: number) =>
      shapeDistance(body.shapes[one], px, py, pz, 0) - shapeDistance(body.shapes[two], px, py, pz, 0);
    const step = 0.05 * shortest;
    const slope = [
      (gap(x + step, y, z) - gap(x - step, y, z)) / (2 * step),
      (gap(x, y + step, z) - gap(x, y - step, z)) / (2 * step),
      (gap(x, y, z + step) - gap(x, y, z - step)) / (2 * step),
    ];
    let along = 0;
    for (let k = 0; k < 3; k++) along += slope[k] * normals[v * 3 + k];
    for (let k = 0; k < 3; k++) slope[k] -= along * normals[v * 3 + k];
    if (onPlane[v]) slope[0] = 0;
    const square = slope[0] ** 2 + slope[1] ** 2 + slope[2] ** 2;
    const move = -gap(x, y, z) / Math.sqrt(square || 1);
    // Where the two shapes run alongside each other there is no line to slide to.
    if (square < 0.04 || Math.abs(move) > REACH * shortest) continue;
    for (let k = 0; k < 3; k++) positions[v * 3 + k] += (move * slope[k]) / Math.sqrt(square);
  }
}

/** The nearest shape, and the nearest one of another paint. */
function nearestBorder(
  body: Body,
  field: Field,
  region: Region,
  x: number,
  y: number,
  z: number,
): readonly [number, number] | undefined {
  const first = field.nearestShape(region, x, y, z);
  if (first < 0) return undefined;
  let second = -1;
  let least = Infinity;
  for (const i of region.shapes) {
    if (body.shapes[i].paint === body.shapes[first].paint) continue;
    const d = shapeDistance(body.shapes[i], x, y, z, 0);
    if (d < least) {
      least = d;
      second = i;
    }
  }
  return second < 0 ? undefined : [first, second];
}
