/**
 * @file How a rig deforms when bent: every joint by ±40° about each axis in turn, nothing else moved.
 *
 * Good skin weights stretch a little around the bent joint and nowhere else. A weight that leaks (a finger that moves a
 * thigh) tears an edge between a vertex that follows and one that stays, so the stretch of single edges finds it where
 * means would hide it. Edges shorter than a thousandth of the diagonal are left out: slivers stretch without being seen.
 *
 * Cost: joints × 6 skinned poses and a pass over the edges each; self-intersection costs 50 times a skinned pose, so it is
 * measured on the worst pose of some joints only, fewer for larger meshes.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { distanceBetween } from '../../math/vector.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import { weld } from '../../mesh/weld.js';
import { createRigSkinner } from '../kinematics/skin-mesh.js';
import { jointCount, type Pose, type Rig, restPose } from '../rig-records.js';

/** Options of `stressRig`. */
export interface StressRigOptions extends WorkOptions {
  /** How far each joint is bent, radians. */
  readonly angle?: number;
  /** Triangles tested for self-intersection over all poses, at most. */
  readonly triangleBudget?: number;
}

/** Defaults of `stressRig`. */
export const STRESS_RIG_DEFAULTS = Object.freeze({ angle: (40 * Math.PI) / 180, triangleBudget: 400_000 });

/** The result of bending one joint. */
export interface JointStress {
  readonly joint: number;
  /** The bend with the largest stretch, as a rotation vector in character axes, radians. */
  readonly bend: readonly [number, number, number];
  /** Longest edge in that pose over its length at rest. */
  readonly stretch: number;
}

/** How the skin behaves when every joint bends. */
export interface RigStress {
  /** Every joint but the root that moves a vertex, the worst first. */
  readonly joints: readonly JointStress[];
  /** Largest of all stretches; 1 where nothing bends. */
  readonly worstStretch: number;
  /** Median of the joints' stretches. */
  readonly medianStretch: number;
  /** Fraction of triangles with new self-intersections, mean over the tested poses, 0 to 1. */
  readonly selfIntersection: number;
  /** The joint whose bend causes most of them, and their fraction; −1 where there are none. */
  readonly worstIntersection: { readonly joint: number; readonly triangleFraction: number };
  /** Poses tested for self-intersection. */
  readonly intersectionPoses: number;
}

/** Least length of an edge that counts, as a fraction of the diagonal. */
const SHORT_EDGE = 1e-3;

/** Bends every joint and measures the deformation of the skin. */
export function stressRig(rig: Rig, options: StressRigOptions = {}): RigStress {
  const { angle, triangleBudget, signal, onProgress } = { ...STRESS_RIG_DEFAULTS, ...options };
  const skinner = createRigSkinner(rig);
  const edges = collectEdges(rig);
  const posed = new Float32Array(rig.mesh.positions.length);
  const joints: JointStress[] = [];
  const moving = movingJoints(rig);
  moving.forEach((joint, i) => {
    throwIfAborted(signal);
    onProgress?.({ stage: 'bending joints', fraction: (0.5 * i) / moving.length });
    let worst: JointStress = { joint, bend: [angle, 0, 0], stretch: 0 };
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [angle, -angle]) {
        const bend: [number, number, number] = [0, 0, 0];
        bend[axis] = side;
        const stretch = largestStretch(edges, skinner.pose(bentPose(rig, joint, bend), posed));
        if (stretch > worst.stretch) worst = { joint, bend, stretch };
      }
    }
    joints.push(worst);
  });
  joints.sort((a, b) => b.stretch - a.stretch || a.joint - b.joint);

  // A stride over the sorted joints tests bad and good ones alike.
  const poseCount = Math.min(
    joints.length,
    Math.max(4, Math.floor(triangleBudget / Math.max(1, rig.mesh.triangles.length / 3))),
  );
  const finder = createIntersectionFinder(rig.mesh);
  let total = 0;
  let worstIntersection = { joint: -1, triangleFraction: 0 };
  for (let i = 0; i < poseCount; i++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'looking for self-intersection', fraction: 0.5 + (0.5 * i) / poseCount });
    const { joint, bend } = joints[Math.floor((i * joints.length) / poseCount)];
    const { triangleFraction } = finder.find(skinner.pose(bentPose(rig, joint, bend), posed));
    total += triangleFraction;
    if (triangleFraction > worstIntersection.triangleFraction)
      worstIntersection = { joint, triangleFraction };
  }
  return {
    joints,
    worstStretch: joints[0]?.stretch ?? 1,
    medianStretch: joints[joints.length >> 1]?.stretch ?? 1,
    selfIntersection: poseCount > 0 ? total / poseCount : 0,
    worstIntersection,
    intersectionPoses: poseCount,
  };
}

/** The rest pose with one joint rotated by a rotation vector, radians. */
export function bentPose(rig: Rig, joint: number, bend: readonly [number, number, number]): Pose {
  const pose = restPose(rig.skeleton);
  const angle = Math.hypot(...bend);
  if (angle > 0) {
    const scale = Math.sin(angle / 2) / angle;
    for (let k = 0; k < 3; k++) pose.rotations[joint * 4 + k] = bend[k] * scale;
    pose.rotations[joint * 4 + 3] = Math.cos(angle / 2);
  }
  return pose;
}

/** Joints whose rotation deforms the mesh: not the root, and they or their descendants move vertices. */
function movingJoints({ skeleton, skin }: Rig): number[] {
  const count = jointCount(skeleton);
  const moves = new Uint8Array(count);
  for (let i = 0; i < skin.joints.length; i++) if (skin.weights[i] > 0) moves[skin.joints[i]] = 1;
  for (let j = count - 1; j > 0; j--) if (moves[j]) moves[skeleton.parents[j]] = 1;
  return Array.from({ length: count }, (_, j) => j).filter((j) => j > 0 && moves[j] === 1);
}

interface Edges {
  /** Vertex indices. [E, 2] */
  readonly ends: Uint32Array;
  /** Lengths at rest. [E] */
  readonly lengths: Float64Array;
}

/** Every edge once, over welded vertices; an edge is stored by its first unwelded vertices. */
function collectEdges({ mesh }: Rig): Edges {
  const { positions } = mesh;
  const { triangles } = weld(mesh).mesh;
  const least = SHORT_EDGE * boxDiagonal(computeBox(positions));
  const seen = new Set<number>();
  const ends: number[] = [];
  const lengths: number[] = [];
  const vertices = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const a = Math.min(mesh.triangles[i], mesh.triangles[next]);
    const b = Math.max(mesh.triangles[i], mesh.triangles[next]);
    const p = Math.min(triangles[i], triangles[next]);
    const q = Math.max(triangles[i], triangles[next]);
    const key = p * vertices + q;
    if (seen.has(key)) continue;
    seen.add(key);
    const length = distanceBetween(positions, a, b);
    if (!(length > least)) continue;
    ends.push(a, b);
    lengths.push(length);
  }
  return { ends: Uint32Array.from(ends), lengths: Float64Array.from(lengths) };
}

function largestStretch({ ends, lengths }: Edges, posed: Float32Array): number {
  let worst = 1;
  for (let e = 0; e < lengths.length; e++) {
    worst = Math.max(worst, distanceBetween(posed, ends[e * 2], ends[e * 2 + 1]) / lengths[e]);
  }
  return worst;
}
