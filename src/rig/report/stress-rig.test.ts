import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import type { Rig } from '../rig-records.js';
import { bentPose, stressRig } from './stress-rig.js';

const { rig } = sampleCreature('dog');

it('measures every joint but the root', () => {
  const stress = stressRig(rig);
  expect(stress.joints.length).toBe(rig.skeleton.names.length - 1);
  expect(stress.joints.every(({ stretch }, i, all) => i === 0 || stretch <= all[i - 1].stretch)).toBe(true);
  expect(stress.worstStretch).toBe(stress.joints[0].stretch);
  expect(stress.worstStretch).toBeGreaterThan(1.05);
  expect(stress.worstStretch).toBeLessThan(4);
  expect(stress.medianStretch).toBeLessThanOrEqual(stress.worstStretch);
});

it('finds a vertex that follows a joint far away', () => {
  const foot = rig.skeleton.names.indexOf('leftFrontFoot');
  expect(foot).toBeGreaterThan(0);
  const weights = rig.skin.weights.slice();
  const joints = rig.skin.joints.slice();
  const { influenceCount } = rig.skin;
  // The highest vertex follows a front foot now.
  let top = 0;
  for (let v = 0; v < rig.mesh.positions.length / 3; v++) {
    if (rig.mesh.positions[v * 3 + 1] > rig.mesh.positions[top * 3 + 1]) top = v;
  }
  weights.fill(0, top * influenceCount, (top + 1) * influenceCount);
  weights[top * influenceCount] = 1;
  joints[top * influenceCount] = foot;
  const leaky: Rig = { ...rig, skin: { ...rig.skin, weights, joints } };
  const before = stressRig(rig).joints.find(({ joint }) => joint === foot)!.stretch;
  const after = stressRig(leaky).joints.find(({ joint }) => joint === foot)!.stretch;
  expect(after).toBeGreaterThan(3 * before);
});

it('rotates one joint by the given angle', () => {
  const pose = bentPose(rig, 3, [0, Math.PI / 2, 0]);
  expect(Array.from(pose.rotations.slice(12, 16))).toEqual([
    0,
    expect.closeTo(Math.SQRT1_2, 6),
    0,
    expect.closeTo(Math.SQRT1_2, 6),
  ]);
  expect(Array.from(pose.rotations.slice(8, 12))).toEqual([0, 0, 0, 1]);
});

it('finds nothing to bend in a rig of one joint', () => {
  const single: Rig = {
    mesh: rig.mesh,
    skeleton: {
      names: ['root'],
      parents: Int16Array.of(-1),
      rest: new Float32Array(3),
      frames: Float32Array.of(0, 0, 0, 1),
    },
    skin: {
      joints: new Uint16Array(rig.mesh.positions.length / 3),
      weights: new Float32Array(rig.mesh.positions.length / 3).fill(1),
      influenceCount: 1,
    },
  };
  expect(stressRig(single)).toMatchObject({
    joints: [],
    worstStretch: 1,
    selfIntersection: 0,
    intersectionPoses: 0,
  });
});

it('stops when aborted', () => {
  const signal = AbortSignal.abort();
  expect(() => stressRig(rig, { signal })).toThrow(/stopped/);
});
