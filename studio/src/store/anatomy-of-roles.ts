/** @file For tests: the anatomy of a skeleton that is written by hand, facing +z, from the role of each joint. */

import { ANATOMY_ROLES, type Anatomy, type AnatomyRole, type Skeleton } from 'posespace/rig';

/** What a joint is: its role; with a side and the number of its limb where it is of one. */
export type RoleRow = AnatomyRole | readonly [AnatomyRole, side: -1 | 0 | 1, limb: number];

export function anatomyOfRoles(
  { parents }: Pick<Skeleton, 'parents'>,
  rows: readonly RoleRow[],
  known: Partial<Anatomy> = {},
): Anatomy {
  const full = rows.map((row) => (typeof row === 'string' ? ([row, 0, -1] as const) : row));
  return {
    role: Uint8Array.from(full, ([role]) => ANATOMY_ROLES.indexOf(role)),
    side: Int8Array.from(full, ([, side]) => side),
    limb: Int16Array.from(full, ([, , limb]) => limb),
    moves: parents,
    partner: new Int16Array(rows.length).fill(-1),
    up: [0, 1, 0],
    forward: [0, 0, 1],
    ground: 0,
    confidence: new Float32Array(rows.length).fill(1),
    from: 'network',
    ...known,
  };
}
