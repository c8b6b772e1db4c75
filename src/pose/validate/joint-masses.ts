/**
 * @file Distribution of a body's mass over its joints: cells of equal mass move as the nearest skin. Skinning is linear, so
 * the centre of mass of a pose needs one mass and one moment per joint.
 */

import { rotateVectorInto } from '../../math/quaternion.js';
import { findVolumeCells } from '../../mesh/volume-cells.js';
import type { JointGlobals } from '../../rig/kinematics/forward-kinematics.js';
import type { Rig } from '../../rig/rig-records.js';

export interface JointMasses {
  /** Share of the mass that follows each joint; they sum to 1. [J] */
  readonly masses: Float64Array;
  /** Mass times where it lies from the joint, metres. [J, 3] */
  readonly moments: Float64Array;
}

/** Weighs the joints of a rig. */
export function measureJointMasses({ mesh, skeleton, skin }: Rig): JointMasses {
  const masses = new Float64Array(skeleton.parents.length);
  const moments = new Float64Array(masses.length * 3);
  const { joints, weights, influenceCount } = skin;
  let total = 0;
  const add = (v: number, x: number, y: number, z: number) => {
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
      const j = joints[k];
      masses[j] += weights[k];
      moments[j * 3] += weights[k] * (x - skeleton.rest[j * 3]);
      moments[j * 3 + 1] += weights[k] * (y - skeleton.rest[j * 3 + 1]);
      moments[j * 3 + 2] += weights[k] * (z - skeleton.rest[j * 3 + 2]);
      total += weights[k];
    }
  };
  const { points, vertices } = findVolumeCells(mesh);
  for (const [i, v] of vertices.entries()) add(v, points[i * 3], points[i * 3 + 1], points[i * 3 + 2]);
  const share = total > 0 ? 1 / total : 0;
  return { masses: masses.map((m) => m * share), moments: moments.map((m) => m * share) };
}

/** out = the centre of mass of a pose: Σ m_j g_j + Q_j moment_j. [3] */
export function centreOfMassInto(
  out: Float64Array,
  { masses, moments }: JointMasses,
  globals: JointGlobals,
): void {
  out.fill(0);
  for (let j = 0; j < masses.length; j++) {
    if (masses[j] === 0) continue;
    rotateVectorInto(rotated, 0, globals.rotations, j * 4, moments, j * 3);
    for (let k = 0; k < 3; k++) out[k] += masses[j] * globals.positions[j * 3 + k] + rotated[k];
  }
}

const rotated = new Float64Array(3);
