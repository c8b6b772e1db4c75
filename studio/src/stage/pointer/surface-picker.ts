/**
 * @file Picks the posed surface on the CPU: every vertex is skinned straight to the screen (one matrix product per
 * joint, one sum per vertex) and cached until pose or camera change; a pick is then one pass over the triangles.
 * Reading a pixel back from the GPU would wait for the frame.
 */

/** Positions [V, 3], four influences per vertex, triangles [T, 3]. */
export interface PickableSurface {
  readonly positions: ArrayLike<number>;
  readonly skinIndex: ArrayLike<number>;
  readonly skinWeight: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

export interface SurfaceHit {
  readonly triangle: number;
  /** The nearest corner of the triangle. */
  readonly vertex: number;
  /** Barycentric coordinates. */
  readonly shares: readonly [number, number, number];
  /** Distance along the view, in the units of the projection. */
  readonly depth: number;
}

const SLOTS = 4;

export class SurfacePicker {
  readonly #surface: PickableSurface;
  /** Screen x, screen y, 1 / depth of each vertex; 0 depth where it is behind the camera. [V, 3] */
  readonly #screen: Float32Array;
  #matrices = new Float64Array(0);

  constructor(surface: PickableSurface) {
    this.#surface = surface;
    this.#screen = new Float32Array(surface.positions.length);
  }

  /**
   * Poses the surface for the picks that follow.
   * @param bones Skinning matrices, column-major. [J, 16]
   * @param projection World to clip space, column-major. [16]
   */
  pose(bones: ArrayLike<number>, projection: ArrayLike<number>): void {
    if (this.#matrices.length !== bones.length) this.#matrices = new Float64Array(bones.length);
    multiplyAll(this.#matrices, projection, bones);
    const m = this.#matrices;
    const { positions, skinIndex, skinWeight } = this.#surface;
    const screen = this.#screen;
    for (let v = 0, i = 0; i < positions.length; v++, i += 3) {
      const [px, py, pz] = [positions[i], positions[i + 1], positions[i + 2]];
      let x = 0;
      let y = 0;
      let w = 0;
      for (let slot = v * SLOTS; slot < (v + 1) * SLOTS; slot++) {
        const weight = skinWeight[slot];
        // Influences are sorted: the rest is zero.
        if (weight === 0) break;
        const o = skinIndex[slot] * 16;
        x += weight * (m[o] * px + m[o + 4] * py + m[o + 8] * pz + m[o + 12]);
        y += weight * (m[o + 1] * px + m[o + 5] * py + m[o + 9] * pz + m[o + 13]);
        w += weight * (m[o + 3] * px + m[o + 7] * py + m[o + 11] * pz + m[o + 15]);
      }
      const inverse = w > 0 ? 1 / w : 0;
      screen[i] = x * inverse;
      screen[i + 1] = y * inverse;
      screen[i + 2] = inverse;
    }
  }

  /** The nearest triangle at a point in normalized device coordinates. */
  pick(x: number, y: number): SurfaceHit | null {
    const { triangles } = this.#surface;
    const s = this.#screen;
    let nearest = 0;
    let found = -1;
    for (let t = 0; t < triangles.length; t += 3) {
      const a = triangles[t] * 3;
      const b = triangles[t + 1] * 3;
      const c = triangles[t + 2] * 3;
      const ax = s[a] - x;
      const bx = s[b] - x;
      const cx = s[c] - x;
      if ((ax > 0 && bx > 0 && cx > 0) || (ax < 0 && bx < 0 && cx < 0)) continue;
      const ay = s[a + 1] - y;
      const by = s[b + 1] - y;
      const cy = s[c + 1] - y;
      if ((ay > 0 && by > 0 && cy > 0) || (ay < 0 && by < 0 && cy < 0)) continue;
      const u = bx * cy - cx * by;
      const v = cx * ay - ax * cy;
      const w = ax * by - bx * ay;
      if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) continue;
      const [da, db, dc] = [s[a + 2], s[b + 2], s[c + 2]];
      const total = u + v + w;
      if (total === 0 || da === 0 || db === 0 || dc === 0) continue;
      const closeness = (u * da + v * db + w * dc) / total;
      if (closeness > nearest) {
        nearest = closeness;
        found = t;
      }
    }
    return found < 0 ? null : this.#describe(found, x, y, 1 / nearest);
  }

  #describe(t: number, x: number, y: number, depth: number): SurfaceHit {
    const { triangles } = this.#surface;
    const s = this.#screen;
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [ax, bx, cx] = corners.map((vertex) => s[vertex * 3] - x);
    const [ay, by, cy] = corners.map((vertex) => s[vertex * 3 + 1] - y);
    // Perspective-correct barycentric coordinates.
    const weights = [bx * cy - cx * by, cx * ay - ax * cy, ax * by - bx * ay].map(
      (area, k) => area * s[corners[k] * 3 + 2],
    );
    const total = weights[0] + weights[1] + weights[2];
    const shares = [weights[0] / total, weights[1] / total, weights[2] / total] as const;
    const most = shares.indexOf(Math.max(...shares));
    return { triangle: t / 3, vertex: corners[most], shares, depth };
  }
}

/** out_j = a · b_j for 4 × 4 matrices. */
function multiplyAll(out: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let o = 0; o < b.length; o += 16) {
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 4; row++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[o + column * 4 + k];
        out[o + column * 4 + row] = sum;
      }
    }
  }
}
