/**
 * @file Approximates a body by a few hundred spheres inside the skin, a handful per joint, skinned like the surface
 * around them.
 *
 * Points are sampled over the skin by area; from each, the largest inscribed ball is found by shrinking (Ma, Bae and
 * Choi, "3D medial axis point approximation using nearest neighbors and the normal field", 2012); per joint those that
 * cover most points are kept greedily. Capsules along bones are simpler but miss hooves, bellies and heads.
 */

import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createPointIndex } from '../../mesh/nearest-point.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';
import type { Rig, Skin } from '../../rig/rig-records.js';

export interface CollisionSpheres {
  readonly count: number;
  /** Middles at rest, in the units of the rig. [S, 3] */
  readonly centers: Float64Array;
  /** [S] */
  readonly radii: Float64Array;
  /** The joint whose surface a sphere stands for, ascending. [S] */
  readonly owners: Int32Array;
  /** Joints it is skinned to. [S, 4] */
  readonly joints: Int32Array;
  /** Their shares, rows sum to 1. [S, 4] */
  readonly weights: Float64Array;
}

export interface FitCollisionSpheresOptions {
  /** Spheres of one joint, at most. */
  readonly mostPerJoint?: number;
  /** Share of a joint's points that its spheres wrap before no more are added, 0 to 1. */
  readonly coverage?: number;
}

export const FIT_COLLISION_SPHERES_DEFAULTS = Object.freeze({ mostPerJoint: 6, coverage: 0.92 });

/** Spheres of a body of many joints, about. */
const MOST_SPHERES = 600;
/** Joints a sphere is skinned to, at most. */
export const SPHERE_INFLUENCES = 4;
/** Points on the skin: some for each joint, and some for all. */
const POINTS_PER_JOINT = 24;
const LEAST_POINTS = 1000;
const MOST_POINTS = 12_000;
/** Balls start this large, as a share of the body's extent. */
const FIRST_RADIUS = 0.25;
const MOST_SHRINKING = 16;
/** A ball wraps points up to this many radii from its middle: the edges of a box lie at 1.41. */
const WRAP = 1.35;
/** Balls of a joint that are considered, at most. */
const CANDIDATES = 64;

interface SurfaceSamples {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly owners: Int32Array;
  readonly joints: Int32Array;
  readonly weights: Float64Array;
}

/** Fits spheres to a skinned body. A mesh without area gives none. */
export function fitCollisionSpheres(rig: Rig, options: FitCollisionSpheresOptions = {}): CollisionSpheres {
  const jointCount = rig.skeleton.parents.length;
  const { mostPerJoint, coverage } = { ...FIT_COLLISION_SPHERES_DEFAULTS, ...options };
  const settings = { coverage, mostPerJoint: Math.min(mostPerJoint, Math.ceil(MOST_SPHERES / jointCount)) };
  const pointCount = Math.min(MOST_POINTS, LEAST_POINTS + POINTS_PER_JOINT * jointCount);
  const points = sampleSkin(rig, pointCount);
  const radii = shrinkBalls(points, FIRST_RADIUS * extentOf(points.positions));
  const byJoint: number[][] = Array.from({ length: jointCount }, () => []);
  points.owners.forEach((owner, i) => {
    byJoint[owner].push(i);
  });
  const chosen = byJoint.flatMap((members) => coverPoints(points, radii, members, settings));
  const count = chosen.length;
  const spheres = {
    count,
    centers: new Float64Array(count * 3),
    radii: Float64Array.from(chosen, (i) => radii[i]),
    owners: Int32Array.from(chosen, (i) => points.owners[i]),
    joints: new Int32Array(count * SPHERE_INFLUENCES),
    weights: new Float64Array(count * SPHERE_INFLUENCES),
  };
  chosen.forEach((i, s) => {
    for (let k = 0; k < 3; k++) {
      spheres.centers[s * 3 + k] = points.positions[i * 3 + k] - radii[i] * points.normals[i * 3 + k];
    }
    for (let k = 0; k < SPHERE_INFLUENCES; k++) {
      spheres.joints[s * SPHERE_INFLUENCES + k] = points.joints[i * SPHERE_INFLUENCES + k];
      spheres.weights[s * SPHERE_INFLUENCES + k] = points.weights[i * SPHERE_INFLUENCES + k];
    }
  });
  return spheres;
}

/** Points on the skin with outward normals and weights. */
function sampleSkin({ mesh, skin, skeleton }: Rig, count: number): SurfaceSamples {
  const samples = sampleSurface(mesh, count, createRng(1));
  const positions = samplePositions(samples, mesh.positions, mesh.triangles);
  const pointCount = samples.triangles.length;
  const normals = new Float32Array(pointCount * 3);
  const owners = new Int32Array(pointCount);
  const joints = new Int32Array(pointCount * SPHERE_INFLUENCES);
  const weights = new Float64Array(pointCount * SPHERE_INFLUENCES);
  const outward = isInsideOut(mesh) ? -1 : 1;
  const shares = new Float64Array(skeleton.parents.length);
  for (let i = 0; i < pointCount; i++) {
    const t = samples.triangles[i] * 3;
    normalInto(normals, i * 3, mesh, t, outward);
    const touched = gatherShares(shares, skin, mesh.triangles, t, samples.barycentric, i * 3);
    const kept = [...touched].sort((a, b) => shares[b] - shares[a] || a - b).slice(0, SPHERE_INFLUENCES);
    const total = kept.reduce((sum, j) => sum + shares[j], 0);
    owners[i] = kept[0] ?? 0;
    joints.fill(owners[i], i * SPHERE_INFLUENCES, (i + 1) * SPHERE_INFLUENCES);
    weights[i * SPHERE_INFLUENCES] = 1;
    kept.forEach((j, k) => {
      joints[i * SPHERE_INFLUENCES + k] = j;
      weights[i * SPHERE_INFLUENCES + k] = shares[j] / total;
    });
    for (const j of touched) shares[j] = 0;
  }
  return { positions, normals, owners, joints, weights };
}

/** Adds up the weights of a triangle's corners; returns the joints that have some. */
function gatherShares(
  shares: Float64Array,
  { joints, weights, influenceCount }: Skin,
  triangles: Uint32Array,
  t: number,
  barycentric: Float32Array,
  b: number,
): Set<number> {
  const touched = new Set<number>();
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < influenceCount; k++) {
      const slot = triangles[t + c] * influenceCount + k;
      const weight = weights[slot] * barycentric[b + c];
      if (!(weight > 0)) continue;
      shares[joints[slot]] += weight;
      touched.add(joints[slot]);
    }
  }
  return touched;
}

function normalInto(out: Float32Array, o: number, mesh: Mesh, t: number, sign: number) {
  const normal = new Float64Array(3);
  triangleNormalInto(normal, 0, mesh, t / 3);
  const [x, y, z] = normal;
  const scale = sign / (Math.sqrt(x * x + y * y + z * z) || 1);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
}

/** Whether triangles face inwards, by the sign of the volume. */
function isInsideOut({ positions, triangles }: Mesh): boolean {
  let volume = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const part =
      positions[a] * (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]) +
      positions[a + 1] * (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]) +
      positions[a + 2] * (positions[b] * positions[c + 1] - positions[b + 1] * positions[c]);
    if (Number.isFinite(part)) volume += part;
  }
  return volume < 0;
}

function extentOf(positions: Float32Array): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** The radius of the largest empty ball that touches the skin at each point from within. */
function shrinkBalls({ positions, normals }: SurfaceSamples, first: number): Float64Array {
  const index = createPointIndex(positions);
  const radii = new Float64Array(positions.length / 3).fill(first);
  for (let i = 0; i < radii.length; i++) {
    const [px, py, pz] = [positions[i * 3], positions[i * 3 + 1], positions[i * 3 + 2]];
    const [nx, ny, nz] = [normals[i * 3], normals[i * 3 + 1], normals[i * 3 + 2]];
    let r = first;
    for (let step = 0; step < MOST_SHRINKING; step++) {
      const q = index.nearest(px - r * nx, py - r * ny, pz - r * nz, r * 0.999);
      if (q < 0) break;
      const dx = px - positions[q * 3];
      const dy = py - positions[q * 3 + 1];
      const dz = pz - positions[q * 3 + 2];
      const along = dx * nx + dy * ny + dz * nz;
      // The ball through both points that touches the skin at the first.
      const smaller = (dx * dx + dy * dy + dz * dz) / (2 * along);
      // A neighbour on nearly the same piece of skin says more of its bumps than of its thickness.
      if (!(smaller < r) || along < smaller * 0.5) break;
      r = smaller;
    }
    radii[i] = r;
  }
  return radii;
}

/** Balls that together wrap the points of a joint, the widest wraps first. */
function coverPoints(
  points: SurfaceSamples,
  radii: Float64Array,
  members: readonly number[],
  { mostPerJoint, coverage }: { readonly mostPerJoint: number; readonly coverage: number },
): number[] {
  const stride = Math.max(1, Math.floor(members.length / CANDIDATES));
  const candidates = members.filter((_, i) => i % stride === 0);
  const covered = new Uint8Array(members.length);
  const chosen: number[] = [];
  let coveredCount = 0;
  while (chosen.length < mostPerJoint && coveredCount < coverage * members.length) {
    let [best, most] = [-1, 0];
    for (const c of candidates) {
      const gain = wrapPoints(points, radii, members, covered, c, false);
      if (gain > most || (gain === most && best >= 0 && radii[c] < radii[best])) [best, most] = [c, gain];
    }
    if (best < 0) break;
    chosen.push(best);
    coveredCount += wrapPoints(points, radii, members, covered, best, true);
  }
  return chosen;
}

/** How many points that no ball has wrapped yet the ball of a point wraps; `mark` counts them as wrapped from now on. */
function wrapPoints(
  { positions, normals }: SurfaceSamples,
  radii: Float64Array,
  members: readonly number[],
  covered: Uint8Array,
  c: number,
  mark: boolean,
): number {
  const r = radii[c];
  const x = positions[c * 3] - r * normals[c * 3];
  const y = positions[c * 3 + 1] - r * normals[c * 3 + 1];
  const z = positions[c * 3 + 2] - r * normals[c * 3 + 2];
  const reach = (WRAP * r) ** 2;
  let count = 0;
  for (let m = 0; m < members.length; m++) {
    if (covered[m]) continue;
    const p = members[m] * 3;
    const dx = positions[p] - x;
    const dy = positions[p + 1] - y;
    const dz = positions[p + 2] - z;
    if (dx * dx + dy * dy + dz * dz > reach) continue;
    count++;
    if (mark) covered[m] = 1;
  }
  return count;
}
