/**
 * @file Skin weights of a simplified surface, transferred to the mesh that it was simplified from.
 *
 * A vertex gets the weights of the nearest point of the simplified surface that is reached along the surface: the search
 * starts at the triangle found for a neighbour and descends from triangle to triangle. So legs or fingers that touch do not
 * take weights from each other, as they would by the nearest point in space.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { nearestOnTriangle } from '../../mesh/nearest-surface.js';
import type { SimplifiedMesh } from '../../mesh/simplify-mesh.js';
import { listNeighbours } from '../../mesh/vertex-neighbours.js';
import type { Skin } from '../rig-records.js';
import { createRowBlend, transferWeights } from './transfer-weights.js';

/** Steps from triangle to triangle for one vertex; two or three do. */
const MOST_STEPS = 32;

/** Transfers the skin of a simplified mesh to all vertices of its source, a welded mesh. */
export function transferFromSimplified(source: Mesh, { mesh, sources }: SimplifiedMesh, skin: Skin): Skin {
  const { influenceCount } = skin;
  const vertexCount = source.positions.length / 3;
  const transferred = {
    joints: new Uint16Array(vertexCount * influenceCount),
    weights: new Float32Array(vertexCount * influenceCount),
    influenceCount,
  };
  const { starts, vertices } = listNeighbours(source);
  const blend = createRowBlend(skin);
  const search = createTriangleSearch(mesh, source.positions);

  // Outward from the vertices that are left, each after the neighbour that it starts from.
  const triangleOf = new Int32Array(vertexCount).fill(-1);
  const queue = new Uint32Array(vertexCount);
  let queued = 0;
  sources.forEach((vertex, i) => {
    triangleOf[vertex] = search.someTriangle[i];
    queue[queued++] = vertex;
  });
  for (let q = 0; q < queued; q++) {
    const v = queue[q];
    triangleOf[v] = search.descend(v, triangleOf[v]);
    blend.clear();
    for (let k = 0; k < 3; k++) blend.add(mesh.triangles[triangleOf[v] * 3 + k], search.barycentric[k]);
    blend.writeInto(transferred.joints, transferred.weights, v * influenceCount);
    for (let i = starts[v]; i < starts[v + 1]; i++) {
      if (triangleOf[vertices[i]] >= 0) continue;
      triangleOf[vertices[i]] = triangleOf[v];
      queue[queued++] = vertices[i];
    }
  }
  transferStrays(source, mesh, skin, triangleOf, transferred);
  return transferred;
}

/** Vertices of parts that were simplified away: the nearest point in space. */
function transferStrays(
  source: Mesh,
  mesh: Mesh,
  skin: Skin,
  triangleOf: Int32Array,
  transferred: Skin,
): void {
  const strays = Array.from(triangleOf.keys()).filter((v) => triangleOf[v] < 0);
  if (strays.length === 0) return;
  const points = Float32Array.from(strays.flatMap((v) => [...source.positions.subarray(v * 3, v * 3 + 3)]));
  const { joints, weights, influenceCount: width } = transferWeights(mesh, skin, points);
  strays.forEach((v, i) => {
    transferred.joints.set(joints.subarray(i * width, (i + 1) * width), v * width);
    transferred.weights.set(weights.subarray(i * width, (i + 1) * width), v * width);
  });
}

function createTriangleSearch({ positions, triangles }: Mesh, points: Float32Array) {
  // Triangles around each vertex.
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (const v of triangles) starts[v + 1]++;
  for (let v = 0; v + 1 < starts.length; v++) starts[v + 1] += starts[v];
  const filled = starts.slice(0, -1);
  const around = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) around[filled[triangles[i]]++] = Math.floor(i / 3);

  const point = new Float64Array(3);
  const weights = new Float64Array(3);
  const barycentric = new Float64Array(3);
  return {
    /** A triangle of each vertex. [N] */
    someTriangle: Int32Array.from(starts.subarray(0, -1), (start) => around[start]),
    /** Corner weights of the point that the last descent found. [3] */
    barycentric,
    /** The triangle with the nearest point to a vertex of the source, from a triangle near it. */
    descend(vertex: number, from: number): number {
      point.set(points.subarray(vertex * 3, vertex * 3 + 3));
      let best = from;
      let least = nearestOnTriangle(positions, triangles, from, point, weights);
      barycentric.set(weights);
      for (let step = 0; step < MOST_STEPS; step++) {
        const center = best;
        for (let k = center * 3; k < center * 3 + 3; k++) {
          for (let i = starts[triangles[k]]; i < starts[triangles[k] + 1]; i++) {
            const squared = nearestOnTriangle(positions, triangles, around[i], point, weights);
            if (!(squared < least)) continue;
            least = squared;
            best = around[i];
            barycentric.set(weights);
          }
        }
        if (best === center) break;
      }
      return best;
    },
  };
}
