/**
 * @file Handles as the solvers see them, in normalised units on the anatomical joints: target positions of points,
 * target rotations of joints, and joints that aim an axis at a target.
 */

/** A point attached to a joint. */
export interface HandlePoint {
  readonly joint: number;
  /** From the joint, in rest axes; zero for the joint itself. */
  readonly offset: readonly [number, number, number];
  /** Share of this joint in the point; those of a handle sum to 1. */
  readonly weight: number;
}

interface Held {
  /** Standard deviation of the target, in normalised units or radians; undefined: as exact as possible. */
  readonly softness?: number;
}

/** A surface point or joint with a target position. */
export interface PositionHandle extends Held {
  readonly kind: 'position';
  readonly points: readonly HandlePoint[];
  readonly target: readonly [number, number, number];
}

/** A joint with a rotation away from rest. */
export interface RotationHandle extends Held {
  readonly kind: 'rotation';
  readonly joint: number;
  /** Unit quaternion, global. */
  readonly rotation: readonly [number, number, number, number];
}

/** A joint that aims one of its axes at a target. */
export interface AimHandle extends Held {
  readonly kind: 'aim';
  readonly joint: number;
  /** Unit vector in rest axes. */
  readonly axis: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export type SolverHandle = PositionHandle | RotationHandle | AimHandle;

/** A handle that holds a joint at its position [J, 3]. */
export function holdJoint(joint: number, positions: Float64Array): PositionHandle {
  const [x, y, z] = positions.subarray(joint * 3, joint * 3 + 3);
  return { kind: 'position', points: [{ joint, offset: [0, 0, 0], weight: 1 }], target: [x, y, z] };
}
