/**
 * @file What is measured of the joints of a rig to find its anatomical tree: how much surface each moves, and how they
 * moved in the given poses.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { dominantVertices } from '../dominant-joints.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import type { PartialRig, Pose, Skeleton, Skin } from '../rig-records.js';

/** The joints of a rig, the weight they carry and their motion. */
export interface JointAnalysis {
  readonly skeleton: Skeleton;
  /** Whether there are skin weights; without them every joint counts as moving some surface. */
  readonly hasSkin: boolean;
  /** Fraction of all skin weight on each joint. [J] */
  readonly masses: Float64Array;
  /** Positions of vertices that each joint moves most, a sample of them. [J][N, 3] */
  readonly surface: readonly Float32Array[];
  /** Extent of the joints that move vertices, metres: lengths are fractions of it. */
  readonly size: number;
  readonly poseCount: number;
  /** Positions of the joints in each pose. [F, J, 3] */
  readonly positions: Float64Array;
  /** Rotations of the joints away from rest in each pose. [F, J, 4] */
  readonly rotations: Float64Array;
}

/** Most poses that are used: more say nothing new about what is rigid. */
const MOST_POSES = 64;
/** Most vertices per joint that are used. */
const MOST_VERTICES = 256;
/** Joints with less of the skin weight than this move nothing visible. */
export const LEAST_MASS = 1e-5;

/** Measures the joints of a rig. */
export function analyzeJoints({ skeleton, mesh, skin }: PartialRig, poses: readonly Pose[]): JointAnalysis {
  const jointCount = skeleton.parents.length;
  const hasSkin = skin?.weights.some((weight) => weight > 0) ?? false;
  const masses = new Float64Array(jointCount).fill(1 / jointCount);
  if (skin && hasSkin) weighJoints(skin, masses);
  const count = Math.min(MOST_POSES, poses.length);
  const positions = new Float64Array(count * jointCount * 3);
  const rotations = new Float64Array(count * jointCount * 4);
  for (let f = 0; f < count; f++) {
    const globals = poseJoints(skeleton, poses[Math.floor(((f + 0.5) * poses.length) / count)]);
    positions.set(globals.positions, f * jointCount * 3);
    rotations.set(globals.rotations, f * jointCount * 4);
  }
  return {
    skeleton,
    hasSkin,
    masses,
    surface: gatherSurface(skeleton, mesh, skin),
    size: extentOf(skeleton, masses),
    poseCount: count,
    positions,
    rotations,
  };
}

function weighJoints({ joints, weights }: Skin, masses: Float64Array): void {
  masses.fill(0);
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    if (!(weights[i] > 0) || joints[i] >= masses.length) continue;
    masses[joints[i]] += weights[i];
    total += weights[i];
  }
  for (let j = 0; j < masses.length; j++) masses[j] /= total;
}

function gatherSurface(skeleton: Skeleton, mesh: Mesh | undefined, skin: Skin | undefined): Float32Array[] {
  if (!mesh || !skin) return Array.from(skeleton.parents, () => new Float32Array(0));
  return dominantVertices(mesh.positions, skin, skeleton.parents.length).map((vertices) => {
    const count = Math.min(MOST_VERTICES, vertices.length);
    const points = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) {
      const v = vertices[Math.floor((i * vertices.length) / count)];
      points.set(mesh.positions.subarray(v * 3, v * 3 + 3), i * 3);
    }
    return points;
  });
}

/** Diagonal of the box around the joints that move vertices: a pole target far away must not shrink the body. */
function extentOf({ rest }: Skeleton, masses: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let j = 0; j < masses.length; j++) {
      if (masses[j] < LEAST_MASS) continue;
      low = Math.min(low, rest[j * 3 + k]);
      high = Math.max(high, rest[j * 3 + k]);
    }
    if (high > low) squared += (high - low) ** 2;
  }
  return Math.sqrt(squared);
}

/**
 * Mean distance over the poses between joint j and where it would be if it followed joint k rigidly, as a fraction of
 * the size; 0 where there are no poses.
 */
export function measureDrift(analysis: JointAnalysis, j: number, k: number): number {
  const { positions, rotations, poseCount, skeleton, size } = analysis;
  const { rest, parents } = skeleton;
  if (poseCount === 0 || !(size > 0)) return 0;
  const x = rest[j * 3] - rest[k * 3];
  const y = rest[j * 3 + 1] - rest[k * 3 + 1];
  const z = rest[j * 3 + 2] - rest[k * 3 + 2];
  let sum = 0;
  for (let f = 0; f < poseCount; f++) {
    const q = (f * parents.length + k) * 4;
    const a = (f * parents.length + j) * 3;
    const b = (f * parents.length + k) * 3;
    const [qx, qy, qz, qw] = [rotations[q], rotations[q + 1], rotations[q + 2], rotations[q + 3]];
    const tx = 2 * (qy * z - qz * y);
    const ty = 2 * (qz * x - qx * z);
    const tz = 2 * (qx * y - qy * x);
    sum += Math.hypot(
      positions[a] - positions[b] - (x + qw * tx + qy * tz - qz * ty),
      positions[a + 1] - positions[b + 1] - (y + qw * ty + qz * tx - qx * tz),
      positions[a + 2] - positions[b + 2] - (z + qw * tz + qx * ty - qy * tx),
    );
  }
  const drift = sum / poseCount / size;
  return Number.isFinite(drift) ? drift : Infinity;
}

/** Distance between two joints at rest, as a fraction of the size. */
export function restDistance({ skeleton: { rest }, size }: JointAnalysis, j: number, k: number): number {
  const distance = Math.hypot(
    rest[j * 3] - rest[k * 3],
    rest[j * 3 + 1] - rest[k * 3 + 1],
    rest[j * 3 + 2] - rest[k * 3 + 2],
  );
  return size > 0 ? distance / size : 0;
}

/** Distance from joint j to the surface of joint k, or to the joint where that is nearer; fraction of the size. */
export function jointToSurface(analysis: JointAnalysis, j: number, k: number): number {
  const nearest = nearestPoint(analysis.surface[k], analysis.skeleton.rest, j * 3);
  return analysis.size > 0 ? Math.min(restDistance(analysis, j, k), nearest / analysis.size) : 0;
}

/** Mean distance from points [N, 3] to the surface of joint k, fraction of the size; Infinity where it has none. */
export function surfaceGap({ surface, size }: JointAnalysis, points: Float32Array, k: number): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) sum += nearestPoint(surface[k], points, i);
  return (3 * sum) / (points.length * size);
}

/** Distance from the point at `offset` to the nearest of others. */
function nearestPoint(others: Float32Array, points: Float32Array, offset: number): number {
  let nearest = Infinity;
  for (let i = 0; i < others.length; i += 3) {
    const squared =
      (others[i] - points[offset]) ** 2 +
      (others[i + 1] - points[offset + 1]) ** 2 +
      (others[i + 2] - points[offset + 2]) ** 2;
    if (squared < nearest) nearest = squared;
  }
  return Math.sqrt(nearest);
}
