/**
 * @file Nearest of many points, over a box tree. Subtrees are left out by the distance to their box, not to a
 * splitting plane as in a k-d tree: with planes a thousand points in one place would all be visited every time.
 */

import { isFinitePoint } from './box.js';
import { buildBoxTree, emptyBox, growBox } from './box-tree.js';

const LEAF_SIZE = 8;

/** Nearest points and their distances. */
export interface NearestPoints {
  /** Index of the nearest point, −1 where none is within reach. [N] */
  readonly indices: Int32Array;
  /** Distance to it, infinite where there is none. [N] */
  readonly distances: Float32Array;
}

/** Finds the nearest of many points. */
export interface PointIndex {
  /** Index of the nearest point that is nearer than `within`, or −1. Non-finite points are never found. */
  nearest(x: number, y: number, z: number, within?: number): number;
  /** The same for many queries [N, 3]. */
  nearestOf(queries: Float32Array, within?: number): NearestPoints;
}

/** Prepares points [N, 3] for nearest queries; they must not change while the index is used. */
export function createPointIndex(points: Float32Array): PointIndex {
  const usable = new Uint32Array(Math.floor(points.length / 3));
  let count = 0;
  for (let i = 0; i < usable.length; i++) if (isFinitePoint(points, i)) usable[count++] = i;
  const { order, first, size, right } = buildBoxTree(usable.subarray(0, count), points, LEAF_SIZE);
  const boxes = pointBoxes(points, order, first, size, right);
  const stack = new Uint32Array(128);

  const squaredToBox = (node: number, x: number, y: number, z: number): number => {
    const b = node * 6;
    const dx = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const dy = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const dz = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    return dx * dx + dy * dy + dz * dz;
  };

  const nearest = (x: number, y: number, z: number, within = Infinity): number => {
    let best = -1;
    let bestSquared = within * within;
    let top = 0;
    if (count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      // Written so that a NaN query falls through and finds nothing.
      if (!(squaredToBox(node, x, y, z) < bestSquared)) continue;
      if (right[node] === 0) {
        for (let i = first[node]; i < first[node] + size[node]; i++) {
          const p = order[i] * 3;
          const dx = points[p] - x;
          const dy = points[p + 1] - y;
          const dz = points[p + 2] - z;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared < bestSquared) {
            bestSquared = squared;
            best = order[i];
          }
        }
        continue;
      }
      // The nearer child goes on top.
      const leftFirst = squaredToBox(node + 1, x, y, z) <= squaredToBox(right[node], x, y, z);
      stack[top++] = leftFirst ? right[node] : node + 1;
      stack[top++] = leftFirst ? node + 1 : right[node];
    }
    return best;
  };

  return {
    nearest,
    nearestOf(queries, within) {
      const queryCount = Math.floor(queries.length / 3);
      const indices = new Int32Array(queryCount);
      const distances = new Float32Array(queryCount);
      for (let i = 0; i < queryCount; i++) {
        const [x, y, z] = [queries[i * 3], queries[i * 3 + 1], queries[i * 3 + 2]];
        const p = nearest(x, y, z, within);
        indices[i] = p;
        distances[i] =
          p < 0 ? Infinity : Math.hypot(points[p * 3] - x, points[p * 3 + 1] - y, points[p * 3 + 2] - z);
      }
      return { indices, distances };
    },
  };
}

function pointBoxes(
  points: Float32Array,
  order: Uint32Array,
  first: Uint32Array,
  size: Uint32Array,
  right: Uint32Array,
): Float32Array {
  const boxes = new Float32Array(first.length * 6);
  const leaf = new Float32Array(6);
  for (let node = first.length - 1; node >= 0; node--) {
    emptyBox(boxes, node);
    if (right[node] === 0) {
      for (let i = first[node]; i < first[node] + size[node]; i++) {
        for (let k = 0; k < 3; k++) leaf[k] = leaf[3 + k] = points[order[i] * 3 + k];
        growBox(boxes, node, leaf, 0);
      }
    } else {
      growBox(boxes, node, boxes, node + 1);
      growBox(boxes, node, boxes, right[node]);
    }
  }
  return boxes;
}
