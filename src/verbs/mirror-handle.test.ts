import { expect, it } from 'vitest';
import { roleNumber } from '../rig/anatomy/roles.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type Anatomy, restPose, type Skeleton } from '../rig/rig-records.js';
import { createHandleMirror } from './mirror-handle.js';

/** A body with two arms; its mirror plane lies at x = 1. */
const skeleton: Skeleton = {
  names: ['hips', 'left', 'right'],
  parents: Int16Array.of(-1, 0, 0),
  rest: Float32Array.of(1, 0, 0, 2, 1, 0, 0, 1, 0),
  frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};
const anatomy: Anatomy = {
  role: Uint8Array.of(roleNumber('hips'), roleNumber('hand'), roleNumber('hand')),
  side: Int8Array.of(0, 1, -1),
  limb: Int16Array.of(-1, 0, 1),
  moves: skeleton.parents,
  partner: Int16Array.of(0, 2, 1),
  up: [0, 1, 0],
  forward: [0, 0, 1],
  ground: 0,
  confidence: Float32Array.of(1, 1, 1),
  from: 'user',
};
const mesh = {
  positions: Float32Array.of(2, 1, 0.1, 0, 1, 0.1, 1, 0, 0),
  triangles: Uint32Array.of(0, 1, 2),
};
const rest = restPose(skeleton);
const mirror = createHandleMirror({ skeleton, mesh }, anatomy, 0, poseJoints(skeleton, rest))!;

it('reflects positions, joints and vertices across the mirror plane', () => {
  expect(mirror.reflect({ joint: 1, position: [2.5, 1, 3] })).toEqual({ joint: 2, position: [-0.5, 1, 3] });
  expect(mirror.reflect({ vertex: 0, position: [3, 0, 0] })).toEqual({ vertex: 1, position: [-1, 0, 0] });
  expect(mirror.reflect({ joint: 0, position: [1, 1, 1] })).toBeUndefined();
  expect(mirror.reflect({ vertex: 2, position: [1, 1, 1] })).toBeUndefined();
  expect(mirror.centre([4, 2, 3])).toEqual([1, 2, 3]);
  expect([mirror.partner(1), mirror.partner(0)]).toEqual([[2], []]);
});

it('reflects relative to a root that is turned', () => {
  // A quarter turn about +Y: the body's left, +X, points to −Z.
  const rotations = rest.rotations.slice();
  rotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  const globals = poseJoints(skeleton, { rotations, root: new Float32Array(3) });
  const turned = createHandleMirror({ skeleton }, anatomy, 0, globals)!;
  const { position } = turned.reflect({ joint: 1, position: [1, 0.5, -0.7] })!;
  for (const [k, value] of [1, 0.5, 0.7].entries()) expect(position![k]).toBeCloseTo(value, 6);
});

it('reflects rotations: kept about the axis across, reversed about the others', () => {
  const reflected = (...rotation: [number, number, number, number]) =>
    mirror.reflect({ joint: 1, rotation })!.rotation!.map((value) => value + 0);
  expect(reflected(0.6, 0, 0, 0.8)).toEqual([0.6, 0, 0, 0.8]);
  expect(reflected(0, 0.6, 0, 0.8)).toEqual([0, -0.6, 0, 0.8]);
});

it('is none for a body without sides', () => {
  const globals = poseJoints(skeleton, rest);
  const bare = { ...anatomy, partner: Int16Array.of(0, 1, 2) };
  expect(createHandleMirror({ skeleton }, bare, 0, globals)).toBeUndefined();
});
