/**
 * @file Lays out points in the plane with the distances of a high-dimensional space: landmarks once, everything else
 * by its distances to them. Added points move nothing, and placement is continuous: a smooth motion is a smooth curve.
 *
 * Landmarks start on their principal axes and are moved by SMACOF (De Leeuw, "Applications of convex analysis to
 * multidimensional scaling", 1977); further points by the same majorisation with the landmarks fixed. 48 landmarks
 * reach a trustworthiness of .906 and a continuity of .958 (mean of five creatures); see lab/notes/pose-map.md.
 */

import { requireInput } from '../../base/errors.js';
import { sum } from '../../math/statistics.js';

export interface LandmarkLayout {
  /** Where the landmarks lie; most within 1 of the origin. [N, 2] */
  readonly points: Float64Array;
  /** Where a point of the space lies. [2] from [D] */
  place(feature: ArrayLike<number>): [x: number, y: number];
}

/** Rounds of SMACOF. */
const LAYOUT_ROUNDS = 100;
/** Rounds of placing one point. */
const PLACE_ROUNDS = 60;
/** Rounds of the power iteration that finds an axis. */
const AXIS_ROUNDS = 100;
/** Root mean square distance of the landmarks from the origin. */
const RADIUS = 0.5;
/** Distances below this share of the mean one count as that in weights. */
const LEAST_SHARE = 0.02;

/** Lays landmarks out, given as rows of features. [N, D] */
export function layOutLandmarks(features: Float64Array, count: number): LandmarkLayout {
  const width = features.length / count;
  requireInput(
    count > 0 && Number.isInteger(width),
    `pose/layOutLandmarks: ${features.length} features of ${count} landmarks; give rows of one length`,
  );
  const axes = findAxes(features, count, width);
  const points = new Float64Array(count * 2);
  for (let i = 0; i < count; i++) points.set(axes.project(features, i * width), i * 2);
  const distances = distancesBetween(features, count, width);
  moveLandmarks(points, distances, count);
  let squares = 0;
  for (const value of points) squares += value * value;
  const spread = Math.sqrt(squares / count);
  const scale = spread > 0 ? RADIUS / spread : 1;
  const least = (LEAST_SHARE * sum(distances)) / distances.length;
  return {
    points: points.map((value) => value * scale),
    place(feature) {
      const [x, y] = placePoint(features, points, feature, axes.project(feature, 0), least);
      return [x * scale, y * scale];
    },
  };
}

interface Axes {
  project(feature: ArrayLike<number>, offset: number): [number, number];
}

/** The two directions in which the landmarks differ most. */
function findAxes(features: Float64Array, count: number, width: number): Axes {
  const middle = new Float64Array(width);
  for (let i = 0; i < features.length; i++) middle[i % width] += features[i] / count;
  const centred = features.map((value, i) => value - middle[i % width]);
  const first = findAxis(centred, count, width);
  const second = findAxis(centred, count, width, first);
  return {
    project(feature, offset) {
      let x = 0;
      let y = 0;
      for (let k = 0; k < width; k++) {
        const away = feature[offset + k] - middle[k];
        x += away * first[k];
        y += away * second[k];
      }
      return [x, y];
    },
  };
}

/** The longest axis of rows about zero, across another one if given; its sign is that of the longer tail. */
function findAxis(rows: Float64Array, count: number, width: number, across?: Float64Array): Float64Array {
  // The row furthest out is not across the axis that is looked for.
  let axis = new Float64Array(width);
  let most = 0;
  for (let i = 0; i < count; i++) {
    const row = rows.slice(i * width, (i + 1) * width);
    if (across) removeAlong(row, across);
    const squared = dot(row, row);
    if (squared > most) [most, axis] = [squared, row];
  }
  for (let round = 0; round < AXIS_ROUNDS; round++) {
    const next = new Float64Array(width);
    for (let i = 0; i < count; i++) {
      let along = 0;
      for (let k = 0; k < width; k++) along += rows[i * width + k] * axis[k];
      for (let k = 0; k < width; k++) next[k] += along * rows[i * width + k];
    }
    if (across) removeAlong(next, across);
    const length = Math.sqrt(dot(next, next));
    if (!(length > 0)) return new Float64Array(width);
    axis = next.map((value) => value / length);
  }
  let skew = 0;
  for (let i = 0; i < count; i++) {
    let along = 0;
    for (let k = 0; k < width; k++) along += rows[i * width + k] * axis[k];
    skew += along ** 3;
  }
  return skew < 0 ? axis.map((value) => -value) : axis;
}

function removeAlong(row: Float64Array, axis: Float64Array): void {
  const along = dot(row, axis);
  for (let k = 0; k < row.length; k++) row[k] -= along * axis[k];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function distancesBetween(features: Float64Array, count: number, width: number): Float64Array {
  const distances = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      let squares = 0;
      for (let k = 0; k < width; k++) squares += (features[i * width + k] - features[j * width + k]) ** 2;
      distances[i * count + j] = distances[j * count + i] = Math.sqrt(squares);
    }
  }
  return distances;
}

/** SMACOF, in place: each point moves to the mean of the positions that the others suggest. */
function moveLandmarks(points: Float64Array, distances: Float64Array, count: number): void {
  const next = new Float64Array(points.length);
  for (let round = 0; round < LAYOUT_ROUNDS; round++) {
    next.fill(0);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const dx = points[i * 2] - points[j * 2];
        const dy = points[i * 2 + 1] - points[j * 2 + 1];
        const now = Math.sqrt(dx * dx + dy * dy);
        if (!(now > 0)) continue;
        const pull = distances[i * count + j] / (now * count);
        next[i * 2] += pull * dx;
        next[i * 2 + 1] += pull * dy;
        next[j * 2] -= pull * dx;
        next[j * 2 + 1] -= pull * dy;
      }
    }
    points.set(next);
  }
}

/** One more point, the landmarks held. */
function placePoint(
  features: Float64Array,
  points: Float64Array,
  feature: ArrayLike<number>,
  start: readonly [number, number],
  least: number,
): [number, number] {
  const count = points.length / 2;
  const width = features.length / count;
  const distances = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    let squares = 0;
    for (let k = 0; k < width; k++) squares += (features[i * width + k] - feature[k]) ** 2;
    distances[i] = Math.sqrt(squares);
    total += 1 / Math.max(distances[i], least);
  }
  let [x, y] = start;
  // Landmarks that are all one, or a feature beyond all numbers, leave nothing to weigh.
  if (!(total > 0 && total < Infinity)) return [0, 0];
  for (let round = 0; round < PLACE_ROUNDS; round++) {
    let [nextX, nextY] = [0, 0];
    for (let i = 0; i < count; i++) {
      const dx = x - points[i * 2];
      const dy = y - points[i * 2 + 1];
      const now = Math.sqrt(dx * dx + dy * dy);
      const pull = now > 0 ? distances[i] / now : 0;
      const weight = 1 / Math.max(distances[i], least);
      nextX += weight * (points[i * 2] + pull * dx);
      nextY += weight * (points[i * 2 + 1] + pull * dy);
    }
    [x, y] = [nextX / total, nextY / total];
  }
  return [x, y];
}
