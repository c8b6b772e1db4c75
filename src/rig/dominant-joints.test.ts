import { expect, it } from 'vitest';
import { dominantJoints, dominantVertices, triangleJoints } from './dominant-joints.js';
import type { Skin } from './rig-records.js';

const skin: Skin = {
  joints: Uint16Array.of(0, 1, 1, 0, 0, 1, 0, 9, 3, 2),
  weights: Float32Array.of(0.4, 0.6, 0.4, 0.6, 0, 0, 0.2, 0.8, 0.5, 0.5),
  influenceCount: 2,
};

it('finds the joint with the largest weight, the first of equals, none without a weight', () => {
  expect([...dominantJoints(skin)]).toEqual([1, 0, -1, 9, 3]);
});

it('leaves out vertices without a finite position and joints that do not exist', () => {
  const positions = [0, 0, 0, 1, Number.NaN, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1];
  expect(dominantVertices(positions, skin, 4)).toEqual([[], [0], [], [4]]);
});

it('finds the joint with the largest weight over the corners of a triangle, or the part that joints belong to', () => {
  const mesh = { positions: new Float32Array(15), triangles: Uint32Array.of(0, 1, 4, 2, 2, 2) };
  const legal = { ...skin, joints: skin.joints.map((j) => Math.min(j, 3)) };
  expect([...triangleJoints({ mesh, skin: legal })]).toEqual([1, 0]);
  expect([...triangleJoints({ mesh, skin: legal }, Int16Array.of(0, 2, 0, 0))]).toEqual([0, 0]);
});
