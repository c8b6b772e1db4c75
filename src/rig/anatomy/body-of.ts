/** @file The body plan and axes of a rig whose anatomy is known: what names, presets and fitting work on. */

import { cross, dot, type Vec3, vectorAt } from '../../math/vector.js';
import { findBodyAxes } from '../body-plan/body-axes.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import type { Anatomy, PartialRig } from '../rig-records.js';
import { confidenceOf, kindOf, planOf } from './views.js';

/** The body of a rig; the mirror plane goes through the joints that lie on it. */
export function bodyOf({ skeleton, mesh }: PartialRig, anatomy: Anatomy): FoundBodyPlan {
  const { up, forward, partner } = anatomy;
  const left = cross(up, forward);
  const middle = Array.from(partner.keys()).filter((j) => partner[j] === j);
  const offsets = (middle.length > 0 ? middle : [0]).map((j) =>
    dot(vectorAt(skeleton.rest, j) as Vec3, left),
  );
  const offset = offsets.reduce((sum, x) => sum + x, 0) / offsets.length;
  const points = mesh && mesh.positions.length > 0 ? mesh.positions : skeleton.rest;
  return {
    plan: planOf(anatomy),
    kind: kindOf(anatomy),
    up,
    forward,
    left,
    partner,
    confidence: confidenceOf(anatomy),
    axes: findBodyAxes(points, { normal: left, offset, error: 0, symmetric: true }, up),
    findings: [],
  };
}
