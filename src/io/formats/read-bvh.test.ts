import { AnimationMixer, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { describe, expect, it } from 'vitest';
import { accessorValues, encodeText, memoryContext, WALK_BVH } from '../../../test/samples/formats.js';
import { createRng } from '../../base/rng.js';
import { normalizeQuaternion } from '../../math/quaternion.js';
import type { Clip } from '../../motion/clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, type Skeleton } from '../../rig/rig-records.js';
import { readModel } from '../read.js';
import { readBvh } from './read-bvh.js';
import { writeBvh } from './write-bvh.js';

const read = (text: string) => {
  const context = memoryContext('walk.bvh');
  return { context, ...readBvh(encodeText(text), context) };
};

describe('readBvh', () => {
  it('makes nodes, end sites included', () => {
    const { json } = read(WALK_BVH);
    expect(json.nodes).toEqual([
      { name: 'Hips', translation: [0, 1, 0], children: [1] },
      { name: 'Spine', translation: [0, 0.5, 0], children: [2] },
      { name: 'Spine_end', translation: [0, 0.25, 0] },
    ]);
    expect(json.animations![0]).toMatchObject({ name: 'walk' });
  });

  it('moves like three', async () => {
    const { skeleton, clip } = new BVHLoader().parse(WALK_BVH);
    const model = await readModel('walk.bvh', encodeText(WALK_BVH));
    const mixer = new AnimationMixer(skeleton.bones[0]);
    mixer.clipAction(clip).play();
    expect(model.clips[0].times).toHaveLength(3);
    for (const [f, time] of model.clips[0].times.entries()) {
      mixer.setTime(Math.min(time, 0.1 - 1e-9));
      skeleton.bones[0].updateMatrixWorld(true);
      const { positions } = poseJoints(model.skeleton!, model.clips[0].poses[f]);
      for (const [b, bone] of skeleton.bones.entries()) {
        const truth = new Vector3().setFromMatrixPosition(bone.matrixWorld).toArray();
        for (let k = 0; k < 3; k++) expect(positions[b * 3 + k]).toBeCloseTo(truth[k], 5);
      }
    }
  });

  it('takes repeated offsets of other joints for what they are', () => {
    const text = WALK_BVH.replace('CHANNELS 3 Yrotation', 'CHANNELS 4 Yposition Yrotation').replace(
      /Time: 0.05\n[\s\S]*$/,
      'Time: 0.05\n0 0 0 0 0 0 0.5 0 0 0\n0 0 0 0 0 0 0.6 0 0 0\n0 0 0 0 0 0 0.5 0 0 0\n',
    );
    const source = read(text);
    const { channels, samplers } = source.json.animations![0];
    const spine = channels.find(({ target }) => target.node === 1 && target.path === 'translation')!;
    const values = accessorValues(source, samplers[spine.sampler].output);
    expect(values.map((v) => +v.toFixed(5))).toEqual([0, 0.5, 0, 0, 0.6, 0, 0, 0.5, 0]);
  });

  it('says what is wrong', () => {
    const bad = (from: string | RegExp, to: string) => () => read(WALK_BVH.replace(from, to));
    expect(bad('Frames: 3', 'Frames: 1000000')).toThrow(/1000000 frames of 9 channels do not fit/);
    expect(bad('1 0 0 0 90 0 -30 10 5', '1.00000000000000 0 0')).toThrow(/ends after 21 of 27 values/);
    expect(bad('Frames: 3', 'Frames: x')).toThrow(/no number of frames/);
    expect(bad('CHANNELS 6', 'CHANNELS 7')).toThrow(/0 to 6 channels, got 7/);
    expect(bad('Yrotation\n', 'Wrotation\n')).toThrow(/"Wrotation"/);
    expect(bad('MOTION', '')).toThrow(/"Frames:" is no statement/);
    expect(bad('}\nMOTION', 'MOTION')).toThrow(/not closed/);
    expect(bad('OFFSET 0 1 0', 'OFFSET 0 x 0')).toThrow(/three finite numbers/);
    expect(bad('0.5 0 0 90', '0.5 nan 0 90')).toThrow(/line 20/);
    expect(() => read(`HIERARCHY\nROOT a\n${'{\nJOINT b\n'.repeat(40_000)}`)).toThrow(
      /more than 30000 joints/,
    );
  });

  it('plays at 30 frames per second where the file gives no usable time', () => {
    const source = read(WALK_BVH.replace('Frame Time: 0.05', 'Frame Time: 0'));
    expect(source.context.findings[0].code).toBe('frame-time');
    const times = accessorValues(source, source.json.animations![0].samplers[0].input);
    expect(times[2]).toBeCloseTo(2 / 30, 6);
  });
});

describe('writeBvh', () => {
  const skeleton: Skeleton = {
    names: ['Hips', 'Left Leg', 'Spine', 'Left Leg'],
    parents: Int16Array.of(-1, 0, 0, 2),
    rest: Float32Array.of(0, 1, 0, 0.2, 0.9, 0, 0, 1.4, 0.1, 0, 1.8, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  };
  const rng = createRng(7);
  const poses = Array.from({ length: 20 }, (_, f): Pose => {
    const rotations = restPose(skeleton).rotations;
    for (let j = 0; j < 4; j++) {
      for (let k = 0; k < 4; k++) rotations[j * 4 + k] = rng.normal();
      normalizeQuaternion(rotations, j * 4);
    }
    // A quarter turn about X, where the angles are not unique.
    if (f === 3) rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 8);
    const offsets = new Float32Array(12);
    offsets[10] = 0.05 * f;
    // Another joint passes through its parent, so that its offset says little.
    offsets[3] = -0.04 * f;
    offsets[4] = 0.1 * (f % 3);
    return { rotations, root: Float32Array.of(f * 0.1, 0, -f), offsets };
  });
  const clip: Clip = { name: 'noise', times: Float32Array.from(poses, (_, f) => f / 24), poses };

  it('puts every joint where it was', async () => {
    const model = await readModel('noise.bvh', writeBvh(skeleton, clip));
    const names = model.skeleton!.names;
    expect(names.filter((name) => !name.endsWith('_end'))).toEqual([
      'Hips',
      'Left_Leg',
      'Spine',
      'Left_Leg_2',
    ]);
    const back = ['Hips', 'Left_Leg', 'Spine', 'Left_Leg_2'].map((name) => names.indexOf(name));
    expect(model.clips[0].times[19]).toBeCloseTo(19 / 24, 5);
    for (let f = 0; f < 20; f++) {
      const expected = poseJoints(skeleton, poses[f]);
      const got = poseJoints(model.skeleton!, model.clips[0].poses[f]);
      for (let j = 0; j < 4; j++) {
        for (let k = 0; k < 3; k++) {
          expect(got.positions[back[j] * 3 + k]).toBeCloseTo(expected.positions[j * 3 + k], 4);
        }
      }
    }
  });

  it('refuses what has nothing in it', () => {
    expect(() => writeBvh(skeleton, { name: 'none', times: new Float32Array(0), poses: [] })).toThrow(
      /no frames/,
    );
  });
});
