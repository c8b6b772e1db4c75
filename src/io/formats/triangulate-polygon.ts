/**
 * @file Cuts polygons into triangles that keep the polygon's winding: the better diagonal of a quad, ears of
 * anything larger (Meisters, "Polygons have ears", 1975) in the plane of its Newell normal.
 *
 * Ear clipping is quadratic or worse, which a malicious polygon of a million corners would exploit: above
 * `MAX_EAR_CORNERS` a polygon is cut into a fan.
 */

import type { ReadonlyNumbers } from '../../math/quaternion.js';

const MAX_EAR_CORNERS = 128;

/**
 * Appends triangles as triples of positions within the polygon, 0 to n − 1.
 * @param corners the polygon's vertex numbers, n ≥ 3
 */
export function triangulatePolygon(
  out: number[],
  positions: ReadonlyNumbers,
  corners: ArrayLike<number>,
): void {
  const n = corners.length;
  if (n === 3) {
    out.push(0, 1, 2);
    return;
  }
  if (n > MAX_EAR_CORNERS) {
    fan(out, n);
    return;
  }
  const flat = flatten(positions, corners);
  if (!flat) fan(out, n);
  else if (n === 4) splitQuad(out, flat);
  else clipEars(out, flat);
}

function fan(out: number[], n: number): void {
  for (let i = 1; i + 1 < n; i++) out.push(0, i, i + 1);
}

/** The polygon in its own plane, counter-clockwise; undefined where it has no area. [n, 2] */
function flatten(positions: ReadonlyNumbers, corners: ArrayLike<number>): Float64Array | undefined {
  const n = corners.length;
  const normal = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const a = corners[i] * 3;
    const b = corners[(i + 1) % n] * 3;
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      normal[k] += (positions[a + u] - positions[b + u]) * (positions[a + v] + positions[b + v]);
    }
  }
  // Dropping the normal's largest axis keeps angles good enough to tell convex from concave.
  const size = normal.map(Math.abs);
  const drop = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  if (!(size[drop] > 0 && size[drop] < Number.POSITIVE_INFINITY)) return undefined;
  const u = (drop + 1) % 3;
  const v = (drop + 2) % 3;
  const flip = normal[drop] < 0 ? -1 : 1;
  const flat = new Float64Array(n * 2);
  for (let i = 0; i < n; i++) {
    flat[i * 2] = positions[corners[i] * 3 + u];
    flat[i * 2 + 1] = positions[corners[i] * 3 + v] * flip;
  }
  return flat;
}

/** Twice the signed area of a triangle. */
function turn(flat: Float64Array, a: number, b: number, c: number): number {
  return (
    (flat[b * 2] - flat[a * 2]) * (flat[c * 2 + 1] - flat[a * 2 + 1]) -
    (flat[b * 2 + 1] - flat[a * 2 + 1]) * (flat[c * 2] - flat[a * 2])
  );
}

function splitQuad(out: number[], flat: Float64Array): void {
  // The diagonal whose smaller triangle is larger; a concave quad has only one that lies inside. Equal: 0–2.
  const first = Math.min(turn(flat, 0, 1, 2), turn(flat, 0, 2, 3));
  const second = Math.min(turn(flat, 0, 1, 3), turn(flat, 1, 2, 3));
  if (first >= second * (1 - 1e-6)) out.push(0, 1, 2, 0, 2, 3);
  else out.push(0, 1, 3, 1, 2, 3);
}

function clipEars(out: number[], flat: Float64Array): void {
  const ring = Array.from({ length: flat.length / 2 }, (_, i) => i);
  let start = 0;
  while (ring.length > 3) {
    const n = ring.length;
    let tried = 0;
    while (tried < n && !isEar(flat, ring, (start + tried) % n)) tried++;
    // A polygon that crosses itself may run out of ears: the rest becomes a fan, which still covers its corners.
    if (tried === n) break;
    const ear = (start + tried) % n;
    out.push(ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]);
    ring.splice(ear, 1);
    start = ear % ring.length;
  }
  for (let i = 1; i + 1 < ring.length; i++) out.push(ring[0], ring[i], ring[i + 1]);
}

function isEar(flat: Float64Array, ring: readonly number[], i: number): boolean {
  const n = ring.length;
  const a = ring[(i + n - 1) % n];
  const b = ring[i];
  const c = ring[(i + 1) % n];
  if (turn(flat, a, b, c) <= 0) return false;
  for (const p of ring) {
    if (p === a || p === b || p === c) continue;
    if (turn(flat, a, b, p) >= 0 && turn(flat, b, c, p) >= 0 && turn(flat, c, a, p) >= 0) return false;
  }
  return true;
}
