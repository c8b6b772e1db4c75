/**
 * @file Where two triangles of a posed mesh intersect: length and midpoint of the shared segment, and how far apart
 * the two pieces of skin are at rest.
 */

import type { ReadonlyNumbers } from '../../math/quaternion.js';

/** Points on the rim of a triangle count as within it. */
const RIM = 1e-6;

/** out = length of the shared segment, and rest distance of the skin at its midpoint; 0, 0 where none. [2] */
export function crossingInto(
  out: Float64Array,
  rest: ReadonlyNumbers,
  posed: ReadonlyNumbers,
  triangles: Uint32Array,
  first: number,
  second: number,
): void {
  ends[0] = ends[3] = Infinity;
  ends[1] = ends[4] = Infinity;
  ends[2] = ends[5] = Infinity;
  found = 0;
  addCrossings(posed, triangles, first * 3, second * 3);
  addCrossings(posed, triangles, second * 3, first * 3);
  if (found === 0) {
    out[0] = out[1] = 0;
    return;
  }
  const other = found > 1 ? 3 : 0;
  out[0] = Math.hypot(ends[0] - ends[other], ends[1] - ends[other + 1], ends[2] - ends[other + 2]);
  for (let k = 0; k < 3; k++) middle[k] = (ends[k] + ends[other + k]) / 2;
  carryToRest(restA, rest, posed, triangles, first * 3);
  carryToRest(restB, rest, posed, triangles, second * 3);
  out[1] = Math.hypot(restA[0] - restB[0], restA[1] - restB[1], restA[2] - restB[2]);
}

const ends = new Float64Array(6);
const middle = new Float64Array(3);
const restA = new Float64Array(3);
const restB = new Float64Array(3);
const shares = new Float64Array(3);
const point = new Float64Array(3);
let found = 0;

/** Where sides of triangle a pass through triangle b; keeps the first and the one farthest from it. */
function addCrossings(posed: ReadonlyNumbers, triangles: Uint32Array, a: number, b: number): void {
  const o = triangles[b] * 3;
  const p = triangles[b + 1] * 3;
  const q = triangles[b + 2] * 3;
  const ux = posed[p] - posed[o];
  const uy = posed[p + 1] - posed[o + 1];
  const uz = posed[p + 2] - posed[o + 2];
  const vx = posed[q] - posed[o];
  const vy = posed[q + 1] - posed[o + 1];
  const vz = posed[q + 2] - posed[o + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  for (let side = 0; side < 3; side++) {
    const from = triangles[a + side] * 3;
    const to = triangles[a + ((side + 1) % 3)] * 3;
    const x = posed[from] - posed[o];
    const y = posed[from + 1] - posed[o + 1];
    const z = posed[from + 2] - posed[o + 2];
    const above = nx * x + ny * y + nz * z;
    const dx = posed[to] - posed[from];
    const dy = posed[to + 1] - posed[from + 1];
    const dz = posed[to + 2] - posed[from + 2];
    const slope = nx * dx + ny * dy + nz * dz;
    if (slope === 0) continue;
    const t = -above / slope;
    if (!(t >= 0 && t <= 1)) continue;
    for (let k = 0; k < 3; k++) point[k] = posed[from + k] + t * (posed[to + k] - posed[from + k]);
    sharesInto(posed, o, p, q, point);
    if (shares[0] < -RIM || shares[1] < -RIM || shares[2] < -RIM) continue;
    keepEnd();
  }
}

function keepEnd(): void {
  if (found === 0) {
    ends.set(point, 0);
    found = 1;
    return;
  }
  const away = Math.hypot(point[0] - ends[0], point[1] - ends[1], point[2] - ends[2]);
  const known =
    found > 1
      ? Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2])
      : Number.NEGATIVE_INFINITY;
  if (away <= known) return;
  ends.set(point, 3);
  found = 2;
}

/** shares = barycentric coordinates of a point in the plane of a triangle. */
function sharesInto(posed: ReadonlyNumbers, o: number, p: number, q: number, at: Float64Array): void {
  let [uu, uv, vv, pu, pv] = [0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const u = posed[p + k] - posed[o + k];
    const v = posed[q + k] - posed[o + k];
    const x = at[k] - posed[o + k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    pu += x * u;
    pv += x * v;
  }
  const determinant = uu * vv - uv * uv;
  shares[1] = determinant > 0 ? (vv * pu - uv * pv) / determinant : 0;
  shares[2] = determinant > 0 ? (uu * pv - uv * pu) / determinant : 0;
  shares[0] = 1 - shares[1] - shares[2];
}

/** out = where the piece of skin at `middle` is at rest. */
function carryToRest(
  out: Float64Array,
  rest: ReadonlyNumbers,
  posed: ReadonlyNumbers,
  triangles: Uint32Array,
  t: number,
): void {
  const o = triangles[t] * 3;
  const p = triangles[t + 1] * 3;
  const q = triangles[t + 2] * 3;
  sharesInto(posed, o, p, q, middle);
  for (let k = 0; k < 3; k++) {
    out[k] = shares[0] * rest[o + k] + shares[1] * rest[p + k] + shares[2] * rest[q + k];
  }
}
