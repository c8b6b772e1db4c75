/** @file A maker's rig as the product reads it: what each joint is, and the plan of the whole. */

import { dot, vectorAt } from '../../../src/math/vector.js';
import { type BodyDescription, describeBody } from '../../../src/rig/body-plan/describe-body.js';
import { findBodyPlan } from '../../../src/rig/body-plan/find-body-plan.js';
import type { Rig } from '../../../src/rig/rig-records.js';
import { type ReadJoint, rolesOfPlan } from './roles-of-plan.js';

export interface GivenReading {
  readonly body: BodyDescription;
  /** [J] */
  readonly joints: readonly ReadJoint[];
}

/** Reads a rig. */
export function readGivenRig({ mesh, skeleton, skin }: Rig): GivenReading {
  const found = findBodyPlan(mesh, skeleton, { skin });
  const middle = dot(found.axes.origin, found.left);
  const across = Array.from(skeleton.parents, (_, j) => dot(vectorAt(skeleton.rest, j), found.left) - middle);
  return { body: describeBody(found), joints: rolesOfPlan(found.plan, found.kind, across) };
}
