/**
 * @file Where a straight segment runs through a surface, each crossing with its direction: whether a thing is seen
 * from a place, and whether the way there stays inside the body.
 *
 * A triangle is hit where the segment passes its three edges on the same side. The side of an edge is computed from
 * its corners in ascending order, whichever triangle asks, and "exactly on it" counts as the positive side; so of
 * two triangles that share an edge a segment through it hits just one, and no segment slips through a closed
 * surface or counts an edge twice. Midlines of mirrored bodies lie exactly on edges, so this is not a rare case.
 */

import type { Mesh } from './mesh.js';
import { buildTriangleTree, type TriangleTree } from './triangle-tree.js';

export interface SegmentCrossings {
  /** Number of crossings found by the last call. */
  count: number;
  /** Where along the segment, 0 to 1, ascending. */
  readonly at: Float64Array;
  /** 1 where the segment enters (against the triangle's normal), −1 where it leaves. */
  readonly signs: Int8Array;
}

export interface SegmentCaster {
  /** What `cast` fills. */
  readonly crossings: SegmentCrossings;
  /**
   * Finds the crossings of the segment from a to b, leaving out triangles at vertex `skipped`. Only the first
   * `CROSSING_LIMIT` found are kept. Returns how many.
   */
  cast(ax: number, ay: number, az: number, bx: number, by: number, bz: number, skipped?: number): number;
}

/** Crossings kept per segment: a body has a handful, a hostile soup as many as it likes. */
export const CROSSING_LIMIT = 256;

/** Prepares a mesh for casting segments; hand in its tree where it is at hand. */
export function createSegmentCaster(mesh: Mesh, tree: TriangleTree = buildTriangleTree(mesh)): SegmentCaster {
  const { positions } = mesh;
  const { first, size, right, corners, nodeBoxes } = tree;
  const stack = new Uint32Array(128);
  const crossings: SegmentCrossings = {
    count: 0,
    at: new Float64Array(CROSSING_LIMIT),
    signs: new Int8Array(CROSSING_LIMIT),
  };
  // Origin and direction; an array, because numbers that closures share are boxed anew at every call.
  const ray = new Float64Array(6);

  return {
    crossings,
    cast(ax, ay, az, bx, by, bz, skipped = -1) {
      crossings.count = 0;
      ray[0] = ax;
      ray[1] = ay;
      ray[2] = az;
      ray[3] = bx - ax;
      ray[4] = by - ay;
      ray[5] = bz - az;
      const ix = 1 / ray[3];
      const iy = 1 / ray[4];
      const iz = 1 / ray[5];
      let top = 0;
      if (first.length > 0) stack[top++] = 0;
      while (top > 0) {
        const node = stack[--top];
        const n = node * 6;
        // Slabs. A segment that runs along a face of the box gives 0 × ∞, NaN, which the comparisons let pass.
        let near = 0;
        let far = 1;
        const x0 = (nodeBoxes[ix < 0 ? n + 3 : n] - ax) * ix;
        const x1 = (nodeBoxes[ix < 0 ? n : n + 3] - ax) * ix;
        if (x0 > near) near = x0;
        if (x1 < far) far = x1;
        const y0 = (nodeBoxes[iy < 0 ? n + 4 : n + 1] - ay) * iy;
        const y1 = (nodeBoxes[iy < 0 ? n + 1 : n + 4] - ay) * iy;
        if (y0 > near) near = y0;
        if (y1 < far) far = y1;
        const z0 = (nodeBoxes[iz < 0 ? n + 5 : n + 2] - az) * iz;
        const z1 = (nodeBoxes[iz < 0 ? n + 2 : n + 5] - az) * iz;
        if (z0 > near) near = z0;
        if (z1 < far) far = z1;
        // Rounding of the slabs must not lose a triangle that lies in a face of its box.
        if (near > far + 1e-9) continue;
        if (right[node] !== 0) {
          stack[top++] = right[node];
          stack[top++] = node + 1;
          continue;
        }
        for (let i = first[node]; i < first[node] + size[node]; i++) {
          const u = corners[i * 3];
          const v = corners[i * 3 + 1];
          const w = corners[i * 3 + 2];
          if (u === skipped || v === skipped || w === skipped) continue;
          const s = sideOfEdge(ray, positions, u, v);
          if (sideOfEdge(ray, positions, v, w) === s && sideOfEdge(ray, positions, w, u) === s) {
            addCrossing(crossings, ray, positions, u, v, w, -s);
          }
        }
      }
      return crossings.count;
    },
  };
}

/** Which side of an edge the line passes; corners in ascending order, so that neighbours agree. */
function sideOfEdge(ray: Float64Array, positions: Float32Array, u: number, v: number): number {
  const flip = u > v;
  const a = (flip ? v : u) * 3;
  const b = (flip ? u : v) * 3;
  const ax = positions[a] - ray[0];
  const ay = positions[a + 1] - ray[1];
  const az = positions[a + 2] - ray[2];
  const bx = positions[b] - ray[0];
  const by = positions[b + 1] - ray[1];
  const bz = positions[b + 2] - ray[2];
  const volume = ray[3] * (ay * bz - az * by) + ray[4] * (az * bx - ax * bz) + ray[5] * (ax * by - ay * bx);
  return volume >= 0 !== flip ? 1 : -1;
}

function addCrossing(
  crossings: SegmentCrossings,
  ray: Float64Array,
  positions: Float32Array,
  u: number,
  v: number,
  w: number,
  sign: number,
): void {
  const a = u * 3;
  const ux = positions[v * 3] - positions[a];
  const uy = positions[v * 3 + 1] - positions[a + 1];
  const uz = positions[v * 3 + 2] - positions[a + 2];
  const vx = positions[w * 3] - positions[a];
  const vy = positions[w * 3 + 1] - positions[a + 1];
  const vz = positions[w * 3 + 2] - positions[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const height =
    nx * (positions[a] - ray[0]) + ny * (positions[a + 1] - ray[1]) + nz * (positions[a + 2] - ray[2]);
  const t = height / (nx * ray[3] + ny * ray[4] + nz * ray[5]);
  // Written so that NaN, a line within the triangle's plane, is no crossing.
  if (!(t > 0 && t <= 1)) return;
  let i = crossings.count < CROSSING_LIMIT ? crossings.count++ : CROSSING_LIMIT - 1;
  for (; i > 0 && crossings.at[i - 1] > t; i--) {
    crossings.at[i] = crossings.at[i - 1];
    crossings.signs[i] = crossings.signs[i - 1];
  }
  crossings.at[i] = t;
  crossings.signs[i] = sign;
}
