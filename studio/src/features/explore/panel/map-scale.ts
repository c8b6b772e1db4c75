/** @file Between the map, whose poses lie about the origin, and a square of pixels. */

export interface MapScale {
  /** The middle of the map. */
  readonly x: number;
  readonly y: number;
  /** Half of the side that is shown. */
  readonly reach: number;
}

/** Room around the outermost point. */
const MARGIN = 1.12;

/** What shows all points [N, 2] of all lists. */
export function fitMap(...lists: readonly Float32Array[]): MapScale {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const points of lists) {
    for (let i = 0; i < points.length; i += 2) {
      if (!Number.isFinite(points[i]) || !Number.isFinite(points[i + 1])) continue;
      left = Math.min(left, points[i]);
      right = Math.max(right, points[i]);
      bottom = Math.min(bottom, points[i + 1]);
      top = Math.max(top, points[i + 1]);
    }
  }
  if (!(right >= left)) return { x: 0, y: 0, reach: 1 };
  const reach = (Math.max(right - left, top - bottom) / 2) * MARGIN;
  return { x: (left + right) / 2, y: (bottom + top) / 2, reach: reach > 0 ? reach : 1 };
}

/** A point of the map as shares of the square, from its upper left. */
export const toSquare = ({ x, y, reach }: MapScale, px: number, py: number): [number, number] => [
  0.5 + (px - x) / (2 * reach),
  0.5 - (py - y) / (2 * reach),
];

/** And back. */
export const fromSquare = ({ x, y, reach }: MapScale, u: number, v: number): [number, number] => [
  x + (u - 0.5) * 2 * reach,
  y - (v - 0.5) * 2 * reach,
];
