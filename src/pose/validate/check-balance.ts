/**
 * @file Whether the body would stand in a pose: its centre of mass over the support polygon. A body in the air is not
 * checked, and one in motion may lean: it would fall only if it stopped there.
 */

import { usedVertices } from '../../mesh/used-vertices.js';
import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import { centreOfMassInto, type JointMasses } from './joint-masses.js';
import { percent, poseFinding } from './pose-finding.js';
import { findSupport, nearestSupport } from './support.js';

/** How far a pose is out of balance. */
export interface BalanceMeasure {
  /** How far the centre of mass is outside of what the body stands on, seen from above, over the size; 0 inside. */
  readonly offset: number;
  /** Centre of mass, metres. [3] */
  readonly centre: Float64Array;
  /** Vertices that touch the ground; none: the body is in the air, and the offset means nothing. */
  readonly contacts: readonly number[];
  /** Those of them around the area that the body stands on. */
  readonly corners: readonly number[];
}

/** Vertices lower than this touch the ground, over the size. */
export const CONTACT_HEIGHT = 0.02;
/** Leaning out this far is tolerable, over the size. */
const LIMIT = 0.05;

/** Prepares a body; `masses` are those of its rig. */
export function createBalanceCheck(
  body: CheckedRig,
  masses: JointMasses,
  ground: number,
): SurfaceValidator<BalanceMeasure> {
  const { rig, size, sources } = body;
  const used = usedVertices(rig.mesh);
  return {
    measure({ positions, globals }) {
      const centre = new Float64Array(3);
      centreOfMassInto(centre, masses, globals);
      const ceiling = ground + CONTACT_HEIGHT * size;
      const contacts: number[] = [];
      for (let i = 0; i < used.length; i++) {
        if (positions[used[i] * 3 + 1] < ceiling) contacts.push(used[i]);
      }
      const corners = findSupport(positions, contacts);
      const nearest = nearestSupport(positions, corners, centre[0], centre[2]);
      return { offset: (nearest?.distance ?? 0) / size, centre, contacts, corners };
    },
    report({ offset, contacts }) {
      if (contacts.length === 0 || !(offset >= LIMIT)) return [];
      return [
        poseFinding(
          'out-of-balance',
          offset / LIMIT,
          `the centre of mass is ${percent(offset)} of the body's size beside what it stands on: it would fall if it stopped here`,
          'Move a foot under the body or the body over its feet.',
          [sources[0]],
          'vertex',
          contacts,
        ),
      ];
    },
  };
}
