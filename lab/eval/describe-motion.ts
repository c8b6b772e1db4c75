/**
 * @file What a short motion is, in numbers that do not depend on how large it is: how much each joint moves and turns,
 * how periodic it is, whether left and right legs alternate, and features by which a kind of action can be told.
 */

import { rotateVectorInto } from '../../src/math/quaternion.js';
import type { MotionLeg } from '../../src/motion/library/measure-legs.js';
import { measureTrajectories } from '../../src/video/distil/measure-trajectories.js';
import { fromCellAxes, type PriorBody } from '../../src/video/distil/prior-body.js';
import { type FitPose, poseBody } from '../../src/video/fit/fit-body.js';

/** A motion in numbers. */
export interface MotionDescription {
  /** Spread of each joint's position over time. [J] */
  readonly moves: readonly number[];
  /** Spread of each joint's own rotation over time. [J] */
  readonly turns: readonly number[];
  /** Height of the highest peak of the autocorrelation above the valley before it, 0 to 2. */
  readonly period: number;
  /** Mean correlation of the strides of left and right feet, −1 where they alternate; absent without pairs of legs. */
  readonly sides?: number;
  readonly features: readonly number[];
  /** Root mean squares of where the body stands and how it moves, half diameters. */
  readonly size: { readonly mean: number; readonly motion: number };
}

/** Frequencies that features tell apart. */
const FREQUENCIES = 8;

/** Describes a motion of a body; `turn` leads to the body's own axes. */
export function describeMotion(
  subject: PriorBody,
  turn: readonly number[],
  legs: readonly MotionLeg[],
  given: readonly FitPose[],
): MotionDescription {
  const { body } = subject;
  const poses = stayInPlace(given);
  const posed = poses.map((pose) => poseBody(body, pose));
  const places = posed.map(({ globals }) => {
    const out = globals.positions.slice();
    for (let j = 0; j < out.length; j += 3) rotateVectorInto(out, j, turn, 0, out, j);
    return out;
  });
  const cells = measureTrajectories(body, subject.patches.cells, posed, FREQUENCIES);
  const coefficients = fromCellAxes(subject, cells);
  const power = (from: number, to: number) => {
    let sum = 0;
    for (let i = 0; i < coefficients.length; i++) {
      const k = i % FREQUENCIES;
      if (k >= from && k < to) sum += coefficients[i] ** 2;
    }
    return Math.sqrt((sum * 3 * FREQUENCIES) / coefficients.length);
  };
  const sides = alternation(places, legs);
  return {
    moves: spreads(places, 3),
    turns: turnSpreads(poses),
    period: periodicity(places),
    ...(sides !== undefined && { sides }),
    features: actionFeatures(subject, coefficients),
    size: { mean: power(0, 1), motion: power(1, FREQUENCIES) },
  };
}

/** Poses whose root neither travels nor stands aside. */
function stayInPlace(poses: readonly FitPose[]): FitPose[] {
  const count = poses.length;
  const time = (f: number) => f - (count - 1) / 2;
  const squares = poses.reduce((sum, _, f) => sum + time(f) ** 2, 0);
  const mean = [0, 2].map((k) => poses.reduce((sum, { root }) => sum + root[k], 0) / count);
  const slope = [0, 2].map((k) => poses.reduce((sum, { root }, f) => sum + root[k] * time(f), 0) / squares);
  return poses.map(({ rotations, root }, f) => {
    const moved = root.slice();
    [0, 2].forEach((k, i) => {
      moved[k] -= mean[i] + slope[i] * time(f);
    });
    return { rotations, root: moved };
  });
}

/** Root mean square distance from the mean, per group of `width` numbers. */
function spreads(frames: readonly Float64Array[], width: number): number[] {
  const count = frames[0].length / width;
  return Array.from({ length: count }, (_, j) => {
    let sum = 0;
    for (let i = j * width; i < (j + 1) * width; i++) {
      const mean = frames.reduce((total, frame) => total + frame[i], 0) / frames.length;
      for (const frame of frames) sum += (frame[i] - mean) ** 2;
    }
    return Math.sqrt(sum / frames.length);
  });
}

/** Spread of each joint's rotation, with the sign of quaternions made alike. */
function turnSpreads(poses: readonly FitPose[]): number[] {
  const first = poses[0].rotations;
  const aligned = poses.map(({ rotations }) => {
    const out = rotations.slice();
    for (let j = 0; j < out.length; j += 4) {
      let dot = 0;
      for (let k = j; k < j + 4; k++) dot += out[k] * first[k];
      if (dot < 0) for (let k = j; k < j + 4; k++) out[k] = -out[k];
    }
    return out;
  });
  return spreads(aligned, 4);
}

/** Shortest and longest period that counts, frames. */
const PERIODS = [5, 11] as const;

function periodicity(frames: readonly Float64Array[]): number {
  const count = frames.length;
  const mean = frames[0].map((_, i) => frames.reduce((sum, frame) => sum + frame[i], 0) / count);
  const centred = frames.map((frame) => frame.map((value, i) => value - mean[i]));
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const correlation = (lag: number) => {
    let [product, a, b] = [0, 0, 0];
    for (let f = 0; f + lag < count; f++) {
      product += dot(centred[f], centred[f + lag]);
      a += dot(centred[f], centred[f]);
      b += dot(centred[f + lag], centred[f + lag]);
    }
    return product / (Math.sqrt(a * b) || 1);
  };
  let [valley, best] = [1, 0];
  for (let lag = 1; lag <= PERIODS[1]; lag++) {
    const value = correlation(lag);
    if (lag >= PERIODS[0]) best = Math.max(best, value - valley);
    valley = Math.min(valley, value);
  }
  return best;
}

/** Correlation of how far the feet of a pair are in front. */
function alternation(frames: readonly Float64Array[], legs: readonly MotionLeg[]): number | undefined {
  const found: number[] = [];
  for (const left of legs.filter(({ side }) => side > 0)) {
    const right = legs.find(({ side, row }) => side < 0 && row === left.row);
    if (!right) continue;
    const [a, b] = [left, right].map(({ joints }) =>
      frames.map((frame) => frame[joints[joints.length - 1] * 3 + 2] - frame[joints[0] * 3 + 2]),
    );
    found.push(correlate(a, b));
  }
  return found.length > 0 ? found.reduce((sum, value) => sum + value, 0) / found.length : undefined;
}

/** Correlation of two lists. */
export function correlate(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [a, b].map((list) => list.reduce((sum, value) => sum + value, 0) / list.length);
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    ab += (value - ma) * (b[i] - mb);
    aa += (value - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  });
  return ab / (Math.sqrt(aa * bb) || 1);
}

/** Correlation of the ranks of two lists. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (list: readonly number[]) => {
    const order = list.map((_, i) => i).sort((x, y) => list[x] - list[y]);
    const out = new Array<number>(list.length);
    order.forEach((i, rank) => {
      out[i] = rank;
    });
    return out;
  };
  return correlate(ranks(a), ranks(b));
}

/** Shares of the motion's power by frequency and axis and by place in the body, and where the body stands. */
function actionFeatures({ points }: PriorBody, coefficients: Float32Array): number[] {
  const cells = points.length / 3;
  const byFrequency = new Float64Array((FREQUENCIES - 1) * 3);
  const byHeight = new Float64Array(6);
  const byLength = new Float64Array(3);
  const stands = new Float64Array(6);
  const band = (axis: number) => {
    const sorted = Float64Array.from({ length: cells }, (_, i) => points[i * 3 + axis]).sort();
    const [low, high] = [sorted[Math.floor(cells / 3)], sorted[Math.floor((2 * cells) / 3)]];
    return (i: number) => (points[i * 3 + axis] < low ? 0 : points[i * 3 + axis] < high ? 1 : 2);
  };
  const [heightOf, lengthOf] = [band(1), band(2)];
  let [total, still] = [0, 0];
  for (let i = 0; i < cells; i++) {
    for (let a = 0; a < 3; a++) {
      const o = (i * 3 + a) * FREQUENCIES;
      stands[a] += coefficients[o] / cells;
      if (a === 1) stands[3 + heightOf(i)] += coefficients[o] / cells;
      still += coefficients[o] ** 2 / cells;
      for (let k = 1; k < FREQUENCIES; k++) {
        const p = coefficients[o + k] ** 2;
        total += p;
        byFrequency[(k - 1) * 3 + a] += p;
        byHeight[heightOf(i) + (k > 3 ? 3 : 0)] += p;
        byLength[lengthOf(i)] += p;
      }
    }
  }
  const share = (value: number) => Math.log(0.01 + value / (total || 1));
  return [
    ...[...byFrequency, ...byHeight, ...byLength].map(share),
    ...[...stands].map((value) => value / (Math.sqrt(still) || 1)),
  ];
}
