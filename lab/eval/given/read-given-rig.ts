/** @file A maker's rig as the product reads it: what each joint is, and the plan of the whole. */

import { type AnatomyRole, isLegRole } from '../../../src/rig/anatomy/roles.js';
import { roleAt } from '../../../src/rig/anatomy/views.js';
import { type BodyDescription, describeBody } from '../../../src/rig/body-plan/describe-body.js';
import { labelJoints } from '../../../src/rig/label/label-joints.js';
import type { LabelModel } from '../../../src/rig/label/label-network.js';
import type { Role, RoleSide } from '../../../src/rig/learned/role-tokens.js';
import { readAnatomy } from '../../../src/rig/reading/read-anatomy.js';
import type { Anatomy, Rig } from '../../../src/rig/rig-records.js';

/** A joint as it was read. */
export interface ReadJoint {
  readonly role: Role | 'control';
  readonly side: RoleSide;
}

export interface GivenReading {
  readonly body: BodyDescription;
  /** [J] */
  readonly joints: readonly ReadJoint[];
}

/** Reads a rig. */
export async function readGivenRig(
  { mesh, skeleton, skin }: Rig,
  network?: LabelModel,
): Promise<GivenReading> {
  const labels = network && (await labelJoints({ mesh, skeleton, skin }, network));
  const { anatomy } = readAnatomy({ mesh, skeleton, skin }, { labels });
  const joints = Array.from(anatomy.side, (side, j): ReadJoint => {
    return { role: truthRole(anatomy, j), side: side > 0 ? 'left' : side < 0 ? 'right' : 'middle' };
  });
  return { body: describeBody(anatomy), joints };
}

/** Finer words of an anatomy as the truth says them. */
const COARSE: Readonly<Partial<Record<AnatomyRole, Role>>> = {
  antenna: 'horn',
  palp: 'horn',
  crest: 'face',
  spur: 'other',
  girdle: 'spine',
};

/** The role of a joint; toes are of the foot that they are on. */
function truthRole(anatomy: Anatomy, joint: number): Role | 'control' {
  const role = roleAt(anatomy, joint);
  if (role !== 'toe') return COARSE[role] ?? (role as Role | 'control');
  for (let up = anatomy.moves[joint], steps = 0; up >= 0 && steps < anatomy.moves.length; steps++) {
    if (isLegRole(roleAt(anatomy, up)))
      return roleAt(anatomy, up).replace(/(Upper|Lower)Leg$/, 'Foot') as Role;
    up = anatomy.moves[up];
  }
  return 'hindFoot';
}
