/** @file What a distractor or a graft must know of a body: how large it is, which surface each joint moves, how far that reaches. */

import { distance, dot, subtract, type Vec3, vectorAt } from '../../src/math/vector.js';
import { dominantJoints } from '../../src/rig/dominant-joints.js';
import { childrenOf } from '../../src/rig/joint-tree.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { Skeleton, Skin } from '../../src/rig/rig-records.js';
import type { LabelledBody } from './labelled-body.js';
import { boundsOf } from './things/reshape.js';

/** A labelled body that has joints. */
export type RiggedBody = LabelledBody & { readonly skeleton: Skeleton; readonly skin: Skin };

/** Measures of a rigged body. */
export interface BodyMeasures {
  readonly body: RiggedBody;
  /** Longest side of its box, metres. */
  readonly size: number;
  /** Least and greatest corner. [6] */
  readonly box: readonly number[];
  /** The joint that moves each vertex most. [V] */
  readonly dominant: Int16Array;
  /** The vertices that each joint moves most. [J] */
  readonly vertices: readonly (readonly number[])[];
  readonly children: readonly (readonly number[])[];
  /** The hips, or else the root. */
  readonly hips: number;
  /** The chest, or else the last joint of the trunk. */
  readonly chest: number;
  /** Whether the trunk rises more than it runs. */
  readonly upright: boolean;
}

/** Measures a body; undefined without joints. */
export function measureBody(body: LabelledBody): BodyMeasures | undefined {
  if (!isRigged(body)) return undefined;
  const { mesh, skeleton, skin, roles } = body;
  const box = boundsOf(mesh);
  const dominant = dominantJoints(skin);
  const vertices: number[][] = roles.map(() => []);
  for (const [v, joint] of dominant.entries()) vertices[joint]?.push(v);
  const children = childrenOf(skeleton.parents);
  const hips = Math.max(0, roles.indexOf('hips'));
  const chest = Math.max(hips, roles.lastIndexOf('spine'), roles.lastIndexOf('chest'));
  const [x, y, z] = subtract(vectorAt(skeleton.rest, chest), vectorAt(skeleton.rest, hips));
  return {
    body,
    size: Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]),
    box,
    dominant,
    vertices,
    children,
    hips,
    chest,
    upright: y > Math.hypot(x, z),
  };
}

function isRigged(body: LabelledBody): body is RiggedBody {
  return body.skeleton !== undefined && body.skin !== undefined;
}

/** Rest position of a joint. */
export const jointAt = ({ body }: BodyMeasures, joint: number): Vec3 => vectorAt(body.skeleton.rest, joint);

/** The first joint of a role, on a side if one is given. */
export function findJoint({ body }: BodyMeasures, role: Role, side?: string): number | undefined {
  const found = body.roles.findIndex(
    (one, j) => one === role && (side === undefined || body.sides[j] === side),
  );
  return found < 0 ? undefined : found;
}

/** All joints of some roles. */
export const jointsOf = ({ body }: BodyMeasures, ...roles: Role[]): number[] =>
  [...body.roles.keys()].filter((j) => roles.includes(body.roles[j]));

/** How far the surface of some joints reaches from a point along a unit direction; all but the last twentieth of it. */
export function reachAlong(
  measures: BodyMeasures,
  joints: readonly number[],
  from: Vec3,
  along: Vec3,
): number {
  const { positions } = measures.body.mesh;
  const reaches = joints.flatMap((j) =>
    measures.vertices[j].map((v) => dot(subtract(vectorAt(positions, v), from), along)),
  );
  if (reaches.length === 0) return 0.05 * measures.size;
  reaches.sort((a, b) => a - b);
  return Math.max(0.005 * measures.size, reaches[Math.floor(0.95 * (reaches.length - 1))]);
}

/** Median distance of a joint's surface to the joint: how thick the body is there. */
export function girthOf(measures: BodyMeasures, joint: number): number {
  const at = jointAt(measures, joint);
  const { positions } = measures.body.mesh;
  const distances = measures.vertices[joint]
    .map((v) => distance(vectorAt(positions, v), at))
    .sort((a, b) => a - b);
  return distances.length > 0 ? distances[distances.length >> 1] : 0.05 * measures.size;
}
