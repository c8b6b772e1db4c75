import { expect, it } from 'vitest';
import { randomPose, randomRig } from '../../../test/support/random-rig.js';
import type { Mesh } from '../../mesh/mesh.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { createRigSkinner } from '../kinematics/skin-mesh.js';
import { restPose } from '../rig-records.js';
import { measureFrameRigs, spreadFrames } from './measure-frame-rigs.js';

const rig = randomRig(120, 6, 1, 4);
const poses = [restPose(rig.skeleton), randomPose(rig.skeleton, 1), randomPose(rig.skeleton, 2)];
const skinner = createRigSkinner(rig);
const sequence = {
  name: 'random',
  triangles: rig.mesh.triangles,
  frames: poses.map((pose) => skinner.pose(pose).slice()),
  times: Float32Array.of(0, 1, 2),
};
/** The true rig in the pose of a frame. */
const trueRig = ({ positions }: Mesh) => {
  const pose = poses[sequence.frames.indexOf(positions as Float32Array<ArrayBuffer>)];
  return {
    skeleton: { ...rig.skeleton, rest: Float32Array.from(poseJoints(rig.skeleton, pose).positions) },
    skin: rig.skin,
  };
};

it('the true rig of every frame does not vary, and follows the frames', async () => {
  const measured = (await measureFrameRigs(sequence, trueRig))!;
  expect(measured).toMatchObject({ frames: 3, jointCounts: [6, 6, 6], gsd: 0, samePlan: 1 });
  expect(measured.pjdd).toBeLessThan(0.1);
  expect(measured.temporalErrorPerPoint).toBeLessThan(1e-3);
  expect(measured.lbsRmse).toBeLessThan(1e-3);
});

it('a joint that comes and goes shows in every figure', async () => {
  let calls = 0;
  const measured = (await measureFrameRigs(sequence, (mesh) => {
    const { skeleton, skin } = trueRig(mesh);
    if (calls++ % 2 === 0) return { skeleton, skin };
    const last = skeleton.parents.length - 1;
    const cut = {
      ...skeleton,
      names: skeleton.names.slice(0, last),
      parents: skeleton.parents.slice(0, last),
      rest: skeleton.rest.slice(0, last * 3),
    };
    return {
      skeleton: cut,
      skin: { ...skin, joints: skin.joints.map((j) => (j === last ? skeleton.parents[last] : j)) },
    };
  }))!;
  expect(measured.jointCounts).toContain(5);
  expect(measured.samePlan).toBeLessThan(1);
  for (const key of ['pjdd', 'gsd', 'temporalError'] as const) expect(measured[key]).toBeGreaterThan(0.01);
});

it('needs two frames', async () => {
  expect(await measureFrameRigs({ ...sequence, frames: [sequence.frames[0]] }, trueRig)).toBeUndefined();
});

it('spreads frames with the anchor in place of the nearest', () => {
  expect(spreadFrames(11, 3, 4)).toEqual([0, 4, 10]);
  expect(spreadFrames(2, 6, 1)).toEqual([0, 1]);
});
