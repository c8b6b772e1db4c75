/**
 * @file The nearest point of a surface, as triangle and barycentric coordinates, so that
 * attributes of the surface can be interpolated there. Over the triangles' box tree, nearest box first; the point of a triangle by the
 * region of its plane that the query falls into (Ericson 2005, "Real-Time Collision Detection", 5.1.5).
 */

import type { Mesh } from './mesh.js';
import { buildTriangleTree, type TriangleTree } from './triangle-tree.js';

/** A point of a surface. */
export interface SurfacePoint {
  /** Triangle of the mesh, −1 where none is within reach. */
  triangle: number;
  /** Metres; infinite where there is none. */
  distance: number;
  /** Weights of the triangle's corners, sum 1. [3] */
  readonly barycentric: Float64Array;
}

/** Finds the nearest point of a surface. */
export interface SurfaceIndex {
  /** What `nearest` fills; the next call overwrites it. */
  readonly found: SurfacePoint;
  /** Finds the nearest point that is nearer than `within`. Returns its triangle, or −1. */
  nearest(x: number, y: number, z: number, within?: number): number;
}

/** Prepares a mesh for nearest queries; hand in its tree where it is at hand. */
export function createSurfaceIndex(mesh: Mesh, tree: TriangleTree = buildTriangleTree(mesh)): SurfaceIndex {
  const { positions } = mesh;
  const { order, first, size, right, corners, nodeBoxes, triangleBoxes } = tree;
  const stack = new Uint32Array(128);
  const found: SurfacePoint = { triangle: -1, distance: Infinity, barycentric: new Float64Array(3) };
  const point = new Float64Array(3);
  const weights = new Float64Array(3);
  return {
    found,
    nearest(x, y, z, within = Infinity) {
      let bestSquared = within * within;
      found.triangle = -1;
      found.distance = Infinity;
      point[0] = x;
      point[1] = y;
      point[2] = z;
      let top = 0;
      if (first.length > 0) stack[top++] = 0;
      while (top > 0) {
        const node = stack[--top];
        // Written so that a NaN query falls through and finds nothing.
        if (!(squaredToBox(nodeBoxes, node, point) < bestSquared)) continue;
        if (right[node] !== 0) {
          const near =
            squaredToBox(nodeBoxes, node + 1, point) <= squaredToBox(nodeBoxes, right[node], point);
          stack[top++] = near ? right[node] : node + 1;
          stack[top++] = near ? node + 1 : right[node];
          continue;
        }
        for (let i = first[node]; i < first[node] + size[node]; i++) {
          if (!(squaredToBox(triangleBoxes, i, point) < bestSquared)) continue;
          const squared = nearestOnTriangle(positions, corners, i, point, weights);
          if (!(squared < bestSquared)) continue;
          bestSquared = squared;
          found.triangle = order[i];
          found.barycentric.set(weights);
        }
      }
      if (found.triangle >= 0) found.distance = Math.sqrt(bestSquared);
      return found.triangle;
    },
  };
}

function squaredToBox(boxes: Float32Array, i: number, point: Float64Array): number {
  const b = i * 6;
  const dx = Math.max(boxes[b] - point[0], 0, point[0] - boxes[b + 3]);
  const dy = Math.max(boxes[b + 1] - point[1], 0, point[1] - boxes[b + 4]);
  const dz = Math.max(boxes[b + 2] - point[2], 0, point[2] - boxes[b + 5]);
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance to a triangle; writes the corner weights of its nearest point. */
export function nearestOnTriangle(
  positions: Float32Array,
  corners: Uint32Array,
  i: number,
  point: Float64Array,
  weights: Float64Array,
): number {
  const a = corners[i * 3] * 3;
  const b = corners[i * 3 + 1] * 3;
  const c = corners[i * 3 + 2] * 3;
  const abx = positions[b] - positions[a];
  const aby = positions[b + 1] - positions[a + 1];
  const abz = positions[b + 2] - positions[a + 2];
  const acx = positions[c] - positions[a];
  const acy = positions[c + 1] - positions[a + 1];
  const acz = positions[c + 2] - positions[a + 2];
  const apx = point[0] - positions[a];
  const apy = point[1] - positions[a + 1];
  const apz = point[2] - positions[a + 2];
  const bb = abx * abx + aby * aby + abz * abz;
  const cc = acx * acx + acy * acy + acz * acz;
  const bc = abx * acx + aby * acy + abz * acz;
  const pb = apx * abx + apy * aby + apz * abz;
  const pc = apx * acx + apy * acy + apz * acz;
  const determinant = bb * cc - bc * bc;

  // (1) Above the triangle itself.
  let v = (cc * pb - bc * pc) / determinant;
  let w = (bb * pc - bc * pb) / determinant;
  if (!(v >= 0 && w >= 0 && v + w <= 1)) {
    // (2) Nearest to one of its sides. A triangle without area, whose determinant says nothing, ends here too.
    const onB = clamp(pb / bb);
    const onC = clamp(pc / cc);
    const across = clamp((pc - pb + bb - bc) / (bb + cc - 2 * bc));
    v = onB;
    w = 0;
    let least = lengthAt(v, w, bb, cc, bc, pb, pc);
    const atC = lengthAt(0, onC, bb, cc, bc, pb, pc);
    if (atC < least) {
      least = atC;
      v = 0;
      w = onC;
    }
    if (lengthAt(1 - across, across, bb, cc, bc, pb, pc) < least) {
      v = 1 - across;
      w = across;
    }
  }
  weights[0] = 1 - v - w;
  weights[1] = v;
  weights[2] = w;
  const dx = apx - v * abx - w * acx;
  const dy = apy - v * aby - w * acy;
  const dz = apz - v * abz - w * acz;
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance less that to the first corner, at corner weights v and w. */
const lengthAt = (v: number, w: number, bb: number, cc: number, bc: number, pb: number, pc: number): number =>
  v * v * bb + w * w * cc + 2 * v * w * bc - 2 * v * pb - 2 * w * pc;

/** To 0…1; what a side without length gives (0 / 0) becomes 0. */
const clamp = (t: number): number => (t > 0 ? Math.min(t, 1) : 0);
