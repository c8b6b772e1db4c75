import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/io/model.js';
import { bakeClip } from '../../src/motion/bake-clip.js';
import { fitSequence } from '../../src/rig/sequence/fit-sequence.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { randomClip, randomSkeleton } from '../../test/support/random-rig.js';
import { chooseClip, evaluateSequence, measureSequenceFile } from './evaluate-sequence.js';
import { nearestBoneSkin } from './nearest-bone-skin.js';

const fish = sampleCreature('clownfish');
const models: Record<string, Model> = {
  'fish.glb': fish.model,
  'still.glb': { ...fish.model, clips: [] },
};
const read = async (file: string) => {
  if (!models[file]) throw new Error(`there is no ${file}`);
  return models[file];
};
/** The true skeleton, as if a rigger had found it, with a joint less in every second requested frame. */
function flickering() {
  let calls = 0;
  return {
    fit: (sequence: Parameters<typeof fitSequence>[0]) =>
      fitSequence(sequence, { startRig: () => undefined }),
    frames: {
      geometric: (mesh: Parameters<typeof nearestBoneSkin>[0]) => {
        const count = fish.rig.skeleton.parents.length - (calls++ % 2);
        const skeleton = {
          names: fish.rig.skeleton.names.slice(0, count),
          parents: fish.rig.skeleton.parents.slice(0, count),
          rest: fish.rig.skeleton.rest.slice(0, count * 3),
          frames: fish.rig.skeleton.frames.slice(0, count * 4),
        };
        return { skeleton, skin: nearestBoneSkin(mesh, skeleton) };
      },
    },
  };
}

describe('a clip of a creature, its vertices alone', () => {
  it('gives rig and motion back', async () => {
    const outcome = await measureSequenceFile({ file: 'fish.glb', category: 'fish' }, read, flickering(), {
      maxFrames: 12,
      soloFrames: 3,
    });
    if (!('row' in outcome)) throw new Error('not measured');
    const { row } = outcome;
    expect(row.rigidRmse).toBeGreaterThan(0.01);
    expect(row.lbsRmse).toBeLessThan(0.004);
    expect(row.joints.fitted).toBeGreaterThan(2);
    expect(row.joints.fitted).toBeLessThan(2 * (row.joints.truth as number));
    expect([row.frames, row.category]).toEqual([12, 'fish']);
    expect([row.pjdd, row.gsd, row.temporalError]).toEqual([0, 0, 0]);
    // Flicker is reported: a joint comes and goes, and single frames give other weights.
    expect(row.frameByFrame.geometric.jointCounts).toHaveLength(3);
    expect(new Set(row.frameByFrame.geometric.jointCounts).size).toBe(2);
    expect(row.frameByFrame.geometric.gsd).toBeGreaterThan(0.001);
    expect(row.frameByFrame.geometric.pjdd).toBeGreaterThan(0.1);
    expect(row.frameByFrame.geometric.temporalErrorPerPoint).toBeGreaterThan(0.001);
    expect(row.frameByFrame.geometric.temporalError).toBeCloseTo(
      row.frameByFrame.geometric.temporalErrorPerPoint * 8192,
      6,
    );
  });

  it('is summed up with what could not be measured', async () => {
    const rows = ['fish.glb', 'still.glb', 'none.glb'].map((file) => ({ file }));
    const stages: string[] = [];
    const evaluation = await evaluateSequence(rows, read, flickering(), {
      maxFrames: 6,
      soloFrames: 0,
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(evaluation).toMatchObject({
      sequences: 1,
      underOnePercent: 1,
      failed: [{ file: 'none.glb', error: 'there is no none.glb' }],
      skipped: { 'no clip that moves': 1 },
      median: { pjdd: 0, gsd: 0, temporalError: 0 },
      frameByFrame: {},
      byCategory: { other: { sequences: 1 } },
    });
    expect(evaluation.median.lbsRmse).toBe(evaluation.perSequence[0].lbsRmse);
    expect(evaluation.perSequence[0].frameByFrame).toEqual({});
    expect(stages).toEqual(['fish.glb', 'still.glb', 'none.glb']);
  });

  it('is the liveliest, or the requested one', () => {
    const skeleton = randomSkeleton(4, 1);
    const lively = randomClip(skeleton, [0, 1, 2], 5, 'lively');
    const still = { ...lively, name: 'still', poses: lively.poses.map(() => lively.poses[0]) };
    expect(chooseClip([still, lively])?.name).toBe('lively');
    expect(chooseClip([still, lively], 'still')).toBeUndefined();
    expect(chooseClip([lively], 'lively')).toBe(lively);
    expect(chooseClip([lively], 'other')).toBeUndefined();
    expect(chooseClip([])).toBeUndefined();
  });
});

it('a snake is fitted from its geometry within a third of a per cent', () => {
  const snake = sampleCreature('snake');
  const sequence = bakeClip(snake.rig, chooseClip(snake.clips)!, { frameRate: 6 });
  const fit = fitSequence(sequence);
  expect(fit.rmse).toBeLessThan(0.0033);
  expect(fit.rig.skeleton.parents.length).toBeGreaterThan(5);
});
