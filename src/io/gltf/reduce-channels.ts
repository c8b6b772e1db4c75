/**
 * @file Which frames of each channel of a clip need to be written so that no joint is ever off by more than a bound.
 *
 * Every channel keeps its own keys (Douglas and Peucker 1973, over time): a hip that always rotates keeps many, a finger
 * that holds still two. The angular tolerance of a joint follows from the reach of its descendants; then all frames are
 * played back, and if a joint is too far off the tolerances are tightened. So the bound holds by measurement. Beside the
 * joints the ends of a cross at each are checked, so that rotations of leaves count.
 */

import { composeMatrix4, type Matrix4, multiplyMatrix4, transformPointInto } from '../../math/matrix4.js';
import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import { type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import type { Transform } from './scene-graph.js';

export type ChannelPath = 'translation' | 'rotation' | 'scale';
export const CHANNEL_PATHS = ['translation', 'rotation', 'scale'] as const;

/** Local transforms of a clip's joints. */
export interface LocalFrames {
  readonly skeleton: Skeleton;
  /** World matrix above each joint that has no joint above it. [J] */
  readonly above: readonly (Matrix4 | undefined)[];
  /** [F][J], undefined for a joint that is not in the file */
  readonly frames: readonly (readonly (Transform | undefined)[])[];
  readonly times: Float32Array;
}

export interface ReducedChannels {
  /** Frames that each channel keeps, ascending. */
  readonly kept: readonly Readonly<Record<ChannelPath, readonly number[]>>[];
  /** The furthest that anything watched is off at a frame, in % of the diameter. */
  readonly error: number;
}

/** Of the bound, what a single channel may take at first. */
const FIRST_SHARE = 0.5;
const ROUNDS = 10;
/** A leaf counts as at least this long, over the diameter. */
const LEAST_REACH = 0.03;

/** Frames to write; `bound` is in % of the skeleton's diameter. */
export function reduceChannels(clip: LocalFrames, bound: number): ReducedChannels {
  const { skeleton, frames } = clip;
  const diameter = skeletonDiameter(skeleton) || 1;
  const limit = (bound / 100) * diameter;
  const reaches = measureReaches(skeleton, diameter);
  const truth = frames.map((transforms) => watchedPoints(clip, transforms, reaches));
  const all = frames.map((_, f) => f);
  let share = FIRST_SHARE;
  for (let round = 0; round < ROUNDS && limit > 0; round++) {
    const kept = skeleton.names.map((_, j) => keepFrames(clip, j, share * limit, reaches[j]));
    const worst = playBack(clip, kept, truth, reaches);
    if (worst <= limit) return { kept, error: (100 * worst) / diameter };
    share *= Math.max(0.2, Math.min(0.8, (0.9 * limit) / worst));
  }
  const whole = { translation: all, rotation: all, scale: all };
  return { kept: skeleton.names.map(() => whole), error: 0 };
}

/** The reach of a joint's descendants, metres. [J] */
function measureReaches({ parents, rest }: Skeleton, diameter: number): Float64Array {
  const reaches = new Float64Array(parents.length).fill(LEAST_REACH * diameter);
  for (let j = 0; j < parents.length; j++) {
    for (let p = parents[j]; p >= 0; p = parents[p]) {
      const way = Math.hypot(
        rest[j * 3] - rest[p * 3],
        rest[j * 3 + 1] - rest[p * 3 + 1],
        rest[j * 3 + 2] - rest[p * 3 + 2],
      );
      reaches[p] = Math.max(reaches[p], way);
    }
  }
  return reaches;
}

function keepFrames(
  { frames, times, above }: LocalFrames,
  joint: number,
  tolerance: number,
  reach: number,
): Record<ChannelPath, number[]> {
  const unit = above[joint] ? longestAxis(above[joint]) : 1;
  const allowed = { translation: tolerance / unit, rotation: tolerance / reach, scale: tolerance / reach };
  const out = { translation: [0], rotation: [0], scale: [0] };
  if (!frames[0]?.[joint]) return out;
  for (const path of CHANNEL_PATHS) {
    const values = frames.map((transforms) => transforms[joint]![path]);
    out[path] = pickFrames(values, times, path === 'rotation', allowed[path]);
  }
  return out;
}

/** Frames between which values are within the tolerance of where they were; one where they never change. */
function pickFrames(
  values: readonly (readonly number[])[],
  times: Float32Array,
  turns: boolean,
  tolerance: number,
): number[] {
  const last = values.length - 1;
  const off = (f: number, a: number, b: number): number => {
    const got = between(values[a], values[b], (times[f] - times[a]) / (times[b] - times[a] || 1), turns);
    return valueDistance(values[f], got, turns);
  };
  if (values.every((value) => valueDistance(value, values[0], turns) <= tolerance / 2)) return [0];
  const kept = new Set([0, last]);
  const waiting: [number, number][] = [[0, last]];
  while (waiting.length > 0) {
    const [a, b] = waiting.pop()!;
    let [worst, at] = [tolerance, -1];
    for (let f = a + 1; f < b; f++) {
      const error = off(f, a, b);
      if (error > worst) [worst, at] = [error, f];
    }
    if (at < 0) continue;
    kept.add(at);
    waiting.push([a, at], [at, b]);
  }
  return [...kept].sort((a, b) => a - b);
}

function valueDistance(a: readonly number[], b: readonly number[], turns: boolean): number {
  if (turns) return quaternionAngle(a, 0, b, 0);
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function between(a: readonly number[], b: readonly number[], share: number, turns: boolean): number[] {
  if (!turns) return a.map((x, k) => x + share * (b[k] - x));
  const out = [0, 0, 0, 1];
  slerpInto(out, 0, a, 0, b, 0, share);
  return out;
}

/** The furthest that a watched point is off when only the kept frames are played. */
function playBack(
  clip: LocalFrames,
  kept: ReducedChannels['kept'],
  truth: readonly Float64Array[],
  reaches: Float64Array,
): number {
  const { frames, times } = clip;
  const cursors = kept.map(() => ({ translation: 0, rotation: 0, scale: 0 }));
  let worst = 0;
  for (let f = 0; f < frames.length; f++) {
    const played = frames[f].map((transform, j) => {
      if (!transform) return undefined;
      const at = (path: ChannelPath): readonly number[] => {
        const own = kept[j][path];
        while (cursors[j][path] + 1 < own.length && own[cursors[j][path] + 1] <= f) cursors[j][path]++;
        const a = own[cursors[j][path]];
        const b = own[cursors[j][path] + 1] ?? a;
        if (a === f || a === b) return frames[a][j]![path];
        const share = (times[f] - times[a]) / (times[b] - times[a]);
        return between(frames[a][j]![path], frames[b][j]![path], share, path === 'rotation');
      };
      return { translation: at('translation'), rotation: at('rotation'), scale: at('scale') };
    });
    const got = watchedPoints(clip, played as (Transform | undefined)[], reaches);
    for (let i = 0; i < got.length; i += 3) {
      const [x, y, z] = [got[i] - truth[f][i], got[i + 1] - truth[f][i + 1], got[i + 2] - truth[f][i + 2]];
      worst = Math.max(worst, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(worst);
}

/** Each joint, and a point to two sides of it as far out as it reaches. [J, 3, 3] */
function watchedPoints(
  { skeleton, above }: LocalFrames,
  transforms: readonly (Transform | undefined)[],
  reaches: Float64Array,
): Float64Array {
  const worlds: (Matrix4 | undefined)[] = [];
  const out = new Float64Array(transforms.length * 9);
  for (const [j, transform] of transforms.entries()) {
    const parent = worlds[skeleton.parents[j]] ?? above[j];
    if (!transform || !parent) continue;
    const { translation, rotation, scale } = transform;
    const world = multiplyMatrix4(parent, composeMatrix4(translation, rotation, scale));
    worlds[j] = world;
    const size = longestAxis(world);
    const arm = size > 0 ? reaches[j] / size : 0;
    transformPointInto(out, j * 9, world, [0, 0, 0], 0);
    transformPointInto(out, j * 9 + 3, world, [arm, 0, 0], 0);
    transformPointInto(out, j * 9 + 6, world, [0, arm, 0], 0);
  }
  return out;
}

function longestAxis(m: Matrix4): number {
  return Math.max(...[0, 4, 8].map((c) => Math.hypot(m[c], m[c + 1], m[c + 2])));
}
