/**
 * @file The body plan of a body that was joined from loose parts: the last part of a limb is seen as a bone with a joint
 * at its end, and left and right are where parts have twins, which boxes show better than their surface.
 */

import { vectorAt } from '../../math/vector.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { mapPlan } from '../body-plan/map-plan.js';
import { dominantVertices } from '../dominant-joints.js';
import type { PartialRig, Rig } from '../rig-records.js';
import { addTips } from './add-tips.js';
import { findPartMirror } from './parent-loose-parts.js';

/** Share of the parts that have a twin where left and right are certain. */
const TWINS = 0.3;

/** Reads a body of parts. */
export function readParts(rig: PartialRig): FoundBodyPlan {
  const { mesh, skeleton, skin } = addTips(rig).body as Rig;
  const { axis, middle, pairs } = findPartMirror(
    partBoxes(rig as Rig),
    boxDiagonal(computeBox(mesh.positions)),
  );
  const normal: [number, number, number] = axis === 0 ? [1, 0, 0] : [0, 0, 1];
  const symmetry = { normal, offset: middle, error: 0, symmetric: true };
  const read = findBodyPlan(mesh, skeleton, { skin, ...(pairs > TWINS && { symmetry, keepSymmetry: true }) });
  const count = rig.skeleton.parents.length;
  const own = (j: number) => (j < count ? j : -1);
  const { neck, head } = read.plan;
  // A head that is only the end of its part is that part.
  const ends = head >= count && neck.includes(skeleton.parents[head]);
  const plan = ends
    ? { ...read.plan, head: skeleton.parents[head], neck: neck.filter((j) => j !== skeleton.parents[head]) }
    : read.plan;
  return { ...read, plan: mapPlan(plan, own), partner: read.partner.slice(0, count).map(own) };
}

/** Boxes around the vertices that each joint moves most, of joints that have any. */
function partBoxes({ mesh, skin, skeleton }: Rig) {
  const parts = dominantVertices(mesh.positions, skin, skeleton.parents.length);
  return parts
    .filter((vertices) => vertices.length > 0)
    .map((vertices) => computeBox(Float32Array.from(vertices.flatMap((v) => vectorAt(mesh.positions, v)))));
}
