/** @file The vertices that share an edge with each vertex, by index: weld first. */

import { distanceBetween } from '../math/vector.js';
import type { Mesh } from './mesh.js';

export interface VertexNeighbours {
  /** Where the neighbours of each vertex start; the last entry is their number. [V + 1] */
  readonly starts: Uint32Array;
  /** Each neighbour once. [E] */
  readonly vertices: Uint32Array;
  /** Lengths of the edges to them, metres. [E] */
  readonly lengths: Float32Array;
}

/** Lists the neighbours of every vertex. Triangles with a corner out of range do not count. */
export function listNeighbours(mesh: Mesh): VertexNeighbours {
  const { triangles, positions } = mesh;
  const vertexCount = Math.floor(positions.length / 3);

  // (1) Both ends of every side, with repeats.
  const repeatStarts = new Uint32Array(vertexCount + 1);
  const isSound = (i: number): boolean =>
    triangles[i] < vertexCount && triangles[i + 1] < vertexCount && triangles[i + 2] < vertexCount;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (isSound(i)) for (let k = 0; k < 3; k++) repeatStarts[triangles[i + k] + 1] += 2;
  }
  for (let v = 0; v < vertexCount; v++) repeatStarts[v + 1] += repeatStarts[v];
  const filled = repeatStarts.slice(0, vertexCount);
  const repeats = new Uint32Array(repeatStarts[vertexCount]);
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (!isSound(i)) continue;
    for (let k = 0; k < 3; k++) {
      repeats[filled[triangles[i + k]]++] = triangles[i + ((k + 1) % 3)];
      repeats[filled[triangles[i + k]]++] = triangles[i + ((k + 2) % 3)];
    }
  }

  // (2) Without repeats, in place: a vertex never has more neighbours than sides.
  const starts = new Uint32Array(vertexCount + 1);
  const seenFrom = new Int32Array(vertexCount).fill(-1);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    for (let i = repeatStarts[v]; i < repeatStarts[v + 1]; i++) {
      const other = repeats[i];
      if (other === v || seenFrom[other] === v) continue;
      seenFrom[other] = v;
      repeats[count++] = other;
    }
    starts[v + 1] = count;
  }
  const vertices = repeats.slice(0, count);
  const lengths = new Float32Array(count);
  for (let v = 0; v < vertexCount; v++) {
    for (let i = starts[v]; i < starts[v + 1]; i++) lengths[i] = distanceBetween(positions, v, vertices[i]);
  }
  return { starts, vertices, lengths };
}
