/**
 * @file Adds density where a feature is smaller than the grid, by halving edges; a closed surface stays closed.
 */

/** Halves every edge that is longer than wanted at its middle (0 = any length), keeping the surface closed. */
export function splitLongEdges(
  positions: Float64Array,
  triangles: Uint32Array,
  onPlane: Uint8Array,
  wanted: (x: number, y: number, z: number) => number,
): { positions: Float64Array; triangles: Uint32Array; onPlane: Uint8Array } {
  const points = Array.from(positions);
  const plane = Array.from(onPlane);
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * onPlane.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const at = [0, 1, 2].map((k) => (positions[a * 3 + k] + positions[b * 3 + k]) / 2);
    const length = Math.hypot(...[0, 1, 2].map((k) => positions[a * 3 + k] - positions[b * 3 + k]));
    const target = wanted(at[0], at[1], at[2]);
    let made = -1;
    if (target > 0 && length > 1.35 * target) {
      points.push(...at);
      made = plane.push(onPlane[a] && onPlane[b] ? 1 : 0) - 1;
    }
    middles.set(key, made);
    return made;
  };
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    let [a, b, c] = triangles.subarray(t, t + 3);
    let ab = middle(a, b);
    let bc = middle(b, c);
    let ca = middle(c, a);
    const count = +(ab >= 0) + +(bc >= 0) + +(ca >= 0);
    // Turn the triangle so that one split edge is ab, or with two, that ca is the whole one.
    while ((count === 1 && ab < 0) || (count === 2 && ca >= 0)) {
      [a, b, c, ab, bc, ca] = [b, c, a, bc, ca, ab];
    }
    if (count === 0) out.push(a, b, c);
    else if (count === 1) out.push(a, ab, c, ab, b, c);
    else if (count === 2) out.push(ab, b, bc, a, ab, bc, a, bc, c);
    else out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return {
    positions: Float64Array.from(points),
    triangles: Uint32Array.from(out),
    onPlane: Uint8Array.from(plane),
  };
}
