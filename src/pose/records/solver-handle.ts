/**
 * @file Handles as the solvers see them, in normalised units on the anatomical joints: target positions of points,
 * target rotations of joints, and joints that aim an axis at a target.
 */

/** A point that a joint carries. */
export interface HandlePoint {
  readonly joint: number;
  /** From the joint, in rest axes; zero for the joint itself. */
  readonly offset: readonly [number, number, number];
  /** Share of this joint in the point; those of a handle sum to 1. */
  readonly weight: number;
}

interface Held {
  /** Standard deviation of what is asked, in normalised units or radians; undefined: as exactly as can be. */
  readonly softness?: number;
}

/** A point of the surface, or a joint, with a place. */
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

/** A joint, one axis of which points at a place. */
export interface AimHandle extends Held {
  readonly kind: 'aim';
  readonly joint: number;
  /** Unit vector in rest axes. */
  readonly axis: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export type SolverHandle = PositionHandle | RotationHandle | AimHandle;

/** A joint held where it is among places [J, 3]. */
export function holdJoint(joint: number, places: Float64Array): PositionHandle {
  const [x, y, z] = places.subarray(joint * 3, joint * 3 + 3);
  return { kind: 'position', points: [{ joint, offset: [0, 0, 0], weight: 1 }], target: [x, y, z] };
}
