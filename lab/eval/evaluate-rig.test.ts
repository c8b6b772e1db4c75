import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/io/model.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { skinned } from '../../test/support/sample-documents.js';
import { evaluateRig, exampleRows, type FindRig } from './evaluate-rig.js';

const fish = sampleCreature('fish').model;
const otherFish = sampleCreature('clownfish').model;
const snake = sampleCreature('snake').model;
/** A small one, where it does not matter what. */
const box = await skinned().read();
const models: Record<string, Model> = {
  'box.glb': box,
  'a.glb': fish,
  'b.glb': otherFish,
  'c.glb': { ...snake, clips: [] },
};
const read = async (file: string) => {
  if (!models[file]) throw new Error('not there');
  return models[file];
};
const index = [
  { file: 'a.glb', category: 'fish', split: 'train', rigFamily: 'one' },
  { file: 'b.glb', category: 'fish', split: 'test', rigFamily: 'two' },
  { file: 'c.glb', category: 'snake', split: 'test', rigFamily: 'three' },
];
/** Finds the truth, with its first joint moved out of the mesh by its whole size. */
const find: FindRig = (mesh) => {
  const { skeleton } = Object.values(models).find((model) => model.mesh === mesh)!;
  const rest = skeleton!.rest.slice();
  rest[1] += 100;
  return { skeleton: { ...skeleton!, rest }, findings: [{ code: 'ambiguous' }] };
};

describe('evaluating skeletons', () => {
  it('gives rows, medians by category and both references, clips or not', async () => {
    let time = 0;
    const now = () => {
      time += 500;
      return time;
    };
    const stages: string[] = [];
    const evaluation = await evaluateRig(index.slice(1), read, find, {
      index,
      now,
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(evaluation).toMatchObject({ rigs: 2, failed: [], skipped: {}, notes: [] });
    expect(stages).toEqual(['a.glb', 'b.glb', 'c.glb']);
    const [b, c] = evaluation.perRig;
    expect(b).toMatchObject({
      file: 'b.glb',
      category: 'fish',
      seconds: 0.5,
      outsideJoints: 1,
      jointRatio: 1,
    });
    expect(b.findings).toEqual(['ambiguous']);
    expect(b.recall).toBeCloseTo(1 - 1 / b.trueJoints, 9);
    expect(evaluation).toMatchObject({ outsideJoints: 2, rigsWithOutsideJoints: 2 });
    // The other fish has the same joints at other positions; the snake has no kin in train.
    expect(b.categorySkeleton).toMatchObject({ from: 'a.glb', jointRatio: 1 });
    expect(b.categorySkeleton!.cdJ2J).toBeGreaterThan(0);
    expect(b.categorySkeleton!.cdJ2J).toBeLessThan(0.2);
    expect(c).not.toHaveProperty('categorySkeleton');
    for (const row of [b, c]) {
      expect(row.curve!.cdJ2B).toBeGreaterThan(0);
      expect(row.curve!.cdJ2B).toBeLessThan(0.2);
    }
    expect(evaluation.references.categorySkeleton).toMatchObject({
      rigs: 1,
      cdB2B: b.categorySkeleton!.cdB2B,
    });
    expect(evaluation.references.curve.rigs).toBe(2);
    expect(evaluation.byCategory.snake).toMatchObject({ rigs: 1, cdJ2J: c.cdJ2J, seconds: 0.5 });
    expect(evaluation.median.cdJ2J).toBeCloseTo((b.cdJ2J + c.cdJ2J) / 2, 12);
  });

  it('of an index without train rows says that there is no category to compare with', async () => {
    const { notes, references } = await evaluateRig([{ file: 'box.glb' }], read, find);
    expect(notes).toEqual([expect.stringContaining('no rows of the split train')]);
    expect(references.categorySkeleton).toMatchObject({ rigs: 0, cdJ2J: null });
  });

  it('leaves out flat rigs and still meshes, and goes on where a file fails', async () => {
    models['still.glb'] = { ...box, skeleton: undefined, skin: undefined };
    models['idle.glb'] = {
      ...box,
      skin: { ...box.skin!, weights: new Float32Array(box.skin!.weights.length) },
    };
    const lost: FindRig = async (mesh) => {
      const found = await find(mesh);
      if (mesh === snake.mesh) found.skeleton.rest[3] = Number.NaN;
      if (mesh === otherFish.mesh) throw new Error('no bones');
      return found;
    };
    const rows = ['still.glb', 'idle.glb', 'gone.glb', 'b.glb', 'c.glb', 'box.glb'].map((file) => ({ file }));
    const evaluation = await evaluateRig([...rows, { file: 'box.glb', flatRig: true }], read, lost);
    expect(evaluation.perRig.map(({ file }) => file)).toEqual(['box.glb']);
    expect(evaluation.skipped).toEqual({
      'flat rig': 1,
      'no joint moves anything': 1,
      'no mesh, skeleton or skin': 1,
    });
    expect(evaluation.failed).toEqual([
      { file: 'gone.glb', error: 'not there' },
      { file: 'b.glb', error: 'no bones' },
      { file: 'c.glb', error: 'a joint is at no finite place' },
    ]);
    expect(evaluation.notes[0]).toMatch(/^1 flat rigs are left out/);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const run = evaluateRig(
      index,
      read,
      (mesh) => {
        controller.abort();
        return find(mesh);
      },
      { signal: controller.signal },
    );
    await expect(run).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
  });
});

describe('examples of categories', () => {
  it('are one per family, of train, not flat, of categories that are measured', () => {
    const rows = [
      { file: 'a1', category: 'fish', split: 'train', rigFamily: 'one' },
      { file: 'a2', category: 'fish', split: 'train', rigFamily: 'one' },
      { file: 'b', category: 'fish', split: 'train', rigFamily: 'two', flatRig: true },
      { file: 'c', category: 'fish', split: 'test', rigFamily: 'three' },
      { file: 'd', category: 'bird', split: 'train', rigFamily: 'four' },
      { file: 'e', category: 'fish', split: 'train' },
    ];
    expect(exampleRows([rows[3]], rows).map(({ file }) => file)).toEqual(['a1', 'e']);
  });
});
