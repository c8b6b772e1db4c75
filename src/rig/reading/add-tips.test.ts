import { expect, it } from 'vitest';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { skinMesh } from '../kinematics/skin-mesh.js';
import { restPose } from '../rig-records.js';
import { addTips } from './add-tips.js';

/** A torso with a leg that is one box and a stub that ends where its joint is. */
function body() {
  const boxes = [
    [-0.5, 1, -1, 0.5, 1.5, 1],
    [-0.1, 0, -0.1, 0.1, 1, 0.1],
    [0.49, 1.19, -0.01, 0.51, 1.21, 0.01],
  ];
  const corners = boxes.flatMap((box) =>
    Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => box[i & (1 << k) ? 3 + k : k])),
  );
  return {
    skeleton: {
      names: ['torso', 'leg', 'stub'],
      parents: Int16Array.of(-1, 0, 0),
      rest: Float32Array.of(0, 1.2, 0, 0, 1, 0, 0.5, 1.2, 0),
      frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    },
    mesh: { positions: Float32Array.from(corners.flat()), triangles: new Uint32Array(0) },
    skin: {
      joints: Uint16Array.from(corners, (_, v) => v >> 3),
      weights: new Float32Array(corners.length).fill(1),
      influenceCount: 1,
    },
  };
}

it('gives a limb an end in the middle of its far face, and none to what does not reach anywhere', () => {
  const { body: tipped } = addTips(body());
  expect(tipped.skeleton.names).toEqual(['torso', 'leg', 'stub', 'leg tip']);
  expect([...tipped.skeleton.parents]).toEqual([-1, 0, 0, 1]);
  [0, 0, 0].forEach((x, k) => {
    expect(tipped.skeleton.rest[9 + k]).toBeCloseTo(x, 6);
  });
  expect(tipped.skin!.joints.filter((joint) => joint === 3)).toHaveLength(4);
});

it('poses look the same with tips as without, and the tips show them', () => {
  const rig = body();
  const { body: tipped, carry } = addTips(rig);
  const pose = restPose(rig.skeleton);
  pose.rotations.set([Math.sin(0.4), 0, 0, Math.cos(0.4)], 4);
  const carried = carry(pose);
  const before = skinMesh(rig, pose);
  skinMesh({ ...rig, ...tipped }, carried).forEach((x, i) => {
    expect(x).toBeCloseTo(before[i], 5);
  });
  expect(poseJoints(tipped.skeleton, carried).positions[3 * 3 + 2]).toBeCloseTo(-Math.sin(0.8), 5);
});
