/**
 * @file Every cell that a triangle touches, not only those it passes near the centre of: a limb thinner than a
 * cell still gives an unbroken chain.
 *
 * Per triangle only the columns along its steepest axis are visited, each with the few cells between the plane's
 * least and greatest depth in it, so that a triangle across the whole grid costs its area and not its box
 * (after Schwarz and Seidel, "Fast Parallel Surface and Solid Voxelization on GPUs", 2010).
 */

type Size = readonly [number, number, number];

/** Sets `cells` to 1 where a triangle touches. `points` in cell units [V, 3]; broken triangles are left out. */
export function markSurfaceInto(
  cells: Uint8Array,
  size: Size,
  points: Float64Array,
  triangles: Uint32Array,
): void {
  const stride = [1, size[0], size[0] * size[1]];
  const edges = new Float64Array(3 * 3 * 3);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    if (!(a < points.length && b < points.length && c < points.length)) continue;
    const nx =
      (points[b + 1] - points[a + 1]) * (points[c + 2] - points[a + 2]) -
      (points[b + 2] - points[a + 2]) * (points[c + 1] - points[a + 1]);
    const ny =
      (points[b + 2] - points[a + 2]) * (points[c] - points[a]) -
      (points[b] - points[a]) * (points[c + 2] - points[a + 2]);
    const nz =
      (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
      (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
    const steep = Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz));
    if (!(steep < Infinity)) continue;
    if (steep < 1e-12) {
      markSegment(cells, size, points, a, b);
      markSegment(cells, size, points, b, c);
      continue;
    }
    const w = Math.abs(nx) === steep ? 0 : Math.abs(ny) === steep ? 1 : 2;
    const u = (w + 1) % 3;
    const v = (w + 2) % 3;
    const nu = u === 0 ? nx : u === 1 ? ny : nz;
    const nv = v === 0 ? nx : v === 1 ? ny : nz;
    const nw = w === 0 ? nx : w === 1 ? ny : nz;
    writeEdges(edges, points, a, b, c, nx, ny, nz);

    const low = (k: number) => Math.floor(Math.min(points[a + k], points[b + k], points[c + k]));
    const high = (k: number) => Math.floor(Math.max(points[a + k], points[b + k], points[c + k]));
    const [lowU, highU, lowV, highV, lowW, highW] = [low(u), high(u), low(v), high(v), low(w), high(w)];
    // Depth of the plane over the middle of a column, and how far it strays within one.
    const slopeU = -nu / nw;
    const slopeV = -nv / nw;
    const stray = (Math.abs(slopeU) + Math.abs(slopeV)) / 2 + 1e-9;
    const base = points[a + w] + slopeU * (0.5 - points[a + u]) + slopeV * (0.5 - points[a + v]);
    for (let j = lowV; j <= highV; j++) {
      for (let i = lowU; i <= highU; i++) {
        if (outside(edges, w, i, j)) continue;
        const depth = base + slopeU * i + slopeV * j;
        const from = Math.max(lowW, Math.floor(depth - stray));
        const to = Math.min(highW, Math.floor(depth + stray));
        for (let k = from; k <= to; k++) {
          if (outside(edges, u, j, k) || outside(edges, v, k, i)) continue;
          cells[i * stride[u] + j * stride[v] + k * stride[w]] = 1;
        }
      }
    }
  }
}

/** Per projection along an axis and side: the inward normal (x, y) and an offset that a touching cell keeps ≥ 0. */
function writeEdges(
  edges: Float64Array,
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = (axis + 1) % 3;
    const q = (axis + 2) % 3;
    const turn = (axis === 0 ? nx : axis === 1 ? ny : nz) < 0 ? -1 : 1;
    for (let side = 0; side < 3; side++) {
      const from = side === 0 ? a : side === 1 ? b : c;
      const to = side === 0 ? b : side === 1 ? c : a;
      const ep = turn * -(points[to + q] - points[from + q]);
      const eq = turn * (points[to + p] - points[from + p]);
      const slot = (axis * 3 + side) * 3;
      edges[slot] = ep;
      edges[slot + 1] = eq;
      edges[slot + 2] =
        Math.max(0, ep) + Math.max(0, eq) - ep * points[from + p] - eq * points[from + q] + 1e-9;
    }
  }
}

/** Whether the unit square at (p, q), seen along an axis, lies beyond a side of the projected triangle. */
function outside(edges: Float64Array, axis: number, p: number, q: number): boolean {
  const s = axis * 9;
  return (
    edges[s] * p + edges[s + 1] * q + edges[s + 2] < 0 ||
    edges[s + 3] * p + edges[s + 4] * q + edges[s + 5] < 0 ||
    edges[s + 6] * p + edges[s + 7] * q + edges[s + 8] < 0
  );
}

/** Marks cells along a segment: what is left of a triangle without area. */
function markSegment(cells: Uint8Array, size: Size, points: Float64Array, a: number, b: number): void {
  let length = 0;
  for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(points[b + k] - points[a + k]));
  if (!(length < Infinity)) return;
  const stepCount = Math.ceil(length * 2) + 1;
  for (let s = 0; s <= stepCount; s++) {
    const f = s / stepCount;
    const i = Math.floor(points[a] + f * (points[b] - points[a]));
    const j = Math.floor(points[a + 1] + f * (points[b + 1] - points[a + 1]));
    const k = Math.floor(points[a + 2] + f * (points[b + 2] - points[a + 2]));
    cells[i + size[0] * (j + size[1] * k)] = 1;
  }
}
