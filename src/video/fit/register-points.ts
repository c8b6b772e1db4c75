/**
 * @file A point cloud brought into the frame of a body: heading, scale and place. Reconstructions of single pictures face
 * and measure what they like; which way is up they keep.
 *
 * Headings all around are tried with equal centroid and root mean square radius; the best go through a trimmed iterative
 * closest point that solves heading, scale and place in closed form (Procrustes in the ground plane).
 */

import { createPointIndex, type PointIndex } from '../../mesh/nearest-point.js';

/** p ↦ scale · R_y(yaw) p + shift. */
export interface Registration {
  /** Radians about +Y. */
  readonly yaw: number;
  readonly scale: number;
  readonly shift: readonly [number, number, number];
}

const YAWS = 24;
const STEPS = 10;
/** Share of the nearest pairs that count: holes and limbs that moved do not. */
const TRIMMED = 0.75;

/** Applies a registration. [N, 3] */
export function applyRegistration({ yaw, scale, shift }: Registration, points: Float32Array): Float32Array {
  const [c, s] = [Math.cos(yaw) * scale, Math.sin(yaw) * scale];
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    out[i] = c * points[i] + s * points[i + 2] + shift[0];
    out[i + 1] = scale * points[i + 1] + shift[1];
    out[i + 2] = -s * points[i] + c * points[i + 2] + shift[2];
  }
  return out;
}

/** A registration, and how far it leaves the points. */
export interface FoundRegistration {
  readonly registration: Registration;
  /** Mean distance of the nearest three quarters, metres. */
  readonly error: number;
}

/** The best registrations of `points` to `body`, best first. */
export function registerPoints(points: Float32Array, body: Float32Array, count: number): FoundRegistration[] {
  const [from, to] = [momentsOf(points), momentsOf(body)];
  const scale = from.radius > 0 ? to.radius / from.radius : 1;
  const index = createPointIndex(body);
  const tried = Array.from({ length: YAWS }, (_, i) => {
    const start = centre((i * 2 * Math.PI) / YAWS, scale, from.center, to.center);
    const rough = improve(start, points, body, index, 3);
    return { registration: rough, error: trimmedError(applyRegistration(rough, points), index) };
  });
  tried.sort((a, b) => a.error - b.error);
  return tried.slice(0, count).map(({ registration, error }) => ({
    registration: improve(registration, points, body, index, STEPS),
    error,
  }));
}

/** The registration improved for a body that has moved since. */
export const refineRegistration = (
  start: Registration,
  points: Float32Array,
  body: Float32Array,
): Registration => improve(start, points, body, createPointIndex(body), STEPS);

/** The registration that takes one centroid to another. */
function centre(yaw: number, scale: number, from: readonly number[], to: readonly number[]): Registration {
  const [c, s] = [Math.cos(yaw) * scale, Math.sin(yaw) * scale];
  return {
    yaw,
    scale,
    shift: [to[0] - c * from[0] - s * from[2], to[1] - scale * from[1], to[2] + s * from[0] - c * from[2]],
  };
}

function momentsOf(points: Float32Array): { center: number[]; radius: number } {
  const center = [0, 0, 0];
  const n = points.length / 3;
  for (let i = 0; i < points.length; i++) center[i % 3] += points[i] / n;
  let sum = 0;
  for (let i = 0; i < points.length; i++) sum += (points[i] - center[i % 3]) ** 2;
  return { center, radius: Math.sqrt(sum / n) };
}

/** Mean distance of the nearest three quarters. */
function trimmedError(points: Float32Array, index: PointIndex): number {
  const distances = index.nearestOf(points).distances.slice().sort();
  const kept = distances.subarray(0, Math.max(1, Math.floor(distances.length * TRIMMED)));
  return kept.reduce((sum, d) => sum + d, 0) / kept.length;
}

/** Iterative closest points with heading, scale and shift. */
function improve(
  start: Registration,
  points: Float32Array,
  body: Float32Array,
  index: PointIndex,
  steps: number,
): Registration {
  let current = start;
  for (let step = 0; step < steps; step++) {
    const moved = applyRegistration(current, points);
    const { indices, distances } = index.nearestOf(moved);
    const limit = distances.slice().sort()[Math.floor(distances.length * TRIMMED)];
    const pairs: number[] = [];
    for (let i = 0; i < indices.length; i++) if (indices[i] >= 0 && distances[i] <= limit) pairs.push(i);
    if (pairs.length < 6) break;
    current = solvePairs(points, body, indices, pairs, current.scale);
  }
  return current;
}

/** Least squares over pairs; the scale may change by a tenth at a time. */
function solvePairs(
  points: Float32Array,
  body: Float32Array,
  indices: Int32Array,
  pairs: readonly number[],
  before: number,
): Registration {
  const [from, to] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const i of pairs) {
    for (let k = 0; k < 3; k++) {
      from[k] += points[i * 3 + k] / pairs.length;
      to[k] += body[indices[i] * 3 + k] / pairs.length;
    }
  }
  let [cosine, sine, height, squares] = [0, 0, 0, 0];
  for (const i of pairs) {
    const p = [0, 1, 2].map((k) => points[i * 3 + k] - from[k]);
    const q = [0, 1, 2].map((k) => body[indices[i] * 3 + k] - to[k]);
    cosine += p[0] * q[0] + p[2] * q[2];
    sine += p[2] * q[0] - p[0] * q[2];
    height += p[1] * q[1];
    squares += p[0] ** 2 + p[1] ** 2 + p[2] ** 2;
  }
  const yaw = Math.atan2(sine, cosine);
  const scale = squares > 0 ? (Math.hypot(cosine, sine) + height) / squares : before;
  return centre(yaw, Math.min(before * 1.1, Math.max(before * 0.9, scale)), from, to);
}
