/**
 * @file Normals for smooth shading, one per triangle corner.
 *
 * Corners at the same position count as one vertex, so meshes that were split at UV seams or exported with flat shading
 * still look smooth. A corner gets the area-weighted mean over the triangles around it whose normals are within the crease
 * angle of its own, so hard edges stay hard.
 */

import type { Mesh } from './mesh.js';
import { triangleNormalInto } from './triangle-normal.js';
import { weld } from './weld.js';

/** Vertex normals. */
export interface SmoothNormals {
  /** Unit normal of each triangle corner, zero where the triangle has no area. [T, 3, 3] */
  readonly corners: Float32Array;
  /** Unit mean normal at each vertex, the same for all vertices at one place. [V, 3] */
  readonly vertices: Float32Array;
}

/**
 * Around a vertex with more triangles than this the crease test is skipped: it costs their number squared.
 */
const MAX_FAN = 48;

/**
 * Normals of the corners and vertices of a mesh; `creaseAngle` in degrees, 180 smooths all. `vertexMap` is the
 * welded index of each vertex, if the caller has it. [V]
 */
export function smoothNormals(
  mesh: Mesh,
  creaseAngle: number,
  vertexMap: Uint32Array = weld(mesh).vertexMap,
): SmoothNormals {
  const { positions, triangles } = mesh;
  const cornerCount = triangles.length;
  const faces = faceVectors(positions, triangles);
  const sums = new Float64Array(positions.length);
  // Triangles around each place, as one list of corners per place (counting sort).
  const starts = new Uint32Array(vertexMap.length + 1);
  for (let c = 0; c < cornerCount; c++) starts[vertexMap[triangles[c]] + 1]++;
  for (let v = 0; v < vertexMap.length; v++) starts[v + 1] += starts[v];
  const fan = new Uint32Array(cornerCount);
  const fill = starts.slice();
  for (let c = 0; c < cornerCount; c++) {
    const v = vertexMap[triangles[c]];
    const f = Math.floor(c / 3);
    fan[fill[v]++] = f;
    for (let k = 0; k < 3; k++) sums[v * 3 + k] += faces.vectors[f * 3 + k];
  }

  const corners = new Float32Array(cornerCount * 3);
  const cosine = Math.fround(Math.cos((creaseAngle * Math.PI) / 180));
  const { vectors, areas } = faces;
  for (let c = 0; c < cornerCount; c++) {
    const v = vertexMap[triangles[c]];
    const f = Math.floor(c / 3);
    const from = starts[v];
    const to = starts[v + 1];
    if (to - from > MAX_FAN) {
      normalizeInto(corners, c * 3, sums[v * 3], sums[v * 3 + 1], sums[v * 3 + 2]);
      continue;
    }
    const fx = vectors[f * 3];
    const fy = vectors[f * 3 + 1];
    const fz = vectors[f * 3 + 2];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let s = from; s < to; s++) {
      const g = fan[s];
      const gx = vectors[g * 3];
      const gy = vectors[g * 3 + 1];
      const gz = vectors[g * 3 + 2];
      if (g !== f && fx * gx + fy * gy + fz * gz < cosine * areas[f] * areas[g]) continue;
      x += gx;
      y += gy;
      z += gz;
    }
    normalizeInto(corners, c * 3, x, y, z);
  }

  const vertices = new Float32Array(positions.length);
  for (let v = 0; v < vertexMap.length; v++) {
    const r = vertexMap[v] * 3;
    normalizeInto(vertices, v * 3, sums[r], sums[r + 1], sums[r + 2]);
  }
  return { corners, vertices };
}

/** Normal of each triangle times its area (times two), zero where it is not finite. */
function faceVectors(positions: Float32Array, triangles: Uint32Array) {
  const count = Math.floor(triangles.length / 3);
  const vectors = new Float64Array(count * 3);
  const areas = new Float64Array(count);
  const mesh = { positions, triangles };
  const normal = new Float64Array(3);
  for (let f = 0; f < count; f++) {
    triangleNormalInto(normal, 0, mesh, f);
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    const area = Math.sqrt(x * x + y * y + z * z);
    if (!(area > 0 && area < Infinity)) continue;
    vectors[f * 3] = x;
    vectors[f * 3 + 1] = y;
    vectors[f * 3 + 2] = z;
    areas[f] = area;
  }
  return { vectors, areas };
}

function normalizeInto(out: Float32Array, o: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 && length < Infinity ? 1 / length : 0;
  out[o] = x * s;
  out[o + 1] = y * s;
  out[o + 2] = z * s;
}
