/**
 * @file Where a straight segment crosses a surface, each crossing with its direction: for visibility, and for whether a
 * segment stays inside the body.
 *
 * Projected along the segment, a triangle is hit where the segment's point lies on the same side of its three edges (Woop
 * et al. 2013, "Watertight Ray/Triangle Intersection"). The side of an edge is computed from its two corners with the same
 * rounding for both of its triangles, and a point exactly on an edge is moved off it, always in the same direction. So a
 * segment through an edge or a corner hits exactly one of the triangles there, and none slips through a closed surface.
 * The midlines of mirrored bodies lie exactly on edges: this case is common.
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
  /** Triangles looked at by all calls so far: what the work was. */
  tested: number;
  /**
   * Finds the crossings of the segment from a to b, leaving out triangles at vertex `skipped`. Only the first
   * `CROSSING_LIMIT` found are kept. Returns how many.
   */
  cast(ax: number, ay: number, az: number, bx: number, by: number, bz: number, skipped?: number): number;
}

/** Crossings kept per segment: a body has a handful, a hostile soup as many as it likes. */
export const CROSSING_LIMIT = 256;

/** Rounding of the slabs must not lose a triangle that lies in a face of its box. */
const SLAB_ROUNDING = 1e-9;

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
  const caster: SegmentCaster = {
    crossings,
    tested: 0,
    cast(ax, ay, az, bx, by, bz, skipped = -1) {
      crossings.count = 0;
      const dx = bx - ax;
      const dy = by - ay;
      const dz = bz - az;
      const ix = 1 / dx;
      const iy = 1 / dy;
      const iz = 1 / dz;
      // Which face of a box the segment meets first.
      const lowX = ix < 0 ? 3 : 0;
      const lowY = iy < 0 ? 3 : 0;
      const lowZ = iz < 0 ? 3 : 0;
      // The view along the segment: w is its longest axis, u and v the others, swapped where it runs backward.
      const w =
        Math.abs(dx) > Math.abs(dy)
          ? Math.abs(dx) > Math.abs(dz)
            ? 0
            : 2
          : Math.abs(dy) > Math.abs(dz)
            ? 1
            : 2;
      const dw = w === 0 ? dx : w === 1 ? dy : dz;
      const u = (w + (dw < 0 ? 2 : 1)) % 3;
      const v = 3 - w - u;
      const ou = u === 0 ? ax : u === 1 ? ay : az;
      const ov = v === 0 ? ax : v === 1 ? ay : az;
      const ow = w === 0 ? ax : w === 1 ? ay : az;
      const su = (u === 0 ? dx : u === 1 ? dy : dz) / dw;
      const sv = (v === 0 ? dx : v === 1 ? dy : dz) / dw;
      let tested = 0;
      let top = 0;
      if (first.length > 0) stack[top++] = 0;
      while (top > 0) {
        const node = stack[--top];
        const n = node * 6;
        // Slabs. A segment that runs along a face of the box gives 0 × ∞, NaN, which the comparisons let pass.
        let near = 0;
        let far = 1 + SLAB_ROUNDING;
        const x0 = (nodeBoxes[n + lowX] - ax) * ix;
        const x1 = (nodeBoxes[n + 3 - lowX] - ax) * ix;
        if (x0 > near) near = x0;
        if (x1 + SLAB_ROUNDING < far) far = x1 + SLAB_ROUNDING;
        if (near > far) continue;
        const y0 = (nodeBoxes[n + 1 + lowY] - ay) * iy;
        const y1 = (nodeBoxes[n + 4 - lowY] - ay) * iy;
        if (y0 > near) near = y0;
        if (y1 + SLAB_ROUNDING < far) far = y1 + SLAB_ROUNDING;
        if (near > far) continue;
        const z0 = (nodeBoxes[n + 2 + lowZ] - az) * iz;
        const z1 = (nodeBoxes[n + 5 - lowZ] - az) * iz;
        if (z0 > near) near = z0;
        if (z1 + SLAB_ROUNDING < far) far = z1 + SLAB_ROUNDING;
        if (near > far) continue;
        if (right[node] !== 0) {
          stack[top++] = right[node];
          stack[top++] = node + 1;
          continue;
        }
        tested += size[node];
        for (let i = first[node]; i < first[node] + size[node]; i++) {
          const a = corners[i * 3];
          const b = corners[i * 3 + 1];
          const c = corners[i * 3 + 2];
          if (a === skipped || b === skipped || c === skipped) continue;
          const aw = positions[a * 3 + w] - ow;
          const bw = positions[b * 3 + w] - ow;
          const cw = positions[c * 3 + w] - ow;
          const au = positions[a * 3 + u] - ou - su * aw;
          const av = positions[a * 3 + v] - ov - sv * aw;
          const bu = positions[b * 3 + u] - ou - su * bw;
          const bv = positions[b * 3 + v] - ov - sv * bw;
          const ab = au * bv - av * bu;
          const sign = ab > 0 || (ab === 0 && isLeft(au, av, bu, bv)) ? 1 : -1;
          const cu = positions[c * 3 + u] - ou - su * cw;
          const cv = positions[c * 3 + v] - ov - sv * cw;
          const bc = bu * cv - bv * cu;
          if (bc > 0 || (bc === 0 && isLeft(bu, bv, cu, cv)) ? sign < 0 : sign > 0) continue;
          const ca = cu * av - cv * au;
          if (ca > 0 || (ca === 0 && isLeft(cu, cv, au, av)) ? sign < 0 : sign > 0) continue;
          const t = (ab * cw + bc * aw + ca * bw) / ((ab + bc + ca) * dw);
          // Written so that NaN, a line within the triangle's plane, is no crossing.
          if (t > 0 && t <= 1) addCrossing(crossings, t, -sign);
        }
      }
      caster.tested += tested;
      return crossings.count;
    },
  };
  return caster;
}

/** On which side of the edge a → b the origin is when it moves by a hair along u, and by less along v. */
const isLeft = (au: number, av: number, bu: number, bv: number): boolean => av > bv || (av === bv && bu > au);

/** Keeps the crossings in order. */
function addCrossing(crossings: SegmentCrossings, t: number, sign: number): void {
  const { at, signs } = crossings;
  let i = crossings.count < CROSSING_LIMIT ? crossings.count++ : CROSSING_LIMIT - 1;
  for (; i > 0 && at[i - 1] > t; i--) {
    at[i] = at[i - 1];
    signs[i] = signs[i - 1];
  }
  at[i] = t;
  signs[i] = sign;
}
