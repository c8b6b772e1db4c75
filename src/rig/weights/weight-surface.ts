/**
 * @file A surface as the weight solver needs it: welded, its parts facing outward, with the search trees and matrices that the
 * steps share.
 *
 * Parts are flipped by their signed volume: a mirrored or inside-out part would otherwise count as empty in every inside
 * test. An open part whose volume is nearly zero is not flipped.
 */

import { boxCenter, computeBox, isFinitePoint, longestSide } from '../../mesh/box.js';
import { findComponents, type MeshComponents } from '../../mesh/find-components.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createSegmentCaster, type SegmentCaster } from '../../mesh/segment-crossings.js';
import { tetrahedronVolume, triangleNormalInto } from '../../mesh/triangle-normal.js';
import { buildTriangleTree, type TriangleTree } from '../../mesh/triangle-tree.js';
import { NO_VERTEX, weld } from '../../mesh/weld.js';
import { createWindingNumber, type WindingNumber } from '../../mesh/winding-number.js';
import { splitTouchingParts } from './split-touching-parts.js';

export interface WeightSurface {
  /** Welded, facing outward. N vertices. */
  readonly mesh: Mesh;
  /** Welded vertex of each vertex of the mesh. [V] */
  readonly vertexMap: Uint32Array;
  /** Longest side of the box, metres; 1 where it has none. */
  readonly size: number;
  readonly components: MeshComponents;
  /** Which components were inside out. [C] */
  readonly flipped: Uint8Array;
  /** Unit normals by area, zero where there is no area. [N, 3] */
  readonly normals: Float32Array;
  readonly tree: TriangleTree;
  readonly caster: SegmentCaster;
  readonly winding: WindingNumber;
}

/** Vertices this close are welded, as a fraction of the longest side: files quantise positions to 14 bits. */
const WELD_TOLERANCE = 1e-5;
/** A part's volume over the volume of its box, below which its sign is not used. */
const LEAST_VOLUME = 0.02;

/** Welds, flips and indexes a mesh. */
export function createWeightSurface(source: Mesh): WeightSurface {
  const sound = dropBroken(source);
  const welded = splitTouchingParts(sound, weld(sound, { tolerance: WELD_TOLERANCE }));
  const components = findComponents(welded.mesh);
  const flipped = findFlipped(welded.mesh, components);
  const mesh = {
    positions: welded.mesh.positions,
    triangles: flipTriangles(welded.mesh, components, flipped),
  };
  const tree = buildTriangleTree(mesh);
  return {
    mesh,
    vertexMap: welded.vertexMap,
    size: longestSide(computeBox(mesh.positions)) || 1,
    components,
    flipped,
    normals: vertexNormals(mesh),
    tree,
    caster: createSegmentCaster(mesh, tree),
    winding: createWindingNumber(mesh, {}, tree),
  };
}

/** Moves vertices that are not finite to the middle of the body, and drops their triangles. */
function dropBroken(source: Mesh): Mesh {
  const { positions, triangles } = source;
  const count = Math.floor(positions.length / 3);
  if (positions.every(Number.isFinite) && positions.length === count * 3) return source;
  const middle = boxCenter(computeBox(positions));
  const mended = positions.slice(0, count * 3);
  for (let v = 0; v < count; v++) if (!isFinitePoint(positions, v)) mended.set(middle, v * 3);
  const kept = triangles.slice();
  for (let i = 0; i + 2 < kept.length; i += 3) {
    if ([0, 1, 2].some((k) => !isFinitePoint(positions, triangles[i + k]))) kept.fill(NO_VERTEX, i, i + 3);
  }
  return { positions: mended, triangles: kept };
}

/** Components whose signed volume is clearly negative. */
function findFlipped(mesh: Mesh, components: MeshComponents): Uint8Array {
  const { count, ofTriangle, boxes } = components;
  const volumes = new Float64Array(count);
  for (let t = 0; t < ofTriangle.length; t++) {
    const c = ofTriangle[t];
    if (c >= count) continue;
    // Measured from a corner of the part's box, so that an open part's value does not depend on its position.
    const [x, y, z] = [boxes[c * 6], boxes[c * 6 + 1], boxes[c * 6 + 2]];
    const volume = tetrahedronVolume(mesh, t, x, y, z);
    if (Number.isFinite(volume)) volumes[c] += volume;
  }
  return Uint8Array.from({ length: count }, (_, c) => {
    const b = c * 6;
    const room = (boxes[b + 3] - boxes[b]) * (boxes[b + 4] - boxes[b + 1]) * (boxes[b + 5] - boxes[b + 2]);
    return volumes[c] < -LEAST_VOLUME * room ? 1 : 0;
  });
}

function flipTriangles({ triangles }: Mesh, components: MeshComponents, flipped: Uint8Array): Uint32Array {
  const out = triangles.slice();
  for (let t = 0; t < components.ofTriangle.length; t++) {
    if (components.ofTriangle[t] < components.count && flipped[components.ofTriangle[t]]) {
      out[t * 3 + 1] = triangles[t * 3 + 2];
      out[t * 3 + 2] = triangles[t * 3 + 1];
    }
  }
  return out;
}

function vertexNormals(mesh: Mesh): Float32Array {
  const { positions, triangles } = mesh;
  const normals = new Float64Array(positions.length);
  const normal = new Float64Array(3);
  const vertexCount = positions.length / 3;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (Math.max(triangles[i], triangles[i + 1], triangles[i + 2]) >= vertexCount) continue;
    triangleNormalInto(normal, 0, mesh, i / 3);
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    if (!(x * x + y * y + z * z < Infinity)) continue;
    for (let k = 0; k < 3; k++) {
      const v = triangles[i + k] * 3;
      normals[v] += x;
      normals[v + 1] += y;
      normals[v + 2] += z;
    }
  }
  const out = new Float32Array(normals.length);
  for (let v = 0; v < out.length; v += 3) {
    const length = Math.sqrt(normals[v] ** 2 + normals[v + 1] ** 2 + normals[v + 2] ** 2);
    if (length > 0) for (let k = 0; k < 3; k++) out[v + k] = normals[v + k] / length;
  }
  return out;
}
