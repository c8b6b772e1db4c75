/**
 * @file A labelled body with at most so many joints: what is no part of a body goes first, then the face, the deepest
 * fingers, the ends of wings, and whatever ends a chain. The surface of a dropped joint follows its parent.
 */

import { ROLES, type Role } from '../../src/rig/learned/role-tokens.js';
import type { LabelledBody } from './labelled-body.js';

/** What goes first. */
const FIRST: readonly Role[] = ['other', 'face', 'finger', 'wing', 'ear', 'horn', 'tentacle', 'tail'];

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
    ...(body.poses && { poses: pickPoses(body.poses, parents.length, order) }),
  };
}

/** Motions of some joints. */
function pickPoses(poses: Float32Array, count: number, order: readonly number[]): Float32Array {
  const frames = poses.length / (count * 12);
  const out = new Float32Array(frames * order.length * 12);
  for (let f = 0; f < frames; f++) {
    for (const [n, j] of order.entries())
      out.set(poses.subarray((f * count + j) * 12, (f * count + j + 1) * 12), (f * order.length + n) * 12);
  }
  return out;
}
