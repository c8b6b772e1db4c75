/** @file What the labelling network says of the joints of a rig. */

import type { Vec3 } from '../../math/vector.js';

/** What is known of each joint of a rig. */
export interface JointLabels {
  /** Index into `ROLES`, or `CONTROL`. [J] */
  readonly role: Uint8Array;
  /** 0 middle, 1 left, −1 right. [J] */
  readonly side: Int8Array;
  /** The joint of the body that it moves with, −1 for the root of the body. [J] */
  readonly moves: Int16Array;
  /** Across the mirror plane; itself on it; −1 for none. [J] */
  readonly partner: Int16Array;
  /** How likely its role and side are, 0 to 1. [J] */
  readonly confidence: Float32Array;
  /** How likely the facing is, 0 to 1. */
  readonly facing: number;
  /** Unit, level. */
  readonly forward: Vec3;
}
