/**
 * @file Inside or outside by rays: a line through every row of cell centres along x, y and z, its crossings with
 * the surface counted with their direction. From each cell the sum of the crossings ahead and the sum of those
 * behind are two votes, six over the three axes. A closed surface gives 0 or 6; where it is open, the directions
 * that miss the hole outvote those that leave through it. Signed sums keep the overlap of interpenetrating parts
 * solid, which plain parity turns into a hole.
 *
 * Crossings are found by scanning each projected triangle in half-open intervals whose ends depend only on the
 * two corners of an edge: a ray through a shared edge or corner is counted exactly once.
 */

type Size = readonly [number, number, number];

/** Adds 0 to 6 votes per cell. `points` in cell units [V, 3], `signs` from `orientTriangles`. */
export function voteInsideInto(
  votes: Uint8Array,
  size: Size,
  points: Float64Array,
  triangles: Uint32Array,
  signs: Int8Array,
): void {
  for (let axis = 0; axis < 3; axis++) voteAlong(votes, size, points, triangles, signs, axis);
}

function voteAlong(
  votes: Uint8Array,
  size: Size,
  points: Float64Array,
  triangles: Uint32Array,
  signs: Int8Array,
  w: number,
): void {
  const u = (w + 1) % 3;
  const v = (w + 2) % 3;
  const stride = [1, size[0], size[0] * size[1]];
  const rayCount = size[u] * size[v];
  const found = findCrossings(size, points, triangles, signs, w);

  // Crossings grouped by ray, then in order of depth.
  const first = new Int32Array(rayCount + 1);
  for (let i = 0; i < found.count; i++) first[found.rays[i] + 1]++;
  for (let r = 0; r < rayCount; r++) first[r + 1] += first[r];
  const fill = first.slice(0, rayCount);
  const depths = new Float64Array(found.count);
  const turns = new Int8Array(found.count);
  for (let i = 0; i < found.count; i++) {
    let at = fill[found.rays[i]]++;
    const start = first[found.rays[i]];
    const depth = found.depths[i];
    for (; at > start && depths[at - 1] > depth; at--) {
      depths[at] = depths[at - 1];
      turns[at] = turns[at - 1];
    }
    depths[at] = depth;
    turns[at] = found.turns[i];
  }

  for (let r = 0; r < rayCount; r++) {
    if (first[r] === first[r + 1]) continue;
    const cell = (r % size[u]) * stride[u] + Math.floor(r / size[u]) * stride[v];
    let ahead = 0;
    for (let i = first[r]; i < first[r + 1]; i++) ahead += turns[i];
    let behind = 0;
    let i = first[r];
    for (let k = 0; k < size[w]; k++) {
      for (; i < first[r + 1] && depths[i] < k + 0.5; i++) {
        ahead -= turns[i];
        behind -= turns[i];
      }
      const vote = (ahead > 0 ? 1 : 0) + (behind > 0 ? 1 : 0);
      if (vote > 0) votes[cell + k * stride[w]] += vote;
    }
  }
}

interface Crossings {
  count: number;
  /** Which ray: its cell along u + n_u · its cell along v. */
  rays: Int32Array;
  depths: Float64Array;
  /** 1 where the ray leaves the body, −1 where it enters. */
  turns: Int8Array;
}

function findCrossings(
  size: Size,
  points: Float64Array,
  triangles: Uint32Array,
  signs: Int8Array,
  w: number,
): Crossings {
  const u = (w + 1) % 3;
  const v = (w + 2) % 3;
  const found: Crossings = { count: 0, ...emptyCrossings(4 * size[u] * size[v]) };
  const columns = [0, 0];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    if (!(a < points.length && b < points.length && c < points.length)) continue;
    const [bu, bv] = [points[b + u] - points[a + u], points[b + v] - points[a + v]];
    const [cu, cv] = [points[c + u] - points[a + u], points[c + v] - points[a + v]];
    const facing = bu * cv - bv * cu;
    if (!(Math.abs(facing) > 0 && Math.abs(facing) < Infinity)) continue;
    const [bw, cw] = [points[b + w] - points[a + w], points[c + w] - points[a + w]];
    const slopeU = (bw * cv - cw * bv) / facing;
    const slopeV = (cw * bu - bw * cu) / facing;
    const low = Math.min(points[a + v], points[b + v], points[c + v]);
    const high = Math.max(points[a + v], points[b + v], points[c + v]);
    for (let row = Math.ceil(low - 0.5); row + 0.5 < high; row++) {
      spanRow(columns, points, a, b, c, u, v, row + 0.5);
      const to = Math.ceil(columns[1] - 0.5);
      for (let column = Math.ceil(columns[0] - 0.5); column < to; column++) {
        if (found.count === found.rays.length) grow(found);
        found.rays[found.count] = column + size[u] * row;
        found.depths[found.count] =
          points[a + w] + slopeU * (column + 0.5 - points[a + u]) + slopeV * (row + 0.5 - points[a + v]);
        found.turns[found.count++] = facing > 0 ? signs[t / 3] : -signs[t / 3];
      }
    }
  }
  return found;
}

/** Where a triangle begins and ends on the line v = height. */
function spanRow(
  out: number[],
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  u: number,
  v: number,
  height: number,
): void {
  out[0] = Infinity;
  out[1] = -Infinity;
  for (let side = 0; side < 3; side++) {
    let p = side === 0 ? a : side === 1 ? b : c;
    let q = side === 0 ? b : side === 1 ? c : a;
    // From the lower to the higher end whichever way the triangle runs it, so that both its triangles agree.
    if (points[p + v] > points[q + v]) [p, q] = [q, p];
    if (!(points[p + v] <= height && height < points[q + v])) continue;
    const f = (height - points[p + v]) / (points[q + v] - points[p + v]);
    const at = points[p + u] + f * (points[q + u] - points[p + u]);
    out[0] = Math.min(out[0], at);
    out[1] = Math.max(out[1], at);
  }
}

const emptyCrossings = (length: number) => ({
  rays: new Int32Array(length),
  depths: new Float64Array(length),
  turns: new Int8Array(length),
});

function grow(found: Crossings): void {
  const wider = emptyCrossings(found.rays.length * 2);
  wider.rays.set(found.rays);
  wider.depths.set(found.depths);
  wider.turns.set(found.turns);
  Object.assign(found, wider);
}
