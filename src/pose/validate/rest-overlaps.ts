/**
 * @file Rest-pose overlaps: where shells intersect at rest, such as a leg stuck into a trunk or an eye in a head.
 * Triangles around them intersect in every pose, in artists' clips too, which says nothing.
 *
 * A pair belongs to an overlap if both triangles lie, at rest, within half the thickness of the thinner limb from a
 * rest intersection and as near to each other. On 24 families 6.7 % of the surface of their own clips counts as
 * intersecting without this rule, 0.6 % with it; excluding only the pairs that intersect at rest keeps all of the 6.7
 * %. In a body of rigid parts, as of a robot, parts that overlap at rest or belong to neighbouring joints slide in each
 * other in every pose: they are excused as wholes.
 */

import { findComponents, NO_COMPONENT } from '../../mesh/find-components.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createPointIndex } from '../../mesh/nearest-point.js';
import { findSelfIntersections } from '../../mesh/self-intersection.js';
import { triangleArea } from '../../mesh/triangle-normal.js';
import { weld } from '../../mesh/weld.js';
import type { CheckedRig } from './checked-rig.js';

/** Reach of an overlap, in thicknesses of the limb. */
const REACH = 0.5;
/** Thickness of a limb without measured radius, normalised units. */
const UNKNOWN_THICKNESS = 0.02;

export interface RestOverlaps {
  /** Whether two triangles belong to one overlap. */
  includes(a: number, b: number): boolean;
}

/** What else tells which triangles may meet. */
type OverlapBody = Pick<CheckedRig, 'owners' | 'parents'>;

/**
 * Finds the overlaps of a mesh at rest; `thickness` is that of the limb around each triangle [T]. With a `body`, parts of
 * one that is made of rigid parts are excused as wholes.
 */
export function findRestOverlaps(mesh: Mesh, thickness: ArrayLike<number>, body?: OverlapBody): RestOverlaps {
  const { pairs } = findSelfIntersections(mesh);
  const parts = body && excusedParts(mesh, pairs, body);
  if (pairs.length === 0) return { includes: parts ?? (() => false) };
  const { middles, reaches } = boundTriangles(mesh);
  // One point per pair: the centroid of the smaller triangle.
  const centers = new Float32Array((pairs.length / 2) * 3);
  for (let p = 0; p < pairs.length; p += 2) {
    const small = reaches[pairs[p]] < reaches[pairs[p + 1]] ? pairs[p] : pairs[p + 1];
    for (let k = 0; k < 3; k++) centers[(p / 2) * 3 + k] = middles[small * 3 + k];
  }
  const index = createPointIndex(centers);
  const { distances } = index.nearestOf(middles);
  const away = distances.map((distance, t) => Math.max(0, distance - reaches[t]));
  return {
    includes(a, b) {
      if (parts?.(a, b)) return true;
      const limit = REACH * Math.min(thickness[a] || UNKNOWN_THICKNESS, thickness[b] || UNKNOWN_THICKNESS);
      if (!(away[a] <= limit && away[b] <= limit)) return false;
      const x = middles[a * 3] - middles[b * 3];
      const y = middles[a * 3 + 1] - middles[b * 3 + 1];
      const z = middles[a * 3 + 2] - middles[b * 3 + 2];
      return Math.sqrt(x * x + y * y + z * z) - reaches[a] - reaches[b] <= 2 * limit;
    },
  };
}

/** A body is made of rigid parts where so much of its surface is in components that follow one joint each. */
const RIGID_SHARE = 0.6;

/** Whether two triangles are in parts of a part-wise body that may meet; undefined for any other body. */
function excusedParts(
  mesh: Mesh,
  restPairs: Uint32Array,
  { owners, parents }: OverlapBody,
): ((a: number, b: number) => boolean) | undefined {
  const { vertexMap } = weld(mesh);
  const welded = { positions: mesh.positions, triangles: mesh.triangles.map((v) => vertexMap[v]) };
  const { count, ofTriangle } = findComponents(welded);
  const owner = new Int32Array(count).fill(-2);
  for (let t = 0; t < ofTriangle.length; t++) {
    const c = ofTriangle[t];
    if (c === NO_COMPONENT) continue;
    owner[c] = owner[c] === -2 || owner[c] === owners[t] ? owners[t] : -1;
  }
  let [rigid, whole] = [0, 0];
  for (let t = 0; t < ofTriangle.length; t++) {
    const area = triangleArea(mesh, t) || 0;
    whole += area;
    if (ofTriangle[t] !== NO_COMPONENT && owner[ofTriangle[t]] >= 0) rigid += area;
  }
  if (count < 3 || rigid < RIGID_SHARE * whole) return undefined;
  const key = (c: number, d: number) => Math.min(c, d) * count + Math.max(c, d);
  const met = new Set<number>();
  for (let i = 0; i < restPairs.length; i += 2) {
    met.add(key(ofTriangle[restPairs[i]], ofTriangle[restPairs[i + 1]]));
  }
  const neighbours = (a: number, b: number) =>
    a === b || parents[a] === b || parents[b] === a || (parents[a] >= 0 && parents[a] === parents[b]);
  return (a, b) =>
    ofTriangle[a] !== ofTriangle[b] &&
    (met.has(key(ofTriangle[a], ofTriangle[b])) || neighbours(owners[a], owners[b]));
}

/** Middles of triangles, and how far their corners are from them. */
function boundTriangles({ positions, triangles }: Mesh): { middles: Float32Array; reaches: Float64Array } {
  const middles = new Float32Array(triangles.length);
  const reaches = new Float64Array(triangles.length / 3);
  for (let t = 0; t < reaches.length; t++) {
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) middles[t * 3 + k] += positions[triangles[t * 3 + c] * 3 + k] / 3;
    }
    for (let c = 0; c < 3; c++) {
      const v = triangles[t * 3 + c] * 3;
      const x = positions[v] - middles[t * 3];
      const y = positions[v + 1] - middles[t * 3 + 1];
      const z = positions[v + 2] - middles[t * 3 + 2];
      reaches[t] = Math.max(reaches[t], Math.sqrt(x * x + y * y + z * z));
    }
  }
  return { middles, reaches };
}
