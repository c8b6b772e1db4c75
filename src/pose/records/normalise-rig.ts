/**
 * @file Normalises a rig for the solvers and the network: the root at the origin, the longest leaf-to-leaf path 2, so
 * that size does not matter; surface moments per joint (radius, centroid, covariance); mirror partners.
 *
 * A vertex counts for the joint with the largest weight. Moments count vertices, not area: a few percent of difference
 * on real meshes, and no triangles needed. Mirror partners are found by position alone, since names may be missing or
 * wrong, and must have the same depth in the hierarchy, or a wrist is paired with the pole target beside the other
 * wrist.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { dominantVertices } from '../../rig/dominant-joints.js';
import { childrenOf } from '../../rig/joint-tree.js';
import { type PartialRig, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import { createSolverRig, type SolverRig } from './solver-rig.js';

/** Fewer vertices than this say nothing about a shape. */
const LEAST_VERTICES = 3;
/** Partners lie this close to each other's mirror image, normalised. */
const PARTNER_DISTANCE = 0.06;
/** Joints closer to the mirror plane than this lie on it and have no partner, normalised. */
const ON_PLANE = 0.02;

/** Describes a rig; without mesh and skin only its tree. */
export function normaliseRig({ skeleton, mesh, skin }: PartialRig): SolverRig {
  const jointCount = skeleton.parents.length;
  const scale = normalisingScale(skeleton, mesh);
  const rest = new Float32Array(jointCount * 3);
  for (let i = 0; i < rest.length; i++) rest[i] = (skeleton.rest[i] - skeleton.rest[i % 3]) * scale;
  const moments = {
    radius: new Float32Array(jointCount),
    centroid: new Float32Array(jointCount * 3),
    covariance: new Float32Array(jointCount * 6),
    hasSkin: new Uint8Array(jointCount),
  };
  if (mesh && skin) {
    const children = childrenOf(skeleton.parents);
    const points = normalisePoints(mesh, skeleton, scale);
    for (const [j, vertices] of dominantVertices(points, skin, jointCount).entries()) {
      if (vertices.length < LEAST_VERTICES) continue;
      moments.hasSkin[j] = 1;
      measureMoments(points, vertices, rest, j, moments);
      moments.radius[j] = measureRadius(points, vertices, rest, j, children[j], moments.centroid);
    }
  }
  const partners = findPartners(rest, skeleton.parents);
  return createSolverRig({ scale, parents: skeleton.parents.slice(), rest, ...moments, partners });
}

/** Metres to normalised lengths; a skeleton without extent takes the size of its mesh, without one nothing changes. */
function normalisingScale(skeleton: Skeleton, mesh: Mesh | undefined): number {
  const diameter = skeletonDiameter(skeleton);
  if (diameter > 0 && Number.isFinite(2 / diameter)) return 2 / diameter;
  let reach = 0;
  if (mesh) {
    for (let i = 0; i < mesh.positions.length; i++) {
      const away = Math.abs(mesh.positions[i] - skeleton.rest[i % 3]);
      if (away > reach && away < Infinity) reach = away;
    }
  }
  return reach > 0 && Number.isFinite(1 / reach) ? 1 / reach : 1;
}

function normalisePoints(mesh: Mesh, { rest }: Skeleton, scale: number): Float64Array {
  const points = new Float64Array(mesh.positions.length);
  for (let i = 0; i < points.length; i++) points[i] = (mesh.positions[i] - rest[i % 3]) * scale;
  return points;
}

function measureMoments(
  points: Float64Array,
  vertices: readonly number[],
  rest: Float32Array,
  j: number,
  { centroid, covariance }: Pick<SolverRig, 'centroid' | 'covariance'>,
): void {
  let [cx, cy, cz] = [0, 0, 0];
  for (const v of vertices) {
    cx += points[v * 3];
    cy += points[v * 3 + 1];
    cz += points[v * 3 + 2];
  }
  const share = 1 / vertices.length;
  [cx, cy, cz] = [cx * share, cy * share, cz * share];
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  for (const v of vertices) {
    const x = points[v * 3] - cx;
    const y = points[v * 3 + 1] - cy;
    const z = points[v * 3 + 2] - cz;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  centroid.set([cx - rest[j * 3], cy - rest[j * 3 + 1], cz - rest[j * 3 + 2]], j * 3);
  covariance.set(
    [xx, yy, zz, xy, xz, yz].map((sum) => sum * share),
    j * 6,
  );
}

/** Median distance to the nearest of the joint's bones; a leaf's runs through the centroid of its vertices. */
function measureRadius(
  points: Float64Array,
  vertices: readonly number[],
  rest: Float32Array,
  j: number,
  children: readonly number[],
  centroid: Float32Array,
): number {
  const ends =
    children.length > 0
      ? children.map((c) => [0, 1, 2].map((k) => rest[c * 3 + k] - rest[j * 3 + k]))
      : [[0, 1, 2].map((k) => 2 * centroid[j * 3 + k])];
  const distances = new Float64Array(vertices.length).fill(Infinity);
  for (const [dx, dy, dz] of ends) {
    const squared = dx * dx + dy * dy + dz * dz;
    for (const [i, v] of vertices.entries()) {
      const x = points[v * 3] - rest[j * 3];
      const y = points[v * 3 + 1] - rest[j * 3 + 1];
      const z = points[v * 3 + 2] - rest[j * 3 + 2];
      const along = squared > 0 ? Math.min(1, Math.max(0, (x * dx + y * dy + z * dz) / squared)) : 0;
      const distance = Math.hypot(x - along * dx, y - along * dy, z - along * dz);
      if (distance < distances[i]) distances[i] = distance;
    }
  }
  return distances.sort()[distances.length >> 1];
}

/** Pairs across x or across z, whichever gives more. */
function findPartners(rest: Float32Array, parents: Int16Array): Int16Array {
  const across = ([0, 2] as const).map((axis) => pairAcross(rest, parents, axis));
  const [x, z] = across.map((partners) => partners.reduce((count, b) => count + (b >= 0 ? 1 : 0), 0));
  return z > x ? across[1] : across[0];
}

function pairAcross(rest: Float32Array, parents: Int16Array, axis: 0 | 2): Int16Array {
  const depths = new Int16Array(parents.length);
  for (let j = 1; j < parents.length; j++) depths[j] = depths[parents[j]] + 1;
  const nearest = new Int16Array(parents.length).fill(-1);
  for (let a = 0; a < parents.length; a++) {
    if (!(Math.abs(rest[a * 3 + axis]) > ON_PLANE)) continue;
    let best = PARTNER_DISTANCE;
    for (let b = 0; b < parents.length; b++) {
      if (b === a || depths[b] !== depths[a]) continue;
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const away = (k === axis ? -rest[a * 3 + k] : rest[a * 3 + k]) - rest[b * 3 + k];
        squared += away * away;
      }
      const distance = Math.sqrt(squared);
      if (distance < best) [best, nearest[a]] = [distance, b];
    }
  }
  return nearest.map((b, a) => (b >= 0 && nearest[b] === a ? b : -1));
}

/** The axis across which a rig is symmetric: x or z. */
export type MirrorAxis = 0 | 2;

/** The axis along which mirror partners lie apart. */
export function mirrorAxis({
  partners,
  rest,
}: {
  readonly partners: Int16Array;
  readonly rest: ArrayLike<number>;
}): MirrorAxis {
  let [acrossX, acrossZ] = [0, 0];
  for (let j = 0; j < partners.length; j++) {
    const other = partners[j];
    if (other < 0) continue;
    acrossX += Math.abs(rest[j * 3] - rest[other * 3]);
    acrossZ += Math.abs(rest[j * 3 + 2] - rest[other * 3 + 2]);
  }
  return acrossZ > acrossX ? 2 : 0;
}
