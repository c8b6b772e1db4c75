/** @file Everything that damped least squares needs, allocated once. */

import { requireInput } from '../../base/errors.js';
import { isAncestor } from '../../rig/joint-tree.js';
import type { SolverRig } from '../records/solver-rig.js';

/** Joints and where they shall be. */
export interface JointTargets {
  readonly joints: ArrayLike<number>;
  /** Places in the axes of the skeleton, from its root, normalised units. [H, 3] */
  readonly targets: ArrayLike<number>;
}

export interface LeastSquaresWorkspace {
  readonly rig: SolverRig;
  readonly handleCount: number;
  readonly joints: Int32Array;
  readonly targets: Float64Array;
  /** The deepest joint that moves both of two handles, −1 where none does. [H, H] */
  readonly movers: Int32Array;
  readonly weights: Float64Array;
  readonly rotations: Float64Array;
  readonly globals: Float64Array;
  readonly positions: Float64Array;
  readonly residual: Float64Array;
  /** Turns of the joints in world axes. [J, 3] */
  readonly rotationVectors: Float64Array;
  /** Sums over a joint and its ancestors of w, w g, and w g gᵀ (xx, yy, zz, xy, xz, yz). [J, 10] */
  readonly paths: Float64Array;
  /** Sums over a joint's subtree of the force and its moment; or over its ancestors of rotations. [J, 6] */
  readonly sums: Float64Array;
  readonly system: Float64Array;
  readonly multipliers: Float64Array;
}

export function createLeastSquaresWorkspace(
  rig: SolverRig,
  handles: JointTargets,
  settings: {
    readonly weights?: ArrayLike<number>;
    readonly distalPower: number;
    readonly start?: ArrayLike<number>;
  },
): LeastSquaresWorkspace {
  const { jointCount } = rig;
  requireInput(
    handles.targets.length === handles.joints.length * 3,
    `pose/solveLeastSquares: ${handles.joints.length} joints and ${handles.targets.length} coordinates; give three per joint`,
  );
  // A handle on the root has no effect: the root stays where it is.
  const kept: number[] = [];
  for (let h = 0; h < handles.joints.length; h++) {
    const joint = handles.joints[h];
    const place = [0, 1, 2].map((k) => handles.targets[h * 3 + k]);
    requireInput(
      Number.isInteger(joint) && joint >= 0 && joint < jointCount && place.every(Number.isFinite),
      `pose/solveLeastSquares: handle ${h} puts joint ${joint} at ${place}; the rig has joints 0 to ${jointCount - 1}`,
    );
    if (joint > 0) kept.push(h);
  }
  const joints = Int32Array.from(kept, (h) => handles.joints[h]);
  const size = joints.length * 3;
  const rotations = new Float64Array(jointCount * 4);
  if (settings.start) rotations.set(settings.start);
  else for (let j = 0; j < jointCount; j++) rotations[j * 4 + 3] = 1;
  return {
    rig,
    handleCount: joints.length,
    joints,
    targets: Float64Array.from(kept.flatMap((h) => [0, 1, 2].map((k) => handles.targets[h * 3 + k]))),
    movers: findMovers(rig.parents, joints),
    weights: settings.weights
      ? Float64Array.from(settings.weights)
      : rig.sizes.map((joints) => joints ** -settings.distalPower),
    rotations,
    globals: new Float64Array(jointCount * 4),
    positions: new Float64Array(jointCount * 3),
    residual: new Float64Array(size),
    rotationVectors: new Float64Array(jointCount * 3),
    paths: new Float64Array(jointCount * 10),
    sums: new Float64Array(jointCount * 6),
    system: new Float64Array(size * size),
    multipliers: new Float64Array(size),
  };
}

function findMovers(parents: Int16Array, joints: Int32Array): Int32Array {
  const count = joints.length;
  const movers = new Int32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      let j = parents[Math.min(joints[a], joints[b])];
      const other = Math.max(joints[a], joints[b]);
      while (j >= 0 && !isAncestor(parents, j, other)) j = parents[j];
      movers[a * count + b] = movers[b * count + a] = j;
    }
  }
  return movers;
}
