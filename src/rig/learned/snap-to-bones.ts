/**
 * @file Joints of one skeleton moved onto the bones of another: the network knows which joints a body has, the bones
 * found in the shape lie where a rigger would put them. A joint moves to the nearest bone that runs its way.
 */

import { alongSegment, lerp, vectorAt } from '../../math/vector.js';
import type { RoughJoints } from './refine-joints.js';

/** Bones that the joints are moved to, and how far from a bone still counts as on it. */
export interface SnapTarget {
  readonly parents: Int16Array;
  readonly positions: ArrayLike<number>;
}

/** How joints are moved, as fractions of the longest side. */
export interface SnapSettings {
  /** A joint farther from every bone than this stays. */
  readonly reach: number;
  /** Share of the way that it is moved. */
  readonly share: number;
  /** How much farther a bone counts that runs across the joint's own direction. */
  readonly across: number;
}

export const SNAP_DEFAULTS: SnapSettings = Object.freeze({ reach: 0.08, share: 0.8, across: 2 });

type Point = readonly [number, number, number];

/** Moved positions. [J, 3] */
export function snapToBones(
  joints: RoughJoints,
  target: SnapTarget,
  size: number,
  { reach, share, across }: SnapSettings = SNAP_DEFAULTS,
): Float64Array {
  const out = Float64Array.from(joints.positions);
  for (let j = 0; j < joints.parents.length; j++) {
    const at = vectorAt(joints.positions, j);
    const direction = directionAt(joints, j);
    let best: Point | undefined;
    let least = reach * size;
    for (let b = 0; b < target.parents.length; b++) {
      if (target.parents[b] < 0) continue;
      const from = vectorAt(target.positions, target.parents[b]);
      const to = vectorAt(target.positions, b);
      const nearest = lerp(from, to, alongSegment(at, from, to));
      const cosine = Math.abs(dotUnit(direction, [to[0] - from[0], to[1] - from[1], to[2] - from[2]]));
      const distance = Math.hypot(nearest[0] - at[0], nearest[1] - at[1], nearest[2] - at[2]);
      if (distance * (1 + across * (1 - cosine)) >= least) continue;
      least = distance * (1 + across * (1 - cosine));
      best = nearest;
    }
    if (best) for (let k = 0; k < 3; k++) out[j * 3 + k] += share * (best[k] - at[k]);
  }
  return out;
}

/**
 * Positions with those outside of the body moved toward the nearest bone, as far as it takes; `isInside` tells. The
 * bones are inside.
 */
export function pullInside(
  positions: Float64Array,
  target: SnapTarget,
  isInside: (x: number, y: number, z: number) => boolean,
): Float64Array {
  const out = Float64Array.from(positions);
  for (let j = 0; j < positions.length / 3; j++) {
    const at = vectorAt(positions, j);
    if (isInside(...at)) continue;
    const nearest = nearestOnBones(at, target);
    for (const share of PULLS) {
      for (let k = 0; k < 3; k++) out[j * 3 + k] = at[k] + share * (nearest[k] - at[k]);
      if (isInside(...vectorAt(out, j))) break;
    }
  }
  return out;
}

/** Shares of the way to the bone that are tried. */
const PULLS = [0.25, 0.5, 0.75, 1];

function nearestOnBones(at: Point, { parents, positions }: SnapTarget): Point {
  let best = vectorAt(positions, 0);
  let least = Infinity;
  for (let b = 0; b < parents.length; b++) {
    if (parents[b] < 0) continue;
    const [from, to] = [vectorAt(positions, parents[b]), vectorAt(positions, b)];
    const point = lerp(from, to, alongSegment(at, from, to));
    const distance = Math.hypot(point[0] - at[0], point[1] - at[1], point[2] - at[2]);
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

/** From the parent to the child that goes on: the mean direction of the bones that meet in a joint. */
function directionAt({ parents, positions }: RoughJoints, j: number): Point {
  const sum = [0, 0, 0];
  const add = (from: number, to: number) => {
    const bone = [0, 1, 2].map((k) => positions[to * 3 + k] - positions[from * 3 + k]);
    const length = Math.hypot(...bone) || 1;
    for (let k = 0; k < 3; k++) sum[k] += bone[k] / length;
  };
  if (parents[j] >= 0) add(parents[j], j);
  const children = Array.from(parents.keys()).filter((k) => parents[k] === j);
  if (children.length === 1) add(j, children[0]);
  return [sum[0], sum[1], sum[2]];
}

function dotUnit(a: Point, b: Point): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths > 0 ? (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths : 0;
}
