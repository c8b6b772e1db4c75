import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { randomClip, randomPose, randomSkeleton } from '../../test/support/random-rig.js';
import { expectValidGlb } from '../../test/support/valid-glb.js';
import { createModel } from '../io/gltf/create-model.js';
import { readModel } from '../io/read.js';
import { encodeModel } from '../io/write.js';
import { restPose } from '../rig/rig-records.js';
import { addClip } from './add-clip.js';

// Through a file, so that joints are in the order in which files have them.
const made = sampleCreature('fish').model;
const model = await readModel('fish.glb', (await encodeModel(made, 'fish.glb')).files[0].bytes);
const skeleton = model.skeleton!;
const poses = [restPose(skeleton), randomPose(skeleton, 1), randomPose(skeleton, 2)];

describe('addClip', () => {
  it('appends poses at even times, in a file that is valid', async () => {
    const before = model.clips.length;
    const added = addClip(model, poses, { name: 'turn', frameRate: 4 });
    const clip = added.clips.at(-1)!;
    expect([clip.name, [...clip.times], clip.source]).toEqual(['turn', [0, 0.25, 0.5], undefined]);
    expect(model.clips).toHaveLength(before);
    await expectValidGlb(added);
    expect([...addClip(model, poses).clips.at(-1)!.times]).toEqual([0, 1 / 30, 2 / 30].map(Math.fround));
  });

  it('gives a clip a name of its own, or the place of the one that has it', () => {
    const once = addClip(model, poses, { name: 'turn' });
    const twice = addClip(addClip(once, poses, { name: 'turn' }), poses, { name: 'turn' });
    expect(twice.clips.slice(-3).map(({ name }) => name)).toEqual(['turn', 'turn 2', 'turn 3']);
    expect(addClip(twice, poses, { name: 'turn 2' }).clips.at(-1)!.name).toBe('turn 4');
    const replaced = addClip(twice, poses.slice(1), { name: 'turn 2', replace: true });
    expect(replaced.clips.map(({ name }) => name)).toEqual(twice.clips.map(({ name }) => name));
    expect(replaced.clips.at(-2)!.poses).toHaveLength(2);
  });

  it('keeps times, scales and provenance of a clip, unless another is given', async () => {
    const clip = { ...randomClip(skeleton, [0, 0.4, 1], 3, 'made'), source: 'video' as const };
    expect(addClip(model, clip).clips.at(-1)).toEqual(clip);
    const sampled = addClip(model, clip, { name: 'sampled', source: 'model' });
    expect(sampled.clips.at(-1)).toMatchObject({ name: 'sampled', source: 'model' });
    expect((await expectValidGlb(sampled)).clips.at(-1)!.source).toBe('model');
  });

  it('takes what verbs answer with, and keeps the pose alone', () => {
    const solved = { ...poses[1], errors: [0.1], findings: [] };
    expect(addClip(model, [solved]).clips.at(-1)!.poses[0]).toEqual(poses[1]);
  });

  it('says what is wrong', () => {
    const bare = createModel({ name: 'bare', mesh: model.mesh });
    expect(() => addClip(bare, poses)).toThrow(/"bare" has no skeleton to move; rig it first/);
    expect(() => addClip(model, [])).toThrow(/no poses; give at least one/);
    expect(() => addClip(model, poses, { frameRate: 0 })).toThrow(/frameRate is 0; give a number above 0/);
    const foreign = randomPose(randomSkeleton(3, 1), 1);
    expect(() => addClip(model, [poses[0], foreign])).toThrow(/pose 1 has 3 joints .* retarget it first/);
  });
});
