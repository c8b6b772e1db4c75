/**
 * @file Self-collision depth with a gradient: spheres fitted to the skin (`fit-collision-spheres.ts`) keep a distance;
 * half the squared shortfall is the energy.
 *
 * Two spheres keep the sum of their radii, or nine tenths of their rest distance if that is less. Spheres that are
 * near each other along the body, as on both sides of an elbow, are ignored: skin folds there, and only triangles tell
 * (`triangle-contacts.ts`). Pairs of joints are culled by bounding spheres.
 */

import { distanceBetween } from '../../math/vector.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { SolverRig } from '../records/solver-rig.js';
import { type CollisionSpheres, SPHERE_INFLUENCES } from './fit-collision-spheres.js';
import { addPointForce, createJointForces, forcesToGradientInto } from './joint-forces.js';

/** Spheres may come to this share of the distance they have at rest. */
const REST_SHARE = 0.9;
/** Spheres nearer along the body than so many times the sum of their radii fold instead of colliding. */
const FOLDING = 1.6;

export interface SelfCollision {
  readonly spheres: CollisionSpheres;
  /** Sphere centres in the last pose. [S, 3] */
  readonly posedCenters: Float64Array;
  /** Poses the spheres from positions [J, 3] and global rotations [J, 4] of the joints. */
  pose(positions: Float64Array, globals: Float64Array): void;
  /**
   * Half the sum of the squared depths of local rotations [J, 4], and its gradient by left rotations where there is room
   * for it. [J, 3]
   */
  measure(rotations: ArrayLike<number>, gradient?: Float64Array): number;
  /** Visits pairs that are nearer than they should be, or will be within `margin`, in the pose at hand. */
  visit(margin: number, visitPair: (a: number, b: number, depth: number) => void): void;
}

/** Prepares the spheres of a body for many poses of it. */
export function createSelfCollision(rig: SolverRig, spheres: CollisionSpheres): SelfCollision {
  const groups = groupSpheres(rig, spheres);
  const posedCenters = new Float64Array(spheres.count * 3);
  const positions = new Float64Array(rig.jointCount * 3);
  const globals = new Float64Array(rig.jointCount * 4);
  const forces = createJointForces(rig.jointCount);
  const visit: SelfCollision['visit'] = (margin, visitPair) =>
    visitNear(groups, spheres, posedCenters, margin, visitPair);
  return {
    spheres,
    posedCenters,
    visit,
    pose: (at, rotated) => placeSpheres(posedCenters, rig, spheres, at, rotated),
    measure(rotations, gradient) {
      forwardKinematicsInto(positions, globals, rig, rotations as Float64Array);
      placeSpheres(posedCenters, rig, spheres, positions, globals);
      let energy = 0;
      visit(0, (a, b, depth) => {
        energy += 0.5 * depth * depth;
        if (!gradient) return;
        addSphereForce(forces, rig, spheres, positions, globals, posedCenters, a, b, -depth);
        addSphereForce(forces, rig, spheres, positions, globals, posedCenters, b, a, -depth);
      });
      if (gradient) forcesToGradientInto(gradient, 0, rig, positions, globals, forces);
      return energy;
    },
  };
}

/** Pairs of joints whose spheres can collide, and the distance that each pair of spheres keeps. */
interface SphereGroups {
  /** First sphere of each joint, and behind the last. [J + 1] */
  readonly starts: Int32Array;
  /** Joints of each pair, the lower first. [P, 2] */
  readonly pairs: Int32Array;
  /** First entry of each pair in `distances`. [P] */
  readonly offsets: Int32Array;
  /** Distance that each pair of spheres keeps, 0 for pairs that fold: rows of the lower joint. */
  readonly distances: Float64Array;
}

function groupSpheres(rig: SolverRig, spheres: CollisionSpheres): SphereGroups {
  const { jointCount } = rig;
  const starts = new Int32Array(jointCount + 1);
  for (const owner of spheres.owners) starts[owner + 1]++;
  for (let j = 0; j < jointCount; j++) starts[j + 1] += starts[j];
  const pairs: number[] = [];
  const offsets: number[] = [];
  const distances: number[] = [];
  const lengths = pathLengths(rig);
  for (let i = 0; i < jointCount; i++) {
    if (starts[i] === starts[i + 1]) continue;
    const wayTo = createWays(rig, lengths, i);
    for (let j = i + 1; j < jointCount; j++) {
      if (starts[j] === starts[j + 1]) continue;
      const first = distances.length;
      let some = false;
      const way = wayTo(j);
      for (let a = starts[i]; a < starts[i + 1]; a++) {
        for (let b = starts[j]; b < starts[j + 1]; b++) {
          const kept = keptDistance(spheres, rig.rest, way, a, b);
          some ||= kept > 0;
          distances.push(kept);
        }
      }
      if (some) {
        pairs.push(i, j);
        offsets.push(first);
      } else distances.length = first;
    }
  }
  return {
    starts,
    pairs: Int32Array.from(pairs),
    offsets: Int32Array.from(offsets),
    distances: Float64Array.from(distances),
  };
}

/** Where the path along the body leaves one joint and reaches another, and its length between. */
interface Way {
  readonly from: number;
  readonly to: number;
  readonly between: number;
}

/** Ways from one joint to all others, in time linear in their number. */
function createWays(
  { parents, jointCount }: SolverRig,
  lengths: Float64Array,
  i: number,
): (j: number) => Way {
  const above = new Uint8Array(jointCount);
  for (let a = i; a >= 0; a = parents[a]) above[a] = 1;
  // A parent comes before its children: the deepest common ancestor, and the child of i on the path down.
  const shared = new Int32Array(jointCount);
  const below = new Int32Array(jointCount).fill(-1);
  for (let j = 0; j < jointCount; j++) {
    shared[j] = above[j] ? j : shared[parents[j]];
    if (j > i) below[j] = parents[j] === i ? j : below[parents[j]];
  }
  return (j) =>
    below[j] >= 0
      ? // The surface of an ancestor ends where the next joint on the path begins.
        { from: below[j], to: j, between: lengths[j] - lengths[below[j]] }
      : { from: i, to: j, between: lengths[i] + lengths[j] - 2 * lengths[shared[j]] };
}

/** Length of the path from the root to each joint. */
function pathLengths({ parents, bones, jointCount }: SolverRig): Float64Array {
  const lengths = new Float64Array(jointCount);
  for (let j = 1; j < jointCount; j++) {
    lengths[j] = lengths[parents[j]] + Math.hypot(bones[j * 3], bones[j * 3 + 1], bones[j * 3 + 2]);
  }
  return lengths;
}

/** How near two spheres may come; 0 where they fold. */
function keptDistance(
  { centers, radii }: CollisionSpheres,
  rest: Float64Array,
  way: Way,
  a: number,
  b: number,
): number {
  const sum = radii[a] + radii[b];
  const along =
    distanceBetween(centers, a, way.from, rest) + way.between + distanceBetween(centers, b, way.to, rest);
  return along < FOLDING * sum ? 0 : Math.min(sum, REST_SHARE * distanceBetween(centers, a, b));
}

/** Poses the spheres. */
function placeSpheres(
  posedCenters: Float64Array,
  rig: SolverRig,
  { count, centers, joints, weights }: CollisionSpheres,
  positions: Float64Array,
  globals: Float64Array,
): void {
  posedCenters.fill(0);
  for (let s = 0; s < count; s++) {
    for (let k = s * SPHERE_INFLUENCES; k < (s + 1) * SPHERE_INFLUENCES; k++) {
      if (weights[k] === 0) continue;
      skinPointInto(carried, rig, positions, globals, joints[k], centers, s * 3);
      posedCenters[s * 3] += weights[k] * carried[0];
      posedCenters[s * 3 + 1] += weights[k] * carried[1];
      posedCenters[s * 3 + 2] += weights[k] * carried[2];
    }
  }
}

const carried = new Float64Array(3);

/** out = Q_j (p − rest_j) + g_j, a point of the rest body moved by a joint. */
export function skinPointInto(
  out: Float64Array,
  { rest }: SolverRig,
  positions: Float64Array,
  globals: Float64Array,
  joint: number,
  points: ArrayLike<number>,
  i: number,
): void {
  const j = joint * 3;
  const q = joint * 4;
  const x = points[i] - rest[j];
  const y = points[i + 1] - rest[j + 1];
  const z = points[i + 2] - rest[j + 2];
  const qx = globals[q];
  const qy = globals[q + 1];
  const qz = globals[q + 2];
  const qw = globals[q + 3];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = positions[j] + x + qw * tx + qy * tz - qz * ty;
  out[1] = positions[j + 1] + y + qw * ty + qz * tx - qx * tz;
  out[2] = positions[j + 2] + z + qw * tz + qx * ty - qy * tx;
}

/** Adds a force on sphere a away from sphere b, shared by the joints it is skinned to. */
export function addSphereForce(
  forces: ReturnType<typeof createJointForces>,
  rig: SolverRig,
  { centers, joints, weights }: CollisionSpheres,
  positions: Float64Array,
  globals: Float64Array,
  posedCenters: Float64Array,
  a: number,
  b: number,
  force: number,
): void {
  let x = posedCenters[a * 3] - posedCenters[b * 3];
  let y = posedCenters[a * 3 + 1] - posedCenters[b * 3 + 1];
  let z = posedCenters[a * 3 + 2] - posedCenters[b * 3 + 2];
  const scale = force / (Math.sqrt(x * x + y * y + z * z) || 1);
  x *= scale;
  y *= scale;
  z *= scale;
  for (let k = a * SPHERE_INFLUENCES; k < (a + 1) * SPHERE_INFLUENCES; k++) {
    const w = weights[k];
    if (w === 0) continue;
    skinPointInto(carried, rig, positions, globals, joints[k], centers, a * 3);
    addPointForce(forces, joints[k], carried[0], carried[1], carried[2], w * x, w * y, w * z);
  }
}

/** Visits pairs of spheres that lack distance, or have less than `margin` to spare. */
function visitNear(
  { starts, pairs, offsets, distances }: SphereGroups,
  { radii }: CollisionSpheres,
  posedCenters: Float64Array,
  margin: number,
  visitPair: (a: number, b: number, depth: number) => void,
): void {
  const bounds = boundGroups(starts, radii, posedCenters);
  for (let p = 0; p < offsets.length; p++) {
    const i = pairs[p * 2];
    const j = pairs[p * 2 + 1];
    const dx = bounds[i * 4] - bounds[j * 4];
    const dy = bounds[i * 4 + 1] - bounds[j * 4 + 1];
    const dz = bounds[i * 4 + 2] - bounds[j * 4 + 2];
    const reach = bounds[i * 4 + 3] + bounds[j * 4 + 3] + margin;
    if (dx * dx + dy * dy + dz * dz >= reach * reach) continue;
    let at = offsets[p];
    for (let a = starts[i]; a < starts[i + 1]; a++) {
      for (let b = starts[j]; b < starts[j + 1]; b++, at++) {
        const kept = distances[at];
        if (kept === 0) continue;
        const x = posedCenters[a * 3] - posedCenters[b * 3];
        const y = posedCenters[a * 3 + 1] - posedCenters[b * 3 + 1];
        const z = posedCenters[a * 3 + 2] - posedCenters[b * 3 + 2];
        const squared = x * x + y * y + z * z;
        if (squared < (kept + margin) * (kept + margin)) visitPair(a, b, kept - Math.sqrt(squared));
      }
    }
  }
}

/** A sphere around the spheres of each joint: middle and radius. [J, 4] */
function boundGroups(starts: Int32Array, radii: Float64Array, posedCenters: Float64Array): Float64Array {
  const jointCount = starts.length - 1;
  const bounds = new Float64Array(jointCount * 4);
  for (let j = 0; j < jointCount; j++) {
    const count = starts[j + 1] - starts[j];
    if (count === 0) continue;
    const o = j * 4;
    for (let s = starts[j]; s < starts[j + 1]; s++) {
      for (let k = 0; k < 3; k++) bounds[o + k] += posedCenters[s * 3 + k] / count;
    }
    for (let s = starts[j]; s < starts[j + 1]; s++) {
      const x = posedCenters[s * 3] - bounds[o];
      const y = posedCenters[s * 3 + 1] - bounds[o + 1];
      const z = posedCenters[s * 3 + 2] - bounds[o + 2];
      bounds[o + 3] = Math.max(bounds[o + 3], Math.sqrt(x * x + y * y + z * z) + radii[s]);
    }
  }
  return bounds;
}
