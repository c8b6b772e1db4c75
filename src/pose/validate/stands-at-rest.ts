/**
 * @file Whether a creature stands on the ground: its body plan has legs and it is balanced on them at rest; fish and ghosts
 * are not checked for ground and balance. Of 90 families 48 stand, no fish among them; some twenty that would stand are
 * missed, most of them made of boxes.
 */

import { usedVertices } from '../../mesh/used-vertices.js';
import { legs } from '../../rig/anatomy/views.js';
import { findRestGround } from '../../rig/ground.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import { restPose } from '../../rig/rig-records.js';
import { CONTACT_HEIGHT } from './check-balance.js';
import type { CheckedRig } from './checked-rig.js';
import { centreOfMassInto, type JointMasses } from './joint-masses.js';
import { findSupport, nearestSupport } from './support.js';

/** How far the centre of mass may be beside the feet at rest, over the size. */
const REST_OFFSET = 0.03;

/** Whether a body stands on legs at rest. */
export function standsAtRest({ rig, size }: CheckedRig, masses: JointMasses): boolean {
  const { positions } = rig.mesh;
  const ceiling = findRestGround(rig) + CONTACT_HEIGHT * size;
  const low = usedVertices(rig.mesh).filter((v) => positions[v * 3 + 1] < ceiling);
  const feet = findSupport(positions, [...low]);
  const centre = new Float64Array(3);
  centreOfMassInto(centre, masses, poseJoints(rig.skeleton, restPose(rig.skeleton)));
  const nearest = nearestSupport(positions, feet, centre[0], centre[2]);
  if (!nearest || nearest.distance > REST_OFFSET * size) return false;
  return legs(anatomyOf(rig)).length >= 2;
}
