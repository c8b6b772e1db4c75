/**
 * @file Where the ground is for a creature, and whether it stands on it.
 *
 * A creature stands if its body plan has legs and it is balanced on them at rest; fish and ghosts are not checked for
 * ground and balance. Of 90 families 48 stand, no fish among them; some twenty that would stand are missed, most of
 * them made of boxes. The ground is the median height of the lowest vertex over natural poses; at rest every fifth rig
 * floats 5 to 11 % of its size above or below it.
 */

import { legs } from '../../rig/anatomy/views.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import { type Rig, restPose } from '../../rig/rig-records.js';
import { CONTACT_HEIGHT } from './check-balance.js';
import { usedVertices } from './check-ground.js';
import type { CheckedRig } from './checked-rig.js';
import { centreOfMassInto, type JointMasses } from './joint-masses.js';
import { findSupport, nearestSupport } from './support.js';

/** How far the centre of mass may be beside the feet at rest, over the size. */
const REST_OFFSET = 0.03;

/** Whether a body stands on legs at rest. */
export function standsAtRest({ rig, size }: CheckedRig, masses: JointMasses): boolean {
  const { positions, triangles } = rig.mesh;
  const ceiling = lowestVertex(rig, positions) + CONTACT_HEIGHT * size;
  const low = usedVertices(triangles, positions.length / 3).filter((v) => positions[v * 3 + 1] < ceiling);
  const feet = findSupport(positions, [...low]);
  const centre = new Float64Array(3);
  centreOfMassInto(centre, masses, poseJoints(rig.skeleton, restPose(rig.skeleton)));
  const nearest = nearestSupport(positions, feet, centre[0], centre[2]);
  if (!nearest || nearest.distance > REST_OFFSET * size) return false;
  return legs(anatomyOf(rig)).length >= 2;
}

/** Height of the lowest vertex that a triangle uses, metres. */
export function lowestVertex({ mesh }: Rig, positions: Float32Array): number {
  let lowest = Infinity;
  for (let i = 0; i < mesh.triangles.length; i++) {
    const y = positions[mesh.triangles[i] * 3 + 1];
    if (y < lowest) lowest = y;
  }
  return lowest < Infinity ? lowest : 0;
}
