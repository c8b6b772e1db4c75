/** @file The vertices that triangles use: stray ones are not seen, and say nothing about where a mesh is. */

import type { Mesh } from './mesh.js';

/** Vertices that some triangle uses, ascending. */
export function usedVertices(mesh: Mesh): Uint32Array {
  const used = markUsed(mesh);
  return Uint32Array.from(used.keys()).filter((v) => used[v] === 1);
}

/** Positions of the vertices that triangles use. [N, 3] */
export function usedPositions(mesh: Mesh): Float32Array {
  const used = markUsed(mesh);
  return used.includes(0) ? mesh.positions.filter((_, i) => used[Math.floor(i / 3)] === 1) : mesh.positions;
}

function markUsed({ positions, triangles }: Mesh): Uint8Array {
  const used = new Uint8Array(Math.floor(positions.length / 3));
  for (let i = 0; i < triangles.length; i++) used[triangles[i]] = 1;
  return used;
}
