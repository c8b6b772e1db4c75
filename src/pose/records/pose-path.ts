/**
 * @file A path of poses as the solvers see them (local rotations without heading, height of the root), and resampling
 * it to even steps: neighbouring poses are equally far apart by the mean distance of their joints.
 *
 * Even arc length is not enough: where a path bends, a chord is shorter than its arc. The sample parameters are moved
 * until all chords agree, each round through the map from parameter to accumulated chord length.
 */

import { invertQuaternionInto, multiplyQuaternionInto, slerpInto } from '../../math/quaternion.js';
import { mean, sum } from '../../math/statistics.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { findHeading, rotateRoot } from './pose-state.js';
import type { SolverRig } from './solver-rig.js';

export interface PosePath {
  /** Poses on the path. */
  readonly count: number;
  /** Local rotations, heading removed. [count, J, 4] */
  readonly rotations: Float64Array;
  /** Heights of the root above rest, normalised. [count] */
  readonly heights: Float64Array;
}

/** Rounds of moving sample parameters, and the evenness (longest over shortest chord) at which to stop. */
const MOST_ROUNDS = 12;
const EVEN = 1.02;

/** Distances of neighbouring poses, normalised. [count − 1] */
export function chordLengths(rig: SolverRig, path: PosePath): Float64Array {
  const positions = jointPositions(rig, path);
  return Float64Array.from(positions.slice(1), (here, i) => meanDistance(positions[i], here));
}

/** The length of a path, normalised. */
export const pathLength = (rig: SolverRig, path: PosePath): number => sum(chordLengths(rig, path));

/** Where the joints of every pose are, normalised. [count] of [J, 3] */
export function jointPositions(rig: SolverRig, { count, rotations }: PosePath): Float64Array[] {
  const size = rig.jointCount * 4;
  const globals = new Float64Array(size);
  return Array.from({ length: count }, (_, i) => {
    const positions = new Float64Array(rig.jointCount * 3);
    forwardKinematicsInto(positions, globals, rig, rotations.subarray(i * size, (i + 1) * size));
    return positions;
  });
}

/** Mean distance of the joints [J, 3], the root aside: it never moves here. */
export function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 3; i < a.length; i += 3) {
    const x = a[i] - b[i];
    const y = a[i + 1] - b[i + 1];
    const z = a[i + 2] - b[i + 2];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return a.length > 3 ? sum / (a.length / 3 - 1) : 0;
}

/** The same path in `steps` even steps, both ends as they are. */
export function resamplePath(rig: SolverRig, path: PosePath, steps: number): PosePath {
  // (1) Even by arc length.
  let parameters = Float64Array.from({ length: path.count }, (_, i) => i);
  let lengths = chordLengths(rig, path);
  let even = path;
  let best = path;
  let bestEvenness = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // (2) Then by the chords of what came of it.
    parameters = placeEvenly(parameters, lengths, steps);
    even = samplePath(rig, path, parameters);
    lengths = chordLengths(rig, even);
    const evenness = Math.max(...lengths) / Math.min(...lengths);
    if (!(evenness >= bestEvenness)) [best, bestEvenness] = [even, evenness];
    if (!(evenness > EVEN)) break;
  }
  return bestEvenness < Infinity ? best : even;
}

/** Parameters that divide the accumulated lengths evenly; evenly spaced where there is no length. */
function placeEvenly(
  parameters: Float64Array,
  lengths: Float64Array,
  steps: number,
): Float64Array<ArrayBuffer> {
  const total = sum(lengths);
  const first = parameters[0];
  const last = parameters[parameters.length - 1];
  const out = new Float64Array(steps + 1);
  let segment = 0;
  let passed = 0;
  for (let i = 0; i <= steps; i++) {
    const wanted = (total * i) / steps;
    while (segment < lengths.length - 1 && passed + lengths[segment] < wanted) passed += lengths[segment++];
    const share = lengths[segment] > 0 ? Math.min(1, (wanted - passed) / lengths[segment]) : 0;
    out[i] =
      total > 0
        ? parameters[segment] + share * (parameters[segment + 1] - parameters[segment])
        : first + ((last - first) * i) / steps;
  }
  [out[0], out[steps]] = [first, last];
  return out;
}

/** Poses at parameters of a path; whole numbers are its own poses. */
export function samplePath(rig: SolverRig, path: PosePath, parameters: Float64Array): PosePath {
  const size = rig.jointCount * 4;
  const rotations = new Float64Array(parameters.length * size);
  const heights = new Float64Array(parameters.length);
  parameters.forEach((parameter, i) => {
    const low = Math.min(Math.max(0, Math.floor(parameter)), Math.max(0, path.count - 2));
    const high = Math.min(low + 1, path.count - 1);
    const share = parameter - low;
    const [a, b] = [low * size, high * size];
    for (let k = 0; k < size; k += 4) {
      slerpInto(rotations, i * size + k, path.rotations, a + k, path.rotations, b + k, share);
    }
    straighten(rig, rotations.subarray(i * size, (i + 1) * size));
    heights[i] = (1 - share) * path.heights[low] + share * path.heights[high];
  });
  return { count: parameters.length, rotations, heights };
}

/** The poses of a path from `first` up to, not including, `end`. */
export function slicePath(rig: SolverRig, path: PosePath, first: number, end: number): PosePath {
  const size = rig.jointCount * 4;
  return {
    count: end - first,
    rotations: path.rotations.slice(first * size, end * size),
    heights: path.heights.slice(first, end),
  };
}

/** Paths one behind the other. */
export function concatPaths(paths: readonly PosePath[]): PosePath {
  const count = paths.reduce((sum, path) => sum + path.count, 0);
  const size = paths[0].rotations.length / paths[0].count;
  const rotations = new Float64Array(count * size);
  const heights = new Float64Array(count);
  let first = 0;
  for (const path of paths) {
    rotations.set(path.rotations, first * size);
    heights.set(path.heights, first);
    first += path.count;
  }
  return { count, rotations, heights };
}

/** From path a at t = 0 to path b at t = 1, pose by pose; both have as many. */
export function blendPaths(a: PosePath, b: PosePath, t: number): PosePath {
  const rotations = new Float64Array(a.rotations.length);
  for (let k = 0; k < rotations.length; k += 4) slerpInto(rotations, k, a.rotations, k, b.rotations, k, t);
  const heights = a.heights.map((height, i) => (1 - t) * height + t * b.heights[i]);
  return { count: a.count, rotations, heights };
}

/** The same by another share for each joint [J]; heights go by the mean of them. */
export function blendPathsByJoint(a: PosePath, b: PosePath, shares: Float64Array): PosePath {
  const rotations = new Float64Array(a.rotations.length);
  for (let k = 0; k < rotations.length; k += 4) {
    slerpInto(rotations, k, a.rotations, k, b.rotations, k, shares[(k / 4) % shares.length]);
  }
  const share = mean(shares);
  const heights = a.heights.map((height, i) => (1 - share) * height + share * b.heights[i]);
  return { count: a.count, rotations, heights };
}

/** The path bent so that it begins and ends with the two poses of `ends`, by less and less towards the other end. */
export function matchPathEnds(rig: SolverRig, path: PosePath, ends: PosePath): PosePath {
  const size = rig.jointCount * 4;
  const last = path.count - 1;
  const rotations = path.rotations.slice();
  const heights = path.heights.slice();
  const turn = new Float64Array(4);
  const inverse = new Float64Array(4);
  const identity = [0, 0, 0, 1];
  for (const [end, at] of [0, last].entries()) {
    const error = ends.heights[end] - path.heights[at];
    for (let i = 0; i <= last; i++) heights[i] += (1 - Math.abs(i - at) / last) * error;
    for (let k = 0; k < size; k += 4) {
      invertQuaternionInto(inverse, 0, path.rotations, at * size + k);
      multiplyQuaternionInto(inverse, 0, ends.rotations, end * size + k, inverse, 0);
      for (let i = 0; i <= last; i++) {
        slerpInto(turn, 0, identity, 0, inverse, 0, 1 - Math.abs(i - at) / last);
        multiplyQuaternionInto(rotations, i * size + k, turn, 0, rotations, i * size + k);
      }
    }
  }
  // Rounding aside they are met; now exactly.
  rotations.set(ends.rotations.subarray(0, size), 0);
  rotations.set(ends.rotations.subarray(size, 2 * size), last * size);
  return { count: path.count, rotations, heights };
}

/** Mean length of the third differences of joint positions along a path, normalised; 0 for fewer than four poses. */
export function meanJerk(rig: SolverRig, path: PosePath): number {
  const { jointCount } = rig;
  const { count } = path;
  if (count < 4 || jointCount < 2) return 0;
  const positions = jointPositions(rig, path);
  let sum = 0;
  for (let i = 3; i < count; i++) {
    const [a, b, c, d] = positions.slice(i - 3, i + 1);
    for (let k = 3; k < d.length; k += 3) {
      let squared = 0;
      for (let o = k; o < k + 3; o++) squared += (d[o] - 3 * c[o] + 3 * b[o] - a[o]) ** 2;
      sum += Math.sqrt(squared);
    }
  }
  return sum / ((count - 3) * (jointCount - 1));
}

/** Removes the heading from local rotations [J, 4] in place and returns it, radians. */
export function straighten(rig: SolverRig, rotations: Float64Array): number {
  const positions = new Float64Array(rig.jointCount * 3);
  const globals = new Float64Array(rig.jointCount * 4);
  forwardKinematicsInto(positions, globals, rig, rotations);
  const heading = findHeading(rig, globals);
  rotateRoot(rotations, -heading);
  return heading;
}
