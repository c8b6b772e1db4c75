/**
 * @file A labelled body with at most so many joints: the deepest fingers go first, then the face, the ends of wings, and
 * whatever ends a chain. The surface of a dropped joint follows its parent.
 */

import { ROLES, type Role } from '../../src/rig/learned/role-tokens.js';
import type { LabelledBody } from './labelled-body.js';

/** What goes first. */
const FIRST: readonly Role[] = ['finger', 'face', 'other', 'wing', 'ear', 'horn', 'tentacle', 'tail'];

/** Drops ends of chains until at most `most` joints are left. */
export function limitJoints(body: LabelledBody, most: number): LabelledBody {
  const { skeleton, skin, roles, sides } = body;
  if (!skeleton || !skin || skeleton.parents.length <= most) return body;
  const { parents } = skeleton;
  const depths = new Int32Array(parents.length);
  for (let j = 1; j < parents.length; j++) depths[j] = depths[parents[j]] + 1;
  const kept = new Set(parents.keys());
  const rank = (j: number) => {
    const first = FIRST.indexOf(roles[j]);
    return (first < 0 ? ROLES.length : first) * parents.length - depths[j];
  };
  while (kept.size > most) {
    const inner = new Set([...kept].map((j) => parents[j]));
    const ends = [...kept].filter((j) => !inner.has(j) && j > 0);
    kept.delete(ends.reduce((best, j) => (rank(j) < rank(best) ? j : best)));
  }
  const order = [...kept].sort((a, b) => a - b);
  const numbers = new Int16Array(parents.length);
  for (const j of parents.keys()) numbers[j] = kept.has(j) ? order.indexOf(j) : numbers[parents[j]];
  const pick = (values: Float32Array, width: number) =>
    Float32Array.from(order.flatMap((j) => [...values.subarray(j * width, (j + 1) * width)]));
  return {
    ...body,
    skeleton: {
      names: order.map((j) => skeleton.names[j]),
      parents: Int16Array.from(order, (j) => (j === 0 ? -1 : numbers[parents[j]])),
      rest: pick(skeleton.rest, 3),
      frames: pick(skeleton.frames, 4),
    },
    skin: { ...skin, joints: skin.joints.map((j) => numbers[j]) },
    roles: order.map((j) => roles[j]),
    sides: order.map((j) => sides[j]),
  };
}
