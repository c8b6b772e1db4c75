/** @file Conversion between map coordinates and a square canvas. */

export interface MapScale {
  /** Centre of the visible square. */
  readonly x: number;
  readonly y: number;
  /** Half of its side. */
  readonly reach: number;
}

/** Margin around the outermost points. */
const MARGIN = 1.12;

/** The square that contains all points [N, 2] of all lists. */
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

/** Map coordinates to canvas coordinates, 0 to 1 from the upper left. */
export const toSquare = ({ x, y, reach }: MapScale, px: number, py: number): [number, number] => [
  0.5 + (px - x) / (2 * reach),
  0.5 - (py - y) / (2 * reach),
];

/** Canvas coordinates, 0 to 1, to map coordinates. */
export const fromSquare = ({ x, y, reach }: MapScale, u: number, v: number): [number, number] => [
  x + (u - 0.5) * 2 * reach,
  y - (v - 0.5) * 2 * reach,
];
