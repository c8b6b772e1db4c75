/** @file The support polygon: convex hull of the contact points seen from above, and the distance of a point to it. */

/**
 * The corners of the hull of some of many points [N, 3], by Andrew's monotone chain (1979): counter-clockwise in (z, x),
 * one or two where there are no more.
 */
export function findSupport(points: ArrayLike<number>, indices: readonly number[]): number[] {
  const sorted = [...indices].sort(
    (a, b) => points[a * 3] - points[b * 3] || points[a * 3 + 2] - points[b * 3 + 2] || a - b,
  );
  const side = (a: number, b: number, c: number) =>
    (points[b * 3] - points[a * 3]) * (points[c * 3 + 2] - points[a * 3 + 2]) -
    (points[b * 3 + 2] - points[a * 3 + 2]) * (points[c * 3] - points[a * 3]);
  const chain = (order: readonly number[]) => {
    const half: number[] = [];
    for (const i of order) {
      while (half.length > 1 && side(half[half.length - 2], half[half.length - 1], i) <= 0) half.pop();
      half.push(i);
    }
    half.pop();
    return half;
  };
  return sorted.length > 1 ? [...chain(sorted), ...chain([...sorted].reverse())] : sorted;
}

/** The point of a support polygon nearest to a point outside. */
export interface NearestSupport {
  /** Two corners (or one twice) and the share of the second: the nearest point lies between. */
  readonly from: number;
  readonly to: number;
  readonly share: number;
  /** Metres; 0 inside. */
  readonly distance: number;
}

/** The nearest point of a support polygon to (x, z); undefined where there is none. */
export function nearestSupport(
  points: ArrayLike<number>,
  corners: readonly number[],
  x: number,
  z: number,
): NearestSupport | undefined {
  let nearest: NearestSupport | undefined;
  let inside = corners.length > 2;
  for (let i = 0; i < corners.length; i++) {
    const from = corners[i];
    const to = corners[(i + 1) % corners.length];
    const [ax, az] = [points[from * 3], points[from * 3 + 2]];
    const [ux, uz] = [points[to * 3] - ax, points[to * 3 + 2] - az];
    const squared = ux * ux + uz * uz;
    if (ux * (z - az) - uz * (x - ax) < 0) inside = false;
    const share = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * ux + (z - az) * uz) / squared)) : 0;
    const distance = Math.hypot(x - ax - share * ux, z - az - share * uz);
    if (!nearest || distance < nearest.distance) nearest = { from, to, share, distance };
  }
  return nearest && inside ? { ...nearest, distance: 0 } : nearest;
}
