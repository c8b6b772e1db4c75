/**
 * @file A tree of boxes over triangles that keeps its shape while the vertices move.
 *
 * Balanced whatever the triangle sizes (`box-tree.ts`); per pose only the boxes are renewed, bottom up in one
 * pass. A skinned mesh keeps its neighbourhoods, so a tree built at rest stays tight. Triangles with corners out
 * of range are not in it.
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
  refitTriangleTree(tree, mesh.positions);
  return tree;
}

/** Renews the boxes for moved vertices. A triangle with a non-finite corner gets an empty box: it meets nothing. */
export function refitTriangleTree(tree: TriangleTree, positions: Float32Array): void {
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

/**
 * Calls `visit` for every pair of entries of `order` whose boxes touch, each pair once, until it returns false.
 * Returns false where it was stopped.
 */
export function visitTouchingPairs(tree: TriangleTree, visit: (i: number, j: number) => boolean): boolean {
  const { first, size, right, nodeBoxes, triangleBoxes } = tree;
  // A pair replaces itself by at most three, once per level of either side: depth × 2 × 3 stays far below this.
  const stack = new Uint32Array(1024);
  let top = 0;
  const push = (a: number, b: number): void => {
    if (a !== b && !boxesTouch(nodeBoxes, a, nodeBoxes, b)) return;
    stack[top++] = a;
    stack[top++] = b;
  };
  if (first.length > 0) push(0, 0);
  while (top > 0) {
    const b = stack[--top];
    const a = stack[--top];
    if (right[a] === 0 && right[b] === 0) {
      for (let i = first[a]; i < first[a] + size[a]; i++) {
        for (let j = a === b ? i + 1 : first[b]; j < first[b] + size[b]; j++) {
          if (boxesTouch(triangleBoxes, i, triangleBoxes, j) && !visit(i, j)) return false;
        }
      }
    } else if (a === b) {
      push(a + 1, right[a]);
      push(right[a], right[a]);
      push(a + 1, a + 1);
    } else if (right[b] === 0 || size[a] > size[b]) {
      push(a + 1, b);
      push(right[a], b);
    } else {
      push(a, b + 1);
      push(a, right[b]);
    }
  }
  return true;
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

function boxesTouch(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  const p = i * 6;
  const q = j * 6;
  return (
    a[p] <= b[q + 3] &&
    b[q] <= a[p + 3] &&
    a[p + 1] <= b[q + 4] &&
    b[q + 1] <= a[p + 4] &&
    a[p + 2] <= b[q + 5] &&
    b[q + 2] <= a[p + 5]
  );
}
