/**
 * @file Unfolds the few triangles that projection leaves folded over in tips and crevices.
 */

import { cross, normalize, subtract, type Vec3 } from '../../src/math/vector.js';
import { findSelfIntersections } from '../../src/mesh/self-intersection.js';
import type { Neighbours } from './neighbours.js';
import type { Projector } from './projector.js';

/**
 * Sum of the cosines between a triangle and its three corners below which it counts as folded: first where
 * vertices return to the surface, then, for what is left, more strictly and free of it.
 */
const FOLDED = [0.15, 0.5] as const;

/**
 * Around a narrow tip or in a crevice a few triangles may end up folded over. Their vertices are moved to the
 * middle of their neighbours and back onto the surface; what is still folded or runs through something else
 * after that is smoothed free of the surface, by less than a cell.
 */
export function untangle(
  surface: Projector,
  p: Float64Array,
  triangles: Uint32Array,
  onPlane: Uint8Array,
  edges: Neighbours,
  minRadius: number,
): void {
  for (let round = 0; round < 18; round++) {
    let free = round >= 6;
    const normals = surface.normals(p, onPlane, minRadius);
    const bad = foldedVertices(p, triangles, normals, FOLDED[free ? 1 : 0]);
    if (bad.size === 0) {
      free = true;
      for (const v of foldedVertices(p, triangles, normals, FOLDED[1])) bad.add(v);
      for (const v of crossingVertices(p, triangles)) bad.add(v);
      if (bad.size === 0) return;
    }
    const before = p.slice();
    for (const v of bad) {
      const middle = [0, 0, 0];
      let total = 0;
      for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
        const u = edges.list[e];
        const weight = onPlane[v] && !onPlane[u] ? 2 : 1;
        for (let k = 0; k < 3; k++) middle[k] += weight * before[u * 3 + k];
        total += weight;
      }
      for (let k = onPlane[v] ? 1 : 0; k < 3; k++) p[v * 3 + k] += 0.7 * (middle[k] / total - p[v * 3 + k]);
      if (!free) surface.projectVertex(p, v, onPlane[v] === 1, minRadius);
    }
  }
}

/** Vertices of triangles that run through others. */
function crossingVertices(p: Float64Array, triangles: Uint32Array): Set<number> {
  const { pairs } = findSelfIntersections({ positions: Float32Array.from(p), triangles });
  const found = new Set<number>();
  for (const t of pairs) for (let k = 0; k < 3; k++) found.add(triangles[t * 3 + k]);
  return found;
}

/** Vertices of triangles that do not face the way their surface does. */
function foldedVertices(
  p: Float64Array,
  triangles: Uint32Array,
  normals: Float64Array,
  least: number,
): Set<number> {
  const found = new Set<number>();
  const at = (v: number): Vec3 => [p[v * 3], p[v * 3 + 1], p[v * 3 + 2]];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const facing = normalize(cross(subtract(at(b), at(a)), subtract(at(c), at(a))));
    let agree = 0;
    for (let k = 0; k < 3; k++)
      agree += facing[k] * (normals[a * 3 + k] + normals[b * 3 + k] + normals[c * 3 + k]);
    if (agree < least) found.add(a).add(b).add(c);
  }
  return found;
}
