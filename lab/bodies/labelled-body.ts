/** @file A mesh whose body is known: what the skeleton network learns from, and what the body reader is measured on. */

import type { Mesh } from '../../src/mesh/mesh.js';
import type { LimbCounts, Role, RoleSide, Whole } from '../../src/rig/learned/role-tokens.js';
import type { Skeleton, Skin } from '../../src/rig/rig-records.js';

/** A labelled mesh: up is +Y, a body faces +Z, left is +X. */
export interface LabelledBody {
  readonly name: string;
  /** Bodies of one family are never split between training and held-out data. */
  readonly family: string;
  /** A word for what it is: `horse`, `crab`, `teapot`. */
  readonly kind: string;
  /** Who made it: a pack of the data folder, `sample-creatures`, `generator`, `things`. */
  readonly source: string;
  readonly whole: Whole;
  /** Absent where it cannot be told. */
  readonly counts?: LimbCounts;
  readonly mesh: Mesh;
  /** Only joints that move something, in one tree; absent where `whole` is `nothing`. */
  readonly skeleton?: Skeleton;
  readonly skin?: Skin;
  /** What each joint is. [J] */
  readonly roles: readonly Role[];
  readonly sides: readonly RoleSide[];
  /** Motions of the joints in poses of its clips, 3 × 4 by rows. [F, J, 12] */
  readonly poses?: Float32Array;
}
