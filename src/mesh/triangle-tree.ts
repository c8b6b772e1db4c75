/**
 * @file A tree of boxes over triangles, balanced whatever their sizes (`box-tree.ts`). Triangles with corners out of
 * range are not in it. (Self-intersection has a tree of its own, in native/intersect.cpp.)
 *
 * A uniform grid was dropped: one triangle as long as the body fills thousands of cells.
 */

import { type BoxTree, buildBoxTree, emptyBox, growBox } from './box-tree.js';
import type { Mesh } from './mesh.js';

/** Triangles in a leaf, at most. */
const LEAF_SIZE = 4;

export interface TriangleTree extends BoxTree {
  /** Corners of each entry of `order`. [N, 3] */
  readonly corners: Uint32Array;
  /** Boxes: least x, y, z, greatest x, y, z. Empty (infinite, inverted) where no corner is finite. [M, 6] */
  readonly nodeBoxes: Float32Array;
  /** Boxes of the entries of `order`. [N, 6] */
  readonly triangleBoxes: Float32Array;
}

/** Builds the tree of a mesh, boxes included. */
export function buildTriangleTree(mesh: Mesh): TriangleTree {
  const vertexCount = Math.floor(mesh.positions.length / 3);
  const shape = buildBoxTree(usableTriangles(mesh.triangles, vertexCount), triangleCenters(mesh), LEAF_SIZE);
  const { order } = shape;
  const corners = new Uint32Array(order.length * 3);
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < 3; k++) corners[i * 3 + k] = mesh.triangles[order[i] * 3 + k];
  }
  const tree: TriangleTree = {
    ...shape,
    corners,
    nodeBoxes: new Float32Array(shape.first.length * 6),
    triangleBoxes: new Float32Array(order.length * 6),
  };
  fitBoxes(tree, mesh.positions);
  return tree;
}

/** Sets the boxes. A triangle with a non-finite corner gets an empty one: it meets nothing. */
function fitBoxes(tree: TriangleTree, positions: Float32Array): void {
  const { corners, triangleBoxes, nodeBoxes, first, size, right } = tree;
  for (let i = 0; i < tree.order.length; i++) {
    const a = corners[i * 3] * 3;
    const b = corners[i * 3 + 1] * 3;
    const c = corners[i * 3 + 2] * 3;
    for (let k = 0; k < 3; k++) {
      triangleBoxes[i * 6 + k] = Math.min(positions[a + k], positions[b + k], positions[c + k]);
      triangleBoxes[i * 6 + 3 + k] = Math.max(positions[a + k], positions[b + k], positions[c + k]);
    }
    let finite = true;
    for (let k = 0; k < 6; k++) finite &&= Number.isFinite(triangleBoxes[i * 6 + k]);
    if (!finite) emptyBox(triangleBoxes, i);
  }
  for (let node = right.length - 1; node >= 0; node--) {
    emptyBox(nodeBoxes, node);
    if (right[node] === 0) {
      for (let i = first[node]; i < first[node] + size[node]; i++) growBox(nodeBoxes, node, triangleBoxes, i);
    } else {
      growBox(nodeBoxes, node, nodeBoxes, node + 1);
      growBox(nodeBoxes, node, nodeBoxes, right[node]);
    }
  }
}

function usableTriangles(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const usable = new Uint32Array(Math.floor(triangles.length / 3));
  let count = 0;
  for (let t = 0; t < usable.length; t++) {
    if (Math.max(triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]) < vertexCount) {
      usable[count++] = t;
    }
  }
  return usable.slice(0, count);
}

/** Three times the centres; those of non-finite triangles are 0, any place will do. [T, 3] */
function triangleCenters({ positions, triangles }: Mesh): Float64Array {
  const centers = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const sum =
        positions[triangles[i] * 3 + k] +
        positions[triangles[i + 1] * 3 + k] +
        positions[triangles[i + 2] * 3 + k];
      centers[i + k] = Number.isFinite(sum) ? sum : 0;
    }
  }
  return centers;
}
