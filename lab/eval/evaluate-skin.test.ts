import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/io/model.js';
import type { Skin } from '../../src/rig/rig-records.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { skinned } from '../../test/support/sample-documents.js';
import { evaluateSkin, type SolveSkin, summarizeSkin } from './evaluate-skin.js';
import { nearestBoneSkin } from './nearest-bone-skin.js';

const fish = sampleCreature('fish').model;
const snake = sampleCreature('snake').model;
/** A small one, where it does not matter what. */
const box = await skinned().read();
const models: Record<string, Model> = {
  'box.glb': box,
  'fish.glb': fish,
  'snake.glb': snake,
};
const read = async (file: string) => {
  if (!models[file]) throw new Error('not there');
  return models[file];
};
const rigid: SolveSkin = (mesh, skeleton) => ({
  skin: nearestBoneSkin(mesh, skeleton),
  method: 'rigid',
  findings: [{ code: 'simple' }],
});

describe('evaluating weights', () => {
  it('gives rows, medians and references', async () => {
    let time = 0;
    const now = () => {
      time += 50;
      return time;
    };
    const rows = [
      { file: 'fish.glb', category: 'fish' },
      { file: 'snake.glb', source: 'mesh2motion' },
    ];
    const stages: string[] = [];
    const evaluation = await evaluateSkin(rows, read, rigid, {
      now,
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(evaluation).toMatchObject({
      rigs: 2,
      failed: [],
      skipped: {},
      unweightedVertices: 0,
      methods: { rigid: 2 },
    });
    expect(stages).toEqual(['fish.glb', 'snake.glb']);
    const [first, second] = evaluation.perRig;
    expect(first).toMatchObject({
      file: 'fish.glb',
      category: 'fish',
      vertices: fish.mesh.positions.length / 3,
      joints: fish.skeleton!.parents.length,
      findings: ['simple'],
      automaticWeights: false,
    });
    expect(first.microsecondsPerVertex).toBeCloseTo(50_000 / first.vertices, 9);
    expect(second).toMatchObject({ category: 'other', automaticWeights: true });
    // The solver is the reference here; the truth is nearer to itself than anything.
    expect(first.nearestBone).toEqual({
      precision: first.precision,
      recall: first.recall,
      l1: first.l1,
      motionError: first.motionError,
      leakage: first.leakage,
    });
    expect(first.filteredTruth.precision).toBe(1);
    expect(first.filteredTruth.l1).toBeLessThan(0.5 * first.l1);
    expect(first.motionError).toBeGreaterThan(first.filteredTruth.motionError!);
    expect(evaluation.median.l1).toBeCloseTo((first.l1 + second.l1) / 2, 12);
    expect(evaluation.medianWithoutAutomatic).toMatchObject({ rigs: 1, l1: first.l1 });
    expect(evaluation.byCategory.fish).toMatchObject({ rigs: 1, recall: first.recall });
    expect(evaluation.references.nearestBone.l1).toBe(evaluation.median.l1);
  });

  it('leaves out what has no skin or is flat, and goes on where a file fails', async () => {
    models['still.glb'] = { ...box, skeleton: undefined, skin: undefined };
    const odd: SolveSkin = (mesh, skeleton) => {
      if (mesh === snake.mesh) throw new Error('no weights for snakes');
      return rigid(mesh, skeleton);
    };
    const rows = ['still.glb', 'gone.glb', 'snake.glb', 'box.glb'].map((file) => ({ file }));
    const evaluation = await evaluateSkin([...rows, { file: 'box.glb', flatRig: true }], read, odd);
    expect(evaluation.rigs).toBe(1);
    expect(evaluation.skipped).toEqual({ 'flat rig': 1, 'no mesh, skeleton or skin': 1 });
    expect(evaluation.failed).toEqual([
      { file: 'gone.glb', error: 'not there' },
      { file: 'snake.glb', error: 'no weights for snakes' },
    ]);
  });

  it('detects a flat rig', async () => {
    const flat = { ...box, source: { ...box.source, jointNodes: [-1, ...box.source.jointNodes.slice(1)] } };
    const star = { ...box.skeleton!, parents: box.skeleton!.parents.map((_, j) => (j === 0 ? -1 : 0)) };
    models['flat.glb'] = { ...flat, skeleton: star };
    models['tree.glb'] = flat;
    const evaluation = await evaluateSkin([{ file: 'flat.glb' }, { file: 'tree.glb' }], read, rigid);
    expect(evaluation).toMatchObject({ rigs: 1, skipped: { 'flat rig': 1 } });
  });

  it('a rig without clips has no motion error, and none is in the median', async () => {
    models['rest.glb'] = { ...box, clips: [] };
    const { perRig, median } = await evaluateSkin([{ file: 'rest.glb' }], read, rigid);
    expect(perRig[0]).not.toHaveProperty('motionError');
    expect(median.motionError).toBeNull();
    expect(median.l1).toBeGreaterThan(0);
  });

  it('weights that are none fail, vertices without any are counted', async () => {
    const vertexCount = box.mesh.positions.length / 3;
    const skinOf = (joint: number, weight: number): Skin => ({
      joints: new Uint16Array(vertexCount).fill(joint),
      weights: new Float32Array(vertexCount).fill(weight),
      influenceCount: 1,
    });
    const evaluate = (skin: Skin) =>
      evaluateSkin([{ file: 'box.glb' }], read, () => ({ skin, method: 'none', findings: [] }));
    expect((await evaluate(skinOf(0, Number.NaN))).failed[0].error).toMatch(/not finite/);
    expect((await evaluate(skinOf(99, 1))).failed[0].error).toMatch(/joints that are not there/);
    const empty = await evaluate(skinOf(0, 0));
    expect(empty).toMatchObject({
      failed: [],
      unweightedVertices: vertexCount,
      median: { precision: 0, l1: expect.closeTo(1, 6) },
    });
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const run = evaluateSkin(
      [{ file: 'box.glb' }, { file: 'box.glb' }],
      read,
      (mesh, skeleton) => {
        controller.abort();
        return rigid(mesh, skeleton);
      },
      { signal: controller.signal },
    );
    await expect(run).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
  });

  it('of nothing has no medians', () => {
    expect(summarizeSkin([])).toMatchObject({ rigs: 0, median: { l1: null }, byCategory: {}, perRig: [] });
  });
});
