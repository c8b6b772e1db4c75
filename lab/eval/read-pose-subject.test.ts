import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../src/io/model.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { readPoseSubject } from './read-pose-subject.js';

let fish: Model;
beforeAll(() => {
  fish = sampleCreature('fish').model;
});

const subjectOf = (model: Model, lender?: Model) => {
  const subject = readPoseSubject({ file: 'a' }, model, lender);
  if (typeof subject === 'string') throw new Error(subject);
  return subject;
};

describe('bodies to measure poses on', () => {
  it('have their clips on the anatomical tree', () => {
    const { skeleton, rig, clips, residual } = subjectOf(fish);
    expect(rig?.skeleton).toBe(skeleton);
    expect(clips.map(({ name }) => name)).toEqual(fish.clips.map(({ name }) => name));
    expect(residual!).toBeLessThan(0.1);
    for (const { poses } of clips) expect(poses[0].rotations).toHaveLength(skeleton.parents.length * 4);
  });

  it('may borrow clips', () => {
    const borrowed = subjectOf({ ...fish, clips: [] }, fish);
    expect(borrowed.clips).toHaveLength(fish.clips.length);
    expect(borrowed.clips[0].poses[3].rotations).toEqual(subjectOf(fish).clips[0].poses[3].rotations);
  });

  it('stand on the ground without a surface, too', () => {
    const { skin, ...bare } = fish;
    const low = Math.min(...fish.skeleton!.rest.filter((_, i) => i % 3 === 1));
    const [own, bared] = [subjectOf(fish), subjectOf(bare)];
    expect(bared.rig).toBeUndefined();
    expect(bared.clips[0].poses[0].root[1]).toBeCloseTo(own.clips[0].poses[0].root[1] + low, 4);
  });
});

describe('bodies that are left out', () => {
  it('say why', () => {
    const { skeleton, ...meshOnly } = fish;
    expect(readPoseSubject({ file: 'a' }, meshOnly)).toBe('no mesh, skeleton or skin');
    expect(readPoseSubject({ file: 'a', flatRig: true }, fish)).toBe('flat rig');
    expect(readPoseSubject({ file: 'a' }, { ...fish, clips: [] })).toBe('no clips');
    const other = { ...fish, skeleton: { ...skeleton!, names: skeleton!.names.map((name) => `x${name}`) } };
    expect(readPoseSubject({ file: 'a' }, other, fish)).toBe(
      'joints are not those of the file that holds its clips',
    );
    const stretched = fish.clips.map((clip) => ({
      ...clip,
      poses: clip.poses.map((pose) => ({
        ...pose,
        offsets: new Float32Array(skeleton!.rest.length).fill(0.3),
      })),
    }));
    expect(readPoseSubject({ file: 'a' }, { ...fish, clips: stretched })).toBe(
      'translations move the joints in all of its clips',
    );
  });
});
