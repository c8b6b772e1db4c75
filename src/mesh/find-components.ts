/**
 * @file Connected parts of a mesh: triangles that share a vertex index belong together. Weld first, or every UV
 * seam parts the body. Union–find with path halving, near linear.
 */

import { isFinitePoint } from './box.js';
import { emptyBox, growBox } from './box-tree.js';
import type { Mesh } from './mesh.js';

/** The component of a vertex that no triangle uses and of a triangle with corners out of range. */
export const NO_COMPONENT = 0xffffffff;

/** Connected parts of a mesh. */
export interface MeshComponents {
  /** Number of components, C. */
  readonly count: number;
  /** Component of each triangle; 0 has the most triangles. [T] */
  readonly ofTriangle: Uint32Array;
  /** Component of each vertex. [V] */
  readonly ofVertex: Uint32Array;
  readonly triangleCounts: Uint32Array;
  readonly vertexCounts: Uint32Array;
  /** Least x, y, z, greatest x, y, z of the finite vertices; inverted and infinite where there are none. [C, 6] */
  readonly boxes: Float32Array;
}

/** Finds the components, the one with the most triangles first, equals in order of appearance. */
export function findComponents(mesh: Mesh): MeshComponents {
  const { positions, triangles } = mesh;
  const vertexCount = Math.floor(positions.length / 3);
  const triangleCount = Math.floor(triangles.length / 3);
  const parents = new Uint32Array(vertexCount).map((_, v) => v);
  const inRange = (t: number) =>
    Math.max(triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]) < vertexCount;
  for (let t = 0; t < triangleCount; t++) {
    if (!inRange(t)) continue;
    join(parents, triangles[t * 3], triangles[t * 3 + 1]);
    join(parents, triangles[t * 3], triangles[t * 3 + 2]);
  }

  // (1) Number the roots by first triangle, then by size.
  const numberOf = new Uint32Array(vertexCount).fill(NO_COMPONENT);
  const sizes: number[] = [];
  for (let t = 0; t < triangleCount; t++) {
    if (!inRange(t)) continue;
    const root = findRoot(parents, triangles[t * 3]);
    if (numberOf[root] === NO_COMPONENT) {
      numberOf[root] = sizes.length;
      sizes.push(0);
    }
    sizes[numberOf[root]]++;
  }
  const bySize = sizes.map((_, c) => c).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const rank = new Uint32Array(sizes.length);
  bySize.forEach((c, i) => {
    rank[c] = i;
  });

  // (2) Spread the numbers and gather counts and boxes.
  const ofTriangle = new Uint32Array(triangleCount).fill(NO_COMPONENT);
  const ofVertex = new Uint32Array(vertexCount).fill(NO_COMPONENT);
  const vertexCounts = new Uint32Array(sizes.length);
  const boxes = new Float32Array(sizes.length * 6);
  for (let c = 0; c < sizes.length; c++) emptyBox(boxes, c);
  for (let t = 0; t < triangleCount; t++) {
    if (inRange(t)) ofTriangle[t] = rank[numberOf[findRoot(parents, triangles[t * 3])]];
  }
  const point = new Float32Array(6);
  for (let v = 0; v < vertexCount; v++) {
    const number = numberOf[findRoot(parents, v)];
    if (number === NO_COMPONENT) continue;
    const c = rank[number];
    ofVertex[v] = c;
    vertexCounts[c]++;
    if (!isFinitePoint(positions, v)) continue;
    for (let k = 0; k < 3; k++) point[k] = point[3 + k] = positions[v * 3 + k];
    growBox(boxes, c, point, 0);
  }
  const triangleCounts = Uint32Array.from(bySize, (c) => sizes[c]);
  return { count: sizes.length, ofTriangle, ofVertex, triangleCounts, vertexCounts, boxes };
}

function findRoot(parents: Uint32Array, v: number): number {
  while (parents[v] !== v) {
    parents[v] = parents[parents[v]];
    v = parents[v];
  }
  return v;
}

/** The lower root wins, so that the result does not depend on the order of joins. */
function join(parents: Uint32Array, a: number, b: number): void {
  const rootA = findRoot(parents, a);
  const rootB = findRoot(parents, b);
  parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}
