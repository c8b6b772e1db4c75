/** @file How far a change of rotations moves the joints of a body. */

import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { SolverRig } from '../records/solver-rig.js';

/** Mean distance of the joints from where they were, seen from the root, as a share of the diameter. */
export function meanMove(rig: SolverRig, from: Float64Array, to: Float64Array): number {
  if (rig.jointCount < 2) return 0;
  const globals = new Float64Array(rig.jointCount * 4);
  const [a, b] = [from, to].map((rotations) => {
    const positions = new Float64Array(rig.jointCount * 3);
    forwardKinematicsInto(positions, globals, rig, rotations);
    return positions;
  });
  let sum = 0;
  for (let i = 3; i < a.length; i += 3)
    sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  // The diameter is 2.
  return sum / (rig.jointCount - 1) / 2;
}
