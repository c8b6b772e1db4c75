/**
 * @file The records of a rig: Skeleton, Skin, Rig and Pose. Plain, readonly, structured-cloneable.
 *
 * A pose is rest-relative and axis-free: per joint the rotation away from rest, in character axes, relative
 * to the parent. It does not depend on how a tool oriented its bone axes, and the identity is the rest pose:
 *
 *     Q_j = Q_parent(j) · q_j
 *     g_root = rest_root + root,   g_j = g_parent + Q_parent · (rest_j − rest_parent + offset_j)
 */

import type { Vec3 } from '../math/vector.js';
import type { Mesh } from '../mesh/mesh.js';

/** Joints: names, parents, rest positions. */
export interface Skeleton {
  readonly names: readonly string[];
  /** A parent comes before its children; −1 marks the only root, joint 0. [J] */
  readonly parents: Int16Array;
  /** Rest positions in character space, metres. [J, 3] */
  readonly rest: Float32Array;
  /** Rest orientations. Poses do not depend on them; files round-trip with them, and skin weights use bone directions. [J, 4] xyzw */
  readonly frames: Float32Array;
}

/** Skin weights: a few joints per vertex. */
export interface Skin {
  /** Joint indices per vertex; those of weight 0 are ignored. [V, K] */
  readonly joints: Uint16Array;
  /** Weights per vertex, rows sum to 1. [V, K] */
  readonly weights: Float32Array;
  /** K, the number of slots per vertex. */
  readonly influenceCount: number;
}

/**
 * What each joint of a skeleton is: one row per joint of the file; nothing is renumbered, nothing dropped. It is found
 * once (`readAnatomy`), kept in the file and corrected by the user (`editAnatomy`); nobody downstream guesses.
 */
export interface Anatomy {
  /** Number in `ANATOMY_ROLES`. [J] */
  readonly role: Uint8Array;
  /** 0 middle, 1 left, −1 right. [J] */
  readonly side: Int8Array;
  /** Number of its limb, −1 for the trunk. Legs, arms, wings, then smaller chains; left before right, front before back. [J] */
  readonly limb: Int16Array;
  /** The joint it moves with: its anatomical parent, or what a control follows; −1 for the root and what stands still. [J] */
  readonly moves: Int16Array;
  /** Across the mirror plane; itself on it; −1 for none. [J] */
  readonly partner: Int16Array;
  /** Unit, in character space. */
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Height of the lowest point of the body at rest, along `up`. */
  readonly ground: number;
  /** How sure each joint is what it is said to be, 0 to 1; 1 where a person said so. [J] */
  readonly confidence: Float32Array;
  /** Who said so. */
  readonly from: 'user' | 'file' | 'network';
}

/** A mesh with a skeleton and skin weights, and what its joints are, where that was read. */
export interface Rig {
  readonly mesh: Mesh;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly anatomy?: Anatomy;
}

/** A rig whose mesh or skin may be missing. */
export interface PartialRig {
  readonly skeleton: Skeleton;
  readonly mesh?: Mesh;
  readonly skin?: Skin;
  readonly anatomy?: Anatomy;
}

/** A pose: per joint the rotation away from rest, in character axes, relative to the parent. */
export interface Pose {
  /** Rotation of each joint away from rest, relative to its parent, unit quaternions. [J, 4] xyzw */
  readonly rotations: Float32Array;
  /** Displacement of the root from its rest position, metres. [3] */
  readonly root: Float32Array;
  /**
   * Displacement of each joint from its position by forward kinematics alone, in the parent's rest axes, metres.
   * Only in poses read from files that animate translations; absent means zero. [J, 3]
   */
  readonly offsets?: Float32Array;
}

/** Number of joints. */
export const jointCount = (skeleton: Skeleton): number => skeleton.parents.length;

/** The rest pose: identity everywhere. */
export function restPose(skeleton: Skeleton): Pose {
  const rotations = new Float32Array(jointCount(skeleton) * 4);
  for (let i = 3; i < rotations.length; i += 4) rotations[i] = 1;
  return { rotations, root: new Float32Array(3) };
}

/** Length of the longest path between two leaves of the rest skeleton, metres. */
export function skeletonDiameter(skeleton: Skeleton): number {
  const { parents, rest } = skeleton;
  const longest = new Float64Array(parents.length); // from each joint down to its deepest leaf
  let diameter = 0;
  for (let j = parents.length - 1; j > 0; j--) {
    const p = parents[j];
    const length = Math.hypot(
      rest[j * 3] - rest[p * 3],
      rest[j * 3 + 1] - rest[p * 3 + 1],
      rest[j * 3 + 2] - rest[p * 3 + 2],
    );
    const reach = longest[j] + length;
    diameter = Math.max(diameter, longest[p] + reach);
    longest[p] = Math.max(longest[p], reach);
  }
  return diameter;
}
