/**
 * @file The middle of the flesh: where a line goes in and comes out again, and the point between. Every triangle is
 * asked, which takes a few milliseconds for a hundred thousand of them and needs nothing prepared.
 */

import type { Mesh } from 'posespace/mesh';
import type { Point } from './draft.js';

/** A stretch of a line inside the surface, as distances along it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a line is inside a surface, in order. `direction` is a unit vector; the line goes both ways. */
export function spansInside(mesh: Mesh, origin: Point, direction: Point): Span[] {
  const hits = crossLine(mesh, origin, direction).sort((a, b) => a.at - b.at);
  const spans: Span[] = [];
  let depth = 0;
  let from = 0;
  for (const { at, enters } of hits) {
    if (enters && depth === 0) from = at;
    depth = enters ? depth + 1 : Math.max(0, depth - 1);
    if (!enters && depth === 0 && at > from) spans.push({ from, to: at });
  }
  return spans;
}

interface Crossing {
  readonly at: number;
  readonly enters: boolean;
}

/** All crossings of a line with triangles (Möller & Trumbore 1997). */
function crossLine({ positions: p, triangles }: Mesh, origin: Point, direction: Point): Crossing[] {
  const found: Crossing[] = [];
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const hx = dy * vz - dz * vy;
    const hy = dz * vx - dx * vz;
    const hz = dx * vy - dy * vx;
    const determinant = ux * hx + uy * hy + uz * hz;
    if (determinant === 0) continue;
    const sx = ox - p[a];
    const sy = oy - p[a + 1];
    const sz = oz - p[a + 2];
    const u = (sx * hx + sy * hy + sz * hz) / determinant;
    if (!(u >= 0 && u <= 1)) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / determinant;
    if (!(v >= 0 && u + v <= 1)) continue;
    const at = (vx * qx + vy * qy + vz * qz) / determinant;
    // Towards the outside of a triangle that is seen from the front, the line goes in.
    if (Number.isFinite(at)) found.push({ at, enters: determinant > 0 });
  }
  return found;
}

const along = (origin: Point, direction: Point, at: number): Point => [
  origin[0] + direction[0] * at,
  origin[1] + direction[1] * at,
  origin[2] + direction[2] * at,
];

/** The middle of the span of a line that is nearest to a distance along it, or null where the line misses. */
export function middleAlong(mesh: Mesh, origin: Point, direction: Point, near: number): Point | null {
  let best: number | null = null;
  let least = Infinity;
  for (const { from, to } of spansInside(mesh, origin, direction)) {
    const middle = (from + to) / 2;
    const distance = near < from ? from - near : near > to ? near - to : 0;
    if (distance < least) [best, least] = [middle, distance];
  }
  return best === null ? null : along(origin, direction, best);
}

/** How often a point is centred across both directions; more moves nothing any more. */
const ROUNDS = 4;

/** A point moved to the middle of the flesh around it, across the axis of its bone; null where there is none. */
export function centerAcross(mesh: Mesh, point: Point, axis: Point): Point | null {
  const [first, second] = perpendiculars(axis);
  let at: Point | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    for (const direction of [first, second]) at = middleAlong(mesh, at ?? point, direction, 0) ?? at;
  }
  return at;
}

/** Two unit vectors across an axis and each other. */
export function perpendiculars(axis: Point): [Point, Point] {
  const length = Math.hypot(...axis) || 1;
  const [x, y, z] = axis.map((value) => value / length);
  const helper: Point = Math.abs(y) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const first = unit([
    y * helper[2] - z * helper[1],
    z * helper[0] - x * helper[2],
    x * helper[1] - y * helper[0],
  ]);
  const second = unit([
    y * first[2] - z * first[1],
    z * first[0] - x * first[2],
    x * first[1] - y * first[0],
  ]);
  return [first, second];
}

function unit(v: Point): Point {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
