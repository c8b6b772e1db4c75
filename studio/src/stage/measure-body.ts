/** @file Bounds of a body at rest, which cameras, ground and marks are sized by. */

import type { Model } from 'posespace/io';
import { remember } from '../store/remember.js';
import type { Vector } from './stage-view.js';

export interface BodyBounds {
  /** Centre of the rest bounding box. */
  readonly center: Vector;
  /** Radius about the centre, metres; above 0. */
  readonly radius: number;
  readonly low: Vector;
  readonly high: Vector;
}

/** The bounds of a model's mesh, or of its joints where it has none. */
export function bodyBounds({ mesh, skeleton }: Pick<Model, 'mesh'> & Partial<Model>): BodyBounds {
  return knownBounds(mesh.positions.length > 0 ? mesh.positions : (skeleton?.rest ?? new Float32Array(3)));
}

const knownBounds = remember((points: Float32Array) => boundsOf(points));

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
  // The sphere around the points, not around the box, which is larger.
  let squared = 0;
  for (let i = 0; i < points.length; i += 3) {
    const distance =
      (points[i] - center[0]) ** 2 + (points[i + 1] - center[1]) ** 2 + (points[i + 2] - center[2]) ** 2;
    if (distance > squared) squared = distance;
  }
  return { center, radius: Math.sqrt(squared) || 1, low, high };
}
