import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { expectClose } from '../../test/support/numbers.js';
import { expectNoErrors, expectValidGlb } from '../../test/support/valid-glb.js';
import { createModel } from '../io/gltf/create-model.js';
import type { Model } from '../io/model.js';
import { readModel } from '../io/read.js';
import { encodeModel } from '../io/write.js';
import { sampleClip } from '../motion/sample-clip.js';
import { kindOf } from '../rig/anatomy/views.js';
import { skinMesh } from '../rig/kinematics/skin-mesh.js';
import { rigModel } from './rig-model.js';

const creature = sampleCreature('person');
const bare = createModel({ name: 'bare', mesh: creature.rig.mesh });
const rigged = creature.model;

/** Writes a model whose joints are in another order than a file has them, and reads it again. */
async function expectWritten(model: Model): Promise<void> {
  const { bytes } = (await encodeModel(model, 'a.glb')).files[0];
  await expectNoErrors(bytes);
  const again = await readModel('a.glb', bytes);
  expect([...again.skeleton!.names].sort()).toEqual([...model.skeleton!.names].sort());
  expect(again.clips.map(({ name }) => name)).toEqual(model.clips.map(({ name }) => name));
  await expectValidGlb(again);
}

describe('rigModel', () => {
  it('finds a rig for a bare mesh and writes a valid file', async () => {
    const stages = new Set<string>();
    const found = await rigModel(bare, { onProgress: ({ stage }) => void stages.add(stage) });
    expect(found.how).toEqual({ skeleton: 'found', weights: 'heat' });
    expect(kindOf(found.rig.anatomy)).toBe('biped');
    expect(found.model.anatomy).toBe(found.rig.anatomy);
    expect(found.confidence).toHaveLength(found.rig.skeleton.names.length);
    expect(found.model.skeleton).toBe(found.rig.skeleton);
    expect(stages.size).toBeGreaterThan(1);
    await expectWritten(found.model);
  });

  it('keeps the rig of a model, under other names where a convention is given', async () => {
    for (const mode of ['auto', 'keep'] as const) {
      const kept = await rigModel(rigged, { mode });
      expect(kept.how).toEqual({ skeleton: 'kept', weights: 'kept' });
      expect(kept.model.skin).toBe(rigged.skin);
      expect(kept.model.clips).toBe(rigged.clips);
    }
    const renamed = await rigModel(rigged, { names: 'mixamo' });
    expect(renamed.model.skeleton!.names).toContain('mixamorig:Hips');
    await expectValidGlb(renamed.model);
    await expect(rigModel(bare, { mode: 'keep' })).rejects.toThrow(
      /"bare" has no rig to keep; leave the mode/,
    );
  });

  it('solves weights again for the skeleton of a model', async () => {
    const solved = await rigModel(rigged, { mode: 'weights' });
    expect(solved.how).toEqual({ skeleton: 'kept', weights: 'heat' });
    expect(solved.model.skeleton).toEqual(rigged.skeleton);
    expect(solved.model.clips).toBe(rigged.clips);
    expect(solved.model.skin!.weights).not.toEqual(rigged.skin!.weights);
  });

  it('replaces a rig and drops its clips, or retargets them', async () => {
    const replaced = await rigModel(rigged, { mode: 'find', jointCount: 20 });
    expect(replaced.how.skeleton).toBe('found');
    expect(replaced.model.clips).toEqual([]);
    const { model, rig } = await rigModel(rigged, { mode: 'find', jointCount: 20, clips: 'retarget' });
    expect(model.clips.map(({ name }) => name)).toEqual(rigged.clips.map(({ name }) => name));
    expect(rig.skeleton).toEqual(replaced.rig.skeleton);
    // The same motion on either rig, as far as two skeletons allow.
    const time = 0.3;
    const height = 1.5;
    const [was, is] = [
      skinMesh(creature.rig, sampleClip(rigged.clips[0], time)),
      skinMesh(rig, sampleClip(model.clips[0], time)),
    ];
    const mean = was.reduce((sum, value, i) => sum + Math.abs(value - is[i]), 0) / was.length;
    expect(mean).toBeLessThan(0.05 * height);
    await expectWritten(model);
  });

  it('fits the skeleton of another model, or of a rig', async () => {
    const fitted = await rigModel(bare, { skeletonFrom: rigged });
    expect(fitted.how.skeleton).toBe('fitted');
    expect(fitted.rig.skeleton.names).toEqual(rigged.skeleton!.names);
    const again = await rigModel(bare, { skeletonFrom: creature.rig });
    expect(again.rig.skeleton).toEqual(fitted.rig.skeleton);
    await expect(rigModel(bare, { skeletonFrom: bare })).rejects.toThrow(/"bare" has no rig to fit/);
  });

  it('recovers rig and clip from frames', async () => {
    const clip = creature.clips[1];
    const times = Float32Array.from({ length: 8 }, (_, f) => f / 10);
    const frames = [...times].map((time) => skinMesh(creature.rig, sampleClip(clip, time)));
    const { triangles } = creature.rig.mesh;
    const requested: number[] = [];
    const readFrame = (frame: number): Model => {
      requested.push(frame);
      return createModel({ name: `frame${frame}`, mesh: { positions: frames[frame], triangles } });
    };
    const recovered = await rigModel({ sequence: { name: 'run', triangles, frames, times }, readFrame });
    expect(recovered.how).toEqual({ skeleton: 'recovered', weights: 'frames' });
    expect(recovered.sequence).toMatchObject({ frames: 8, anchor: requested[0] });
    expect(recovered.sequence!.rmse).toBeLessThan(0.01);
    expect(requested).toHaveLength(1);
    expect(recovered.model.name).toBe('run');
    const posed = skinMesh(recovered.rig, recovered.model.clips[0].poses[5]);
    expectClose(posed, frames[5], 0.1);
    await expectWritten(recovered.model);

    // A model that moves is a sequence where the mode says so, whatever rig it has.
    const { how, model } = await rigModel(rigged, { mode: 'sequence', clip: clip.name, frameRate: 8 });
    expect(how.skeleton).toBe('recovered');
    expect(model.clips.map(({ name }) => name)).toEqual([clip.name]);
  });

  it('takes what is known of a moving body, and refuses what its frames decide', async () => {
    const clip = creature.clips[1];
    const times = Float32Array.of(0, 0.2, 0.4);
    const frames = [...times].map((time) => skinMesh(creature.rig, sampleClip(clip, time)));
    const { triangles } = creature.rig.mesh;
    const moving = {
      sequence: { name: 'run', triangles, frames, times },
      readFrame: (frame: number) =>
        createModel({ name: 'run', mesh: { positions: frames[frame], triangles } }),
    };
    const [read, unknown, shape] = [
      await rigModel(moving),
      await rigModel(moving, { body: 'unknown' }),
      await rigModel(moving, { method: 'geometric' }),
    ].map(({ rig }) => rig.skeleton.parents);
    // What is no creature keeps the joints of its shape.
    expect(unknown).toEqual(shape);
    expect(unknown).not.toEqual(read);
    await expect(rigModel(moving, { weights: 'heat' })).rejects.toThrow(/so weights cannot be chosen/);
    await expect(rigModel(moving, { skeletonFrom: rigged })).rejects.toThrow(/skeletonFrom cannot be chosen/);
  });

  it('says what is wrong', async () => {
    const { rig: _, ...motionOnly } = {
      rig: 0,
      ...rigged,
      mesh: { ...rigged.mesh, triangles: new Uint32Array(0) },
    };
    await expect(rigModel(motionOnly)).rejects.toThrow(/has only points \(\d+\) and no surface; give a mesh/);
    await expect(rigModel(bare, { mode: 'magic' as 'auto' })).rejects.toThrow(
      /no mode "magic"; choose one of auto/,
    );
    await expect(rigModel(bare, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });
});
