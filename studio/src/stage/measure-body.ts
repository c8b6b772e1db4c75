/** @file How large a body is and where it stands at rest: what cameras, grounds and dots are sized by. */

import type { Model } from 'posespace/io';
import type { Vector } from './stage-view.js';

export interface BodyBounds {
  /** Middle of the box around the rest body. */
  readonly center: Vector;
  /** Radius about the middle, metres; above 0. */
  readonly radius: number;
  readonly low: Vector;
  readonly high: Vector;
}

const known = new WeakMap<Float32Array, BodyBounds>();

/** The bounds of a model's surface, or of its joints where it has none. */
export function bodyBounds({ mesh, skeleton }: Pick<Model, 'mesh' | 'skeleton'>): BodyBounds {
  const points = mesh.positions.length > 0 ? mesh.positions : (skeleton?.rest ?? new Float32Array(3));
  const before = known.get(points);
  if (before) return before;
  const bounds = boundsOf(points);
  known.set(points, bounds);
  return bounds;
}

export function boundsOf(points: ArrayLike<number>): BodyBounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const value = points[i + k];
      if (value < low[k]) low[k] = value;
      if (value > high[k]) high[k] = value;
    }
  }
  const center: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  // The ball about the middle, not the one about the box: an upright body is not as wide as it is tall.
  let squared = 0;
  for (let i = 0; i < points.length; i += 3) {
    const distance =
      (points[i] - center[0]) ** 2 + (points[i + 1] - center[1]) ** 2 + (points[i + 2] - center[2]) ** 2;
    if (distance > squared) squared = distance;
  }
  return { center, radius: Math.sqrt(squared) || 1, low, high };
}
