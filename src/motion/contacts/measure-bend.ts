/** @file How far a joint of a limb is bent about its hinge: knees shall not bend to the other side. */

import { rotateVectorInto } from '../../math/quaternion.js';
import type { JointGlobals } from '../../rig/kinematics/forward-kinematics.js';

/** The parts of a limb that its bend is measured by. */
export interface BentLimb {
  readonly end: number;
  readonly chain: readonly number[];
  readonly hinges: Float64Array;
  readonly sole?: readonly [number, number, number];
}

const scratch = new Float64Array(12);

/** The turn about the hinge of a chain's joint, from the bone before it to the one after; 0 is straight. Radians. */
export function measureBend(
  { end, chain, hinges, sole }: BentLimb,
  i: number,
  parents: Int16Array,
  { positions, rotations }: JointGlobals,
): number {
  const [joint, before] = [chain[i], chain[i - 1]];
  const next = i + 1 < chain.length ? chain[i + 1] : end;
  // At 0 the hinge, at 3 the way to the foot, at 6 the bone before, at 9 the bone after.
  const s = scratch;
  rotateVectorInto(s, 0, rotations, parents[joint] * 4, hinges, i * 3);
  if (sole && next === joint) rotateVectorInto(s, 9, rotations, end * 4, sole as unknown as number[], 0);
  for (let k = 0; k < 3; k++) {
    s[6 + k] = positions[joint * 3 + k] - positions[before * 3 + k];
    if (next !== joint) s[9 + k] = positions[next * 3 + k] - positions[joint * 3 + k];
    else if (!sole) s[9 + k] = 0;
  }
  // Across the hinge only: what the limb does sideways is no bend.
  const a = s[0] * s[6] + s[1] * s[7] + s[2] * s[8];
  const b = s[0] * s[9] + s[1] * s[10] + s[2] * s[11];
  for (let k = 0; k < 3; k++) {
    s[6 + k] -= a * s[k];
    s[9 + k] -= b * s[k];
  }
  const x = s[6] * s[9] + s[7] * s[10] + s[8] * s[11];
  const y =
    s[0] * (s[7] * s[11] - s[8] * s[10]) +
    s[1] * (s[8] * s[9] - s[6] * s[11]) +
    s[2] * (s[6] * s[10] - s[7] * s[9]);
  return Math.atan2(y, x);
}
