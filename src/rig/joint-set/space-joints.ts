/**
 * @file Where a chain has its joints: near given fractions of its length, and at its bends. All of them lie on the
 * polyline of the joints that were found. Of all ways to choose n points the one with the least cost, by dynamic
 * programming:
 *
 *     cost = mean distance of the polyline from the bones / L + λ / n · Σ over joints (s / L − target)²
 *
 * L is the length of the polyline, s how far along it a joint is. Fixed joints keep their positions.
 */

import { alongSegment, distance, lerp, type Vec3 } from '../../math/vector.js';

/** A point of a polyline: `fraction` of the way from joint `index` to the next. */
export interface ChainPoint {
  readonly index: number;
  readonly fraction: number;
}

export interface SpaceJointsOptions {
  /** Indices of joints that must be among the points. */
  readonly fixed?: ReadonlySet<number>;
  /** λ: how much the targets count against bends. */
  readonly stiffness?: number;
}

export const SPACE_JOINTS_DEFAULTS = Object.freeze({ stiffness: 1 });

/** Candidate points along the whole chain. */
const CANDIDATES = 32;

/** A point of the polyline through `positions` for each target, 0 to 1, ascending. */
export function spaceJoints(
  positions: readonly Vec3[],
  targets: readonly number[],
  options: SpaceJointsOptions = {},
): ChainPoint[] {
  const { stiffness } = { ...SPACE_JOINTS_DEFAULTS, ...options };
  const { points, places, lengths } = subdivide(positions);
  const total = lengths[lengths.length - 1] || 1;
  const size = points.length;
  const isFixed = points.map(({ index, fraction }) => fraction === 0 && (options.fixed?.has(index) ?? false));
  const skips = (i: number, j: number): boolean => isFixed.slice(i + 1, j).includes(true);
  const targetCost = (k: number, j: number) =>
    (stiffness / targets.length) * (lengths[j] / total - targets[k]) ** 2;
  // best[k][j]: the least cost of having joint k at point j; the stretches before the first and after the last are free.
  const best = targets.map(() => new Float64Array(size).fill(Infinity));
  const from = targets.map(() => new Int32Array(size).fill(-1));
  for (let j = 0; j < size; j++) if (!skips(-1, j)) best[0][j] = targetCost(0, j);
  for (let j = 1; j < size; j++) {
    for (let i = 0; i < j; i++) {
      if (skips(i, j)) continue;
      const bone = sumDistances(places, i, j) / (size * total);
      for (let k = 1; k < targets.length; k++) {
        const cost = best[k - 1][i] + bone + targetCost(k, j);
        if (cost < best[k][j] - 1e-12) {
          best[k][j] = cost;
          from[k][j] = i;
        }
      }
    }
  }
  const last = targets.length - 1;
  let end = size - 1;
  for (let j = 0; j < size; j++) if (!skips(j, size) && best[last][j] < best[last][end] - 1e-12) end = j;
  const chosen = [end];
  for (let k = last; k > 0; k--) chosen.unshift(Math.max(0, from[k][chosen[0]]));
  return chosen.map((i) => points[i]);
}

/** Position of a point of a polyline. */
export function positionAt(positions: readonly Vec3[], { index, fraction }: ChainPoint): Vec3 {
  return fraction === 0 ? positions[index] : lerp(positions[index], positions[index + 1], fraction);
}

/** The farthest that a joint of the chain, between the first and the last point, is from the bones, over the length. */
export function measureDeviation(positions: readonly Vec3[], points: readonly ChainPoint[]): number {
  const bones = points.map((point) => positionAt(positions, point));
  const [first, last] = [points[0].index, points[points.length - 1].index + 1];
  const { lengths } = subdivide(positions);
  let farthest = 0;
  for (let i = first; i < positions.length && i <= last; i++) {
    let nearest = Infinity;
    for (let k = 1; k < bones.length; k++) {
      const along = alongSegment(positions[i], bones[k - 1], bones[k]);
      nearest = Math.min(nearest, distance(positions[i], lerp(bones[k - 1], bones[k], along)));
    }
    if (nearest < Infinity) farthest = Math.max(farthest, nearest);
  }
  return farthest / (lengths[lengths.length - 1] || 1);
}

interface Subdivided {
  readonly points: readonly ChainPoint[];
  readonly places: readonly Vec3[];
  /** Along the polyline. */
  readonly lengths: readonly number[];
}

function subdivide(positions: readonly Vec3[]): Subdivided {
  let total = 0;
  for (let i = 1; i < positions.length; i++) total += distance(positions[i - 1], positions[i]);
  const points: ChainPoint[] = [{ index: 0, fraction: 0 }];
  const lengths = [0];
  for (let i = 1; i < positions.length; i++) {
    const bone = distance(positions[i - 1], positions[i]);
    const steps = Math.max(1, Math.round((bone / (total || 1)) * CANDIDATES));
    const start = lengths[lengths.length - 1];
    for (let k = 1; k <= steps; k++) {
      points.push(k === steps ? { index: i, fraction: 0 } : { index: i - 1, fraction: k / steps });
      lengths.push(start + (bone * k) / steps);
    }
  }
  return { points, places: points.map((point) => positionAt(positions, point)), lengths };
}

/** Distances of the points between two from the straight bone that joins them. */
function sumDistances(places: readonly Vec3[], i: number, j: number): number {
  let sum = 0;
  const [from, to] = [places[i], places[j]];
  for (let k = i + 1; k < j; k++) {
    sum += distance(places[k], lerp(from, to, alongSegment(places[k], from, to)));
  }
  return sum;
}
