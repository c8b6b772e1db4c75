/**
 * @file The last step of finding joints: half of the way to where the network has a joint, if that is near, and inside the
 * body. Geometry places joints nearer to artists' than the network does, and the middle of both is nearer still: CD-J2J
 * .0348 to .0338 on 55 held-out rigs.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';
import { pullInside, type SnapTarget } from './snap-to-bones.js';

export interface SettleJointsOptions {
  /** Where the network has joints. [K, 3] */
  readonly estimate?: Float32Array;
  /** Bones inside the body, to which joints outside are moved. */
  readonly bones: SnapTarget;
  /** Longest side of the body, metres. */
  readonly size: number;
  /** Joints that stay. */
  readonly fixed: ReadonlySet<number>;
}

/** A joint of the network farther than this, over the longest side, is another joint. */
const REACH = 0.05;
const SHARE = 0.5;

/** The rest positions. [J, 3] */
export function settleJoints(
  mesh: Mesh,
  { rest }: Skeleton,
  { estimate = new Float32Array(), bones, size, fixed }: SettleJointsOptions,
): Float32Array {
  const moved = Float64Array.from(rest);
  for (let j = 0; j < rest.length; j += 3) {
    let least = REACH * size;
    let nearest = -1;
    for (let k = 0; k < estimate.length; k += 3) {
      const away = Math.hypot(
        estimate[k] - rest[j],
        estimate[k + 1] - rest[j + 1],
        estimate[k + 2] - rest[j + 2],
      );
      if (away < least) [nearest, least] = [k, away];
    }
    if (nearest < 0) continue;
    for (let c = 0; c < 3; c++) moved[j + c] += SHARE * (estimate[nearest + c] - rest[j + c]);
  }
  const winding = createWindingNumber(mesh);
  const inside = pullInside(moved, bones, (x, y, z) => winding(x, y, z) >= 0.5);
  return Float32Array.from(inside, (value, i) => (fixed.has(Math.floor(i / 3)) ? rest[i] : value));
}
