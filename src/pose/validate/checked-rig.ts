/**
 * @file A rig prepared for surface checks: what does not change from pose to pose. Surfaces are checked on the rig's
 * own skeleton, as they are drawn; parts are distinguished by the anatomical joints, so that a foot parented to the
 * ground in the file still belongs to the leg.
 */

import { requireInput } from '../../base/errors.js';
import { sum } from '../../math/statistics.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import { triangleArea } from '../../mesh/triangle-normal.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { triangleJoints } from '../../rig/dominant-joints.js';
import type { PosedRig } from '../../rig/kinematics/skin-mesh.js';
import type { Rig } from '../../rig/rig-records.js';
import type { PoseFinding } from './pose-finding.js';

export interface CheckedRig {
  readonly rig: Rig;
  /** The anatomical joint that each joint of the rig is or follows. [J] */
  readonly parts: Int16Array;
  /** The joint of the rig that each anatomical joint is. [A] */
  readonly sources: Int16Array;
  /** The anatomical tree. [A] */
  readonly parents: Int16Array;
  /** Diagonal of the box around the rest mesh, metres: what lengths are compared with. */
  readonly size: number;
  /** Area of each triangle at rest, 0 where it has none. [T] */
  readonly areas: Float64Array;
  /** All of them, above 0. */
  readonly area: number;
  /** The anatomical joint that moves each triangle most. [T] */
  readonly owners: Int16Array;
  /** Radius of the limb around each anatomical joint, metres; 0 where it is not known. [A] */
  readonly radius: ArrayLike<number>;
}

/** One check of posed surfaces: entries of `VALIDATORS` create it for a rig. */
export interface SurfaceValidator<Measure> {
  /** Natural poses that show what is normal. Samples may be as wrong as the pose in question. Absent: nothing to learn. */
  readonly learnsFrom?: 'examples' | 'samples and examples';
  measure(posed: PosedRig): Measure;
  /** Takes the measure of a natural pose as normal. */
  observe?(measure: Measure): void;
  report(measure: Measure): PoseFinding[];
}

/** Prepares a rig with its anatomy; one without a surface cannot be checked on it. */
export function createCheckedRig(
  rig: Rig,
  anatomy: Pick<AnatomicalRig, 'carriers' | 'sources' | 'rig'>,
  radius: ArrayLike<number> = new Float64Array(anatomy.rig.skeleton.parents.length),
): CheckedRig {
  const { mesh } = rig;
  const triangleCount = Math.floor(mesh.triangles.length / 3);
  const areas = Float64Array.from({ length: triangleCount }, (_, t) => triangleArea(mesh, t) || 0);
  const area = sum(areas);
  const size = boxDiagonal(computeBox(mesh.positions));
  requireInput(
    area > 0 && size > 0,
    `pose/check: the mesh has no surface, got ${triangleCount} triangles; check the joints alone or give a mesh`,
  );
  const parts = anatomy.carriers.map((part) => Math.max(0, part));
  return {
    rig,
    parts,
    sources: anatomy.sources,
    parents: anatomy.rig.skeleton.parents,
    size,
    areas,
    area,
    owners: triangleJoints(rig, parts),
    radius,
  };
}
