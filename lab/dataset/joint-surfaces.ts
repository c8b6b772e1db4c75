/** @file A few points on the surface around each joint, from which training detects self-intersection. */

import { createRng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { samplePositions, sampleSurface } from '../../src/mesh/sample-surface.js';
import { dominantVertices } from '../../src/rig/dominant-joints.js';
import type { PartialRig } from '../../src/rig/rig-records.js';

/** Points of a joint. */
export const SURFACE_POINTS = 16;

/** Points relative to their joint, normalised lengths; zeros for joints without flesh. [J, 16, 3] */
export function jointSurfaces({ skeleton, mesh, skin }: PartialRig, scale: number): Float32Array {
  const jointCount = skeleton.parents.length;
  const out = new Float32Array(jointCount * SURFACE_POINTS * 3);
  if (!mesh || !skin) return out;
  const vertices = dominantVertices(mesh.positions, skin, jointCount);
  const triangles = sortTriangles(mesh, vertices);
  for (let j = 0; j < jointCount; j++) {
    const points = drawPoints(mesh, triangles[j], vertices[j], j);
    for (let i = 0; i < points.length; i++) {
      out[j * SURFACE_POINTS * 3 + i] = (points[i] - skeleton.rest[j * 3 + (i % 3)]) * scale;
    }
  }
  return out;
}

/** The triangles of each joint: where all corners agree, or two of them. */
function sortTriangles({ positions, triangles }: Mesh, vertices: readonly (readonly number[])[]): number[][] {
  const owners = new Int32Array(positions.length / 3).fill(-1);
  vertices.forEach((list, j) => {
    for (const v of list) owners[v] = j;
  });
  const sorted: number[][] = vertices.map(() => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [owners[triangles[t]], owners[triangles[t + 1]], owners[triangles[t + 2]]];
    const owner = b === c ? b : a;
    if (owner >= 0) sorted[owner].push(triangles[t], triangles[t + 1], triangles[t + 2]);
  }
  return sorted;
}

function drawPoints(
  { positions }: Mesh,
  triangles: readonly number[],
  vertices: readonly number[],
  j: number,
): Float32Array {
  const patch = { positions, triangles: Uint32Array.from(triangles) };
  const samples = sampleSurface(patch, SURFACE_POINTS, createRng(j + 1));
  if (samples.triangles.length > 0) return samplePositions(samples, positions, patch.triangles);
  // Slivers whose every triangle belongs to a neighbour: their vertices have to do.
  const points = new Float32Array(vertices.length > 0 ? SURFACE_POINTS * 3 : 0);
  for (let i = 0; i < points.length / 3; i++) {
    const v = vertices[Math.floor((i * vertices.length) / SURFACE_POINTS)];
    points.set(positions.subarray(v * 3, v * 3 + 3), i * 3);
  }
  return points;
}
