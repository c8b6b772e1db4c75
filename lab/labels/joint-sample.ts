/** @file The joints of a rig as the labelling network trains on them: places, tree, what they move, names, and what they are. */

import { measureJointShapes } from '../../src/rig/label/joint-moments.js';
import { CONTROL, readJointNames } from '../../src/rig/label/read-joint-names.js';
import { ROLE_SIDES, ROLES, type Role, type RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Rig } from '../../src/rig/rig-records.js';

/** A joint whose label is not known: the network is not asked about it. */
export const UNKNOWN = 255;

/** The joint that it moves with is not known. */
export const UNKNOWN_MOVES = -2;

/** What is known of a joint; undefined where nothing is. */
export interface JointLabel {
  readonly role: Role | 'control';
  readonly side: RoleSide;
  /** The joint it moves with, −1 for the root of the body. */
  readonly moves: number;
}

export interface JointSample {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly heldOut: boolean;
  /** The body faces +Z; longest side 1. [J, 3] */
  readonly joints: Float32Array;
  readonly parents: Int16Array;
  /** [J, 10] */
  readonly moments: Float32Array;
  /** Index into `ROLES`, `CONTROL` or `UNKNOWN`. [J] */
  readonly roles: Uint8Array;
  /** Index into `ROLE_SIDES`. [J] */
  readonly sides: Uint8Array;
  readonly moves: Int16Array;
  /** What the names say: role, side (1, −1, 0), row. [J, 3] */
  readonly names: Int16Array;
}

/** The sample of a rig that faces +Z. */
export function sampleJoints(
  { mesh, skeleton, skin }: Rig,
  labels: readonly (JointLabel | undefined)[],
  facts: Pick<JointSample, 'name' | 'family' | 'source' | 'heldOut'>,
): JointSample {
  const { joints, moments } = measureJointShapes(skeleton, mesh, skin);
  const read = readJointNames(skeleton);
  return {
    ...facts,
    joints,
    moments,
    parents: skeleton.parents,
    roles: Uint8Array.from(labels, (label) =>
      !label ? UNKNOWN : label.role === 'control' ? CONTROL : ROLES.indexOf(label.role),
    ),
    sides: Uint8Array.from(labels, (label) => (label ? ROLE_SIDES.indexOf(label.side) : 0)),
    moves: Int16Array.from(labels, (label) => label?.moves ?? -1),
    names: Int16Array.from(labels.flatMap((_, j) => [read.role[j], read.side[j], read.row[j]])),
  };
}
