import { describe, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { randomPose, randomRig } from '../../../test/support/random-rig.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { restPose } from '../rig-records.js';
import { poseJoints } from './forward-kinematics.js';
import { createRigSkinner, skinMesh } from './skin-mesh.js';

describe('skinning a rig', () => {
  it.each([1, 2, 4, 7])('is the sum of its formula at %i influences', (influenceCount) => {
    const rig = randomRig(100, 9, influenceCount, influenceCount);
    const pose = randomPose(rig.skeleton, 5);
    const { positions, rotations } = poseJoints(rig.skeleton, pose);
    const expected = new Float64Array(300);
    const part = [0, 0, 0];
    for (let v = 0; v < 100; v++)
      for (let k = 0; k < influenceCount; k++) {
        const joint = rig.skin.joints[v * influenceCount + k];
        for (let c = 0; c < 3; c++)
          part[c] = rig.mesh.positions[v * 3 + c] - rig.skeleton.rest[joint * 3 + c];
        rotateVectorInto(part, 0, rotations, joint * 4, part, 0);
        for (let c = 0; c < 3; c++)
          expected[v * 3 + c] +=
            rig.skin.weights[v * influenceCount + k] * (part[c] + positions[joint * 3 + c]);
      }
    expectClose(skinMesh(rig, pose), expected, 1e-5);
  });

  it('returns the mesh at rest, and moves it with the root', () => {
    const rig = randomRig(50, 6, 4, 1);
    const rest = restPose(rig.skeleton);
    expectClose(skinMesh(rig, rest), rig.mesh.positions, 1e-6);
    const moved = skinMesh(rig, { ...rest, root: Float32Array.of(1, -2, 3) });
    const expected = rig.mesh.positions.map((x, i) => x + [1, -2, 3][i % 3]);
    expectClose(moved, expected, 1e-6);
  });

  it('poses one loaded rig again and again, into the same array where given', () => {
    const rig = randomRig(50, 6, 4, 2);
    const skinner = createRigSkinner(rig);
    const out = new Float32Array(150);
    for (const seed of [1, 2, 3]) {
      const pose = randomPose(rig.skeleton, seed);
      expect(skinner.pose(pose, out)).toBe(out);
      expect([...out]).toEqual([...skinMesh(rig, pose)]);
    }
  });
});
