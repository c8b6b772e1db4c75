/**
 * @file The measures of METRICS.md, "Pose space", on poses normalised by `pose-cloud.ts`.
 *
 * Where the text leaves a choice: the rotation error is the mean over all local rotations; the range of a joint is the
 * box of rotation vectors about the mean rotation of the real poses; the self-intersection ratio is taken between every
 * sample and every real pose, so that real poses against themselves give exactly 0.
 *
 * Clips share poses (a common stance, one clip under two names). A real pose that another clip repeats to 0.1 % of the
 * diameter does not count for plausibility, which would be 0 in a third of all rigs. A rig with fewer than ten poses left,
 * or whose poses differ by less than 0.5 % of the diameter, has no plausibility.
 */

import {
  logRotationInto,
  normalizeQuaternion,
  quaternionAngle,
  type ReadonlyNumbers,
  relativeQuaternionInto,
} from '../../src/math/quaternion.js';
import { mean } from '../../src/math/statistics.js';
import { PERCENT_OF_DIAMETER, type PoseCloud, poseDistance } from './pose-cloud.js';
import { median } from './summary.js';

const DEGREES = 180 / Math.PI;

/** What "more than" means for the bounds, radians. */
const BOUNDS_TOLERANCE = 10 / DEGREES;

/** Poses nearer than this are one, normalised. */
const REPEAT = 0.1 / PERCENT_OF_DIAMETER;
/** Fewer poses than this have no median worth its name. */
const LEAST_POSES = 10;
/** Poses that differ by less than this on average do not move, normalised. */
const STILL = 0.5 / PERCENT_OF_DIAMETER;

/** Added to shares of triangles before logarithms are taken. */
const INTERSECTION_FLOOR = 1e-3;

/** How well a pose was completed. */
export interface CompletionError {
  /** Mean distance of the joints that were not given, % of the diameter; null where all were given. */
  readonly joints: number | null;
  /** Mean distance of the joints that were given, the root aside, % of the diameter; null where there is none. */
  readonly handles: number | null;
}

/** Compares positions [J, 3] of a prediction with the truth; `given` holds the root, joint 0, and the handles. */
export function completionError(
  predicted: ArrayLike<number>,
  truth: ArrayLike<number>,
  given: readonly number[],
): CompletionError {
  const isGiven = new Set(given);
  const sums = { joints: 0, handles: 0 };
  const jointCount = truth.length / 3;
  for (let j = 1; j < jointCount; j++) {
    const distance = Math.hypot(
      predicted[j * 3] - truth[j * 3],
      predicted[j * 3 + 1] - truth[j * 3 + 1],
      predicted[j * 3 + 2] - truth[j * 3 + 2],
    );
    sums[isGiven.has(j) ? 'handles' : 'joints'] += distance;
  }
  const handleCount = isGiven.size - 1;
  const openCount = jointCount - isGiven.size;
  return {
    joints: openCount > 0 ? (PERCENT_OF_DIAMETER * sums.joints) / openCount : null,
    handles: handleCount > 0 ? (PERCENT_OF_DIAMETER * sums.handles) / handleCount : null,
  };
}

/** Mean geodesic angle between local rotations [J, 4], degrees. */
export function rotationError(predicted: ReadonlyNumbers, truth: ReadonlyNumbers): number {
  let sum = 0;
  for (let i = 0; i < truth.length; i += 4) sum += quaternionAngle(predicted, i, truth, i);
  return truth.length > 0 ? (DEGREES * sum * 4) / truth.length : 0;
}

/** Distance of each pose to the nearest pose of another cloud of the rig, in normalised units. */
export function nearestDistances(poses: PoseCloud, real: PoseCloud): number[] {
  return Array.from({ length: poses.count }, (_, i) => {
    let nearest = Infinity;
    for (let j = 0; j < real.count; j++) nearest = Math.min(nearest, poseDistance(poses, i, real, j));
    return nearest;
  });
}

/**
 * Median distance of a real pose to the nearest one of another clip, repeated poses aside; null where there are too
 * few. `clipOf` says of which clip each pose is. [count]
 */
export function clipDistance(real: PoseCloud, clipOf: ArrayLike<number>): number | null {
  const nearest = new Float64Array(real.count).fill(Infinity);
  for (let i = 0; i < real.count; i++) {
    for (let j = 0; j < i; j++) {
      if (clipOf[i] === clipOf[j]) continue;
      const distance = poseDistance(real, i, real, j);
      nearest[i] = Math.min(nearest[i], distance);
      nearest[j] = Math.min(nearest[j], distance);
    }
  }
  const apart = Array.from(nearest).filter((distance) => distance > REPEAT && distance < Infinity);
  return apart.length < LEAST_POSES ? null : median(apart);
}

/** How far samples are from real poses, against how far real poses of other clips are; null without a measure. */
export function plausibility(samples: PoseCloud, real: PoseCloud, clips: number | null): number | null {
  if (!clips || samples.count === 0 || real.count === 0) return null;
  return mean(nearestDistances(samples, real)) / clips;
}

/** Mean distance between two poses of a cloud; null where there are not two. */
export function poseSpread(cloud: PoseCloud): number | null {
  if (cloud.count < 2) return null;
  let sum = 0;
  for (let i = 0; i < cloud.count; i++) for (let j = 0; j < i; j++) sum += poseDistance(cloud, i, cloud, j);
  return (2 * sum) / (cloud.count * (cloud.count - 1));
}

/** Whether poses of such a spread differ. */
export const movesAtAll = (spread: number | null): boolean => spread !== null && spread > STILL;

/** ln(spread of samples / spread of real poses); null where samples are one, or real poses hardly move. */
export function logSpread(generated: number | null, real: number | null): number | null {
  return generated && real && movesAtAll(real) ? Math.log(generated / real) : null;
}

/** Mean ln of the ratio of shares of intersecting triangles, samples over real poses; null where there are none. */
export function logIntersection(samples: readonly number[], real: readonly number[]): number | null {
  if (samples.length === 0 || real.length === 0) return null;
  const logs = (shares: readonly number[]) =>
    mean(shares.map((share) => Math.log(share + INTERSECTION_FLOOR)));
  return logs(samples) - logs(real);
}

/** How far the joints of real poses turn. */
export interface RotationBounds {
  /** Mean rotations. [J, 4] */
  readonly centres: Float64Array;
  /** Least and greatest turns away from them about each axis, radians. [J, 3] */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The ranges of the joints over all poses of a cloud. */
export function findBounds(real: PoseCloud): RotationBounds {
  const { count, jointCount } = real;
  const centres = new Float64Array(jointCount * 4);
  const lower = new Float64Array(jointCount * 3).fill(Infinity);
  const upper = new Float64Array(jointCount * 3).fill(-Infinity);
  const vector = new Float64Array(3);
  for (let joint = 0; joint < jointCount; joint++) {
    meanRotationInto(centres, real, joint);
    for (let i = 0; i < count; i++) {
      turnInto(vector, centres, real, i, joint);
      for (let k = 0; k < 3; k++) {
        lower[joint * 3 + k] = Math.min(lower[joint * 3 + k], vector[k]);
        upper[joint * 3 + k] = Math.max(upper[joint * 3 + k], vector[k]);
      }
    }
  }
  return { centres, lower, upper };
}

/** Share of joints, over all samples, that turn further than in any real pose by more than 10°, 0 to 1. */
export function outsideBounds(samples: PoseCloud, { centres, lower, upper }: RotationBounds): number | null {
  const { count, jointCount } = samples;
  const vector = new Float64Array(3);
  let outside = 0;
  for (let joint = 0; joint < jointCount; joint++) {
    for (let i = 0; i < count; i++) {
      turnInto(vector, centres, samples, i, joint);
      let excess = 0;
      for (let k = 0; k < 3; k++) {
        const o = joint * 3 + k;
        excess = Math.max(excess, lower[o] - vector[k], vector[k] - upper[o]);
      }
      if (excess > BOUNDS_TOLERANCE) outside++;
    }
  }
  return count > 0 ? outside / (count * jointCount) : null;
}

/** The chordal mean of a joint's rotations, as quaternions on the side of the first. */
function meanRotationInto(
  centres: Float64Array,
  { rotations, count, jointCount }: PoseCloud,
  joint: number,
): void {
  const out = centres.subarray(joint * 4, joint * 4 + 4);
  for (let i = 0; i < count; i++) {
    const o = (i * jointCount + joint) * 4;
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += rotations[joint * 4 + k] * rotations[o + k];
    for (let k = 0; k < 4; k++) out[k] += dot < 0 ? -rotations[o + k] : rotations[o + k];
  }
  normalizeQuaternion(out, 0);
}

const relative = new Float64Array(4);

/** The rotation vector that leads from a joint's centre to its rotation in a pose. */
function turnInto(
  out: Float64Array,
  centres: Float64Array,
  { rotations, jointCount }: PoseCloud,
  pose: number,
  joint: number,
): void {
  relativeQuaternionInto(relative, 0, centres, joint * 4, rotations, (pose * jointCount + joint) * 4);
  logRotationInto(out, 0, relative, 0);
}
