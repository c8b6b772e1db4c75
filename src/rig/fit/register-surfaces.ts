/**
 * @file Non-rigid registration of one surface to another that is already near: a few rounds of matching nearest points whose
 * normals agree, each followed by a smooth warp halfway to the matches, less smooth than the last. Points inside (joints)
 * move with it.
 *
 * After non-rigid iterative closest points; matches go both ways because nearest points of the source alone never reach a
 * limb that is longer in the target.
 */

import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createPointIndex } from '../../mesh/nearest-point.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { createWarp } from './warp-points.js';

/** Points of a surface with their normals, in body coordinates. [N, 3] */
export interface SurfacePoints {
  readonly points: Float64Array;
  readonly normals: Float64Array;
}

/** Samples a surface; `toBody` maps positions [N, 3] to body coordinates. */
export function sampleForRegistration(
  mesh: Mesh,
  count: number,
  toBody: (positions: Float32Array) => Float64Array,
  seed = 7,
): SurfacePoints {
  const samples = sampleSurface(mesh, count, createRng(seed));
  const points = toBody(samplePositions(samples, mesh.positions, mesh.triangles));
  const corners = new Float32Array(samples.triangles.length * 9);
  for (let i = 0; i < samples.triangles.length; i++) {
    for (let c = 0; c < 3; c++) {
      const v = mesh.triangles[samples.triangles[i] * 3 + c] * 3;
      for (let k = 0; k < 3; k++) corners[i * 9 + c * 3 + k] = mesh.positions[v + k];
    }
  }
  const bodyCorners = toBody(corners);
  const normals = new Float64Array(points.length);
  const [a, b] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let i = 0; i < samples.triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      a[k] = bodyCorners[i * 9 + 3 + k] - bodyCorners[i * 9 + k];
      b[k] = bodyCorners[i * 9 + 6 + k] - bodyCorners[i * 9 + k];
    }
    const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const length = Math.hypot(n[0], n[1], n[2]) || 1;
    for (let k = 0; k < 3; k++) normals[i * 3 + k] = n[k] / length;
  }
  return { points, normals };
}

/** Mean distance between two surfaces, both ways, over the size of the body. */
export function surfaceDistance(a: Float64Array, b: Float64Array): number {
  const mean = (from: Float64Array, to: Float64Array) => {
    const { distances } = createPointIndex(Float32Array.from(to)).nearestOf(Float32Array.from(from));
    return distances.reduce((sum, d) => sum + d, 0) / Math.max(1, distances.length);
  };
  return (mean(a, b) + mean(b, a)) / 2;
}

/** Smoothness and reach of each round. */
const ROUNDS: readonly { readonly smoothing: number; readonly reach: number }[] = [
  { smoothing: 2, reach: 0.15 },
  { smoothing: 1, reach: 0.12 },
  { smoothing: 0.5, reach: 0.08 },
  { smoothing: 0.25, reach: 0.06 },
  { smoothing: 0.25, reach: 0.05 },
];
/** Matches per round and direction. */
const MATCHES = 120;
/** Least cosine between the normals of matched points. */
const NORMAL_AGREEMENT = 0.3;

/**
 * Registers `source` to `target` and moves `inside` [J, 3] with it. With `mirrored`, every match counts on both sides
 * of x = 0, so that symmetric bodies stay symmetric.
 */
export function registerSurfaces(
  source: SurfacePoints,
  target: SurfacePoints,
  inside: Float64Array,
  mirrored: boolean,
): { points: Float64Array; inside: Float64Array } {
  let points = source.points;
  let inner = inside;
  const targetIndex = createPointIndex(Float32Array.from(target.points));
  for (const { smoothing, reach } of ROUNDS) {
    const from: number[] = [];
    const to: number[] = [];
    const pair = (s: number, t: number) => {
      let agreement = 0;
      for (let k = 0; k < 3; k++) agreement += source.normals[s * 3 + k] * target.normals[t * 3 + k];
      if (agreement < NORMAL_AGREEMENT) return;
      // To the tangent plane of the surface, not to the sample itself, whose position on it is random.
      let off = 0;
      for (let k = 0; k < 3; k++) {
        off += (target.points[t * 3 + k] - points[s * 3 + k]) * target.normals[t * 3 + k];
      }
      const x = points[s * 3] + off * target.normals[t * 3];
      const y = points[s * 3 + 1] + off * target.normals[t * 3 + 1];
      const z = points[s * 3 + 2] + off * target.normals[t * 3 + 2];
      from.push(points[s * 3], points[s * 3 + 1], points[s * 3 + 2]);
      to.push(x, y, z);
      if (!mirrored) return;
      from.push(-points[s * 3], points[s * 3 + 1], points[s * 3 + 2]);
      to.push(-x, y, z);
    };
    const half = mirrored ? MATCHES / 2 : MATCHES;
    const sourceStep = Math.max(1, Math.floor(points.length / 3 / half));
    for (let s = 0; s * 3 < points.length; s += sourceStep) {
      const t = targetIndex.nearest(points[s * 3], points[s * 3 + 1], points[s * 3 + 2], reach);
      if (t >= 0) pair(s, t);
    }
    const sourceIndex = createPointIndex(Float32Array.from(points));
    const targetStep = Math.max(1, Math.floor(target.points.length / 3 / half));
    for (let t = 0; t * 3 < target.points.length; t += targetStep) {
      const s = sourceIndex.nearest(
        target.points[t * 3],
        target.points[t * 3 + 1],
        target.points[t * 3 + 2],
        reach,
      );
      if (s >= 0) pair(s, t);
    }
    if (from.length < 30) break;
    const warp = createWarp(Float64Array.from(from), Float64Array.from(to), smoothing);
    points = warp(points);
    inner = warp(inner);
  }
  return { points, inside: inner };
}
