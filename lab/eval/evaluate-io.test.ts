import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/base/progress.js';
import { DOCUMENTS, skinned } from '../../test/support/sample-documents.js';
import { expectNoErrors } from '../../test/support/valid-glb.js';
import { clipDifference, evaluateIo } from './evaluate-io.js';

const names = Object.keys(DOCUMENTS);
const load = async (file: string) => DOCUMENTS[file.replace(/\.glb$/, '')]().glb();
const valid = async (bytes: Uint8Array) => {
  await expectNoErrors(bytes);
  return [];
};

describe('evaluating reading and writing', () => {
  it('finds nothing wrong with documents of every kind', async () => {
    const files = names.map((name) => `${name}.glb`);
    const seen: Progress[] = [];
    let time = 0;
    const now = () => {
      time += 1500;
      return time;
    };
    const result = await evaluateIo(files, load, valid, {
      now,
      onProgress: (progress) => seen.push(progress),
    });
    expect(result.failed).toEqual([]);
    expect(result.files).toBe(names.length);
    expect(result.clips).toBeGreaterThanOrEqual(names.length + 3);
    expect(result.fkMaxError).toBeLessThan(1e-6);
    expect(result.fkMaxError).toBeGreaterThan(0);
    expect(result.fkWithOffsetsMaxError).toBeLessThan(1e-6);
    expect(result.fkWithOffsetsMaxError).toBeGreaterThan(0);
    expect(result.roundTripMaxError).toBeLessThan(1e-6);
    expect(result.roundTripMaxError).toBeGreaterThan(0);
    expect(names.map((name) => `${name}.glb`)).toContain(result.roundTripWorstFile);
    expect(result.validatorErrors).toBe(0);
    expect(result.seconds).toBe(1.5);
    expect(seen.map(({ stage }) => stage)).toEqual(files);
    expect(seen[1].fraction).toBeCloseTo(1 / names.length, 10);
  });

  it('lists what moves by more than rotations, with what they leave', async () => {
    const growing = skinned();
    growing.animate('grow', [
      {
        node: 1,
        path: 'scale',
        times: [0, 1],
        values: [
          [1, 1, 1],
          [3, 3, 3],
        ],
      },
      {
        node: 2,
        path: 'translation',
        times: [0, 1],
        values: [
          [0.1, 0.4, 0],
          [1, 1, 1],
        ],
      },
    ]);
    const scaled = skinned();
    scaled.animate('grow', [
      {
        node: 1,
        path: 'scale',
        times: [0, 1],
        values: [
          [1, 1, 1],
          [3, 3, 3],
        ],
      },
    ]);
    const files: Record<string, () => Uint8Array> = {
      'slide.glb': () => DOCUMENTS['joints with scales, and sliding ones']().glb(),
      'walk.glb': () => skinned().glb(),
      'grow.glb': () => growing.glb(),
      'scale.glb': () => scaled.glb(),
    };
    const { fkExceptions } = await evaluateIo(Object.keys(files), async (file) => files[file](), valid);
    expect(fkExceptions).toEqual([
      { file: 'slide.glb', clips: 1, moves: 'translation', residual: expect.any(Number) },
      { file: 'grow.glb', clips: 1, moves: 'translation and scale', residual: expect.any(Number) },
      { file: 'scale.glb', clips: 1, moves: 'scale', residual: expect.any(Number) },
    ]);
    for (const { residual } of fkExceptions) expect(residual).toBeGreaterThan(0.05);
  });

  it('goes on where a file fails, and passes the validator on', async () => {
    const result = await evaluateIo(
      ['bad.glb', 'gone.glb', 'a skinned body.glb'],
      async (file) => {
        if (file === 'gone.glb') throw new Error('not there');
        return file === 'bad.glb' ? Uint8Array.of(1, 2, 3) : load(file);
      },
      async () => ['THIS at /that: is wrong'],
    );
    expect(result.failed).toEqual([
      { file: 'bad.glb', error: expect.stringContaining('not a GLB') },
      { file: 'gone.glb', error: 'not there' },
    ]);
    expect(result).toMatchObject({
      clips: 1,
      validatorErrors: 1,
      validatorMessages: ['a skinned body.glb: THIS at /that: is wrong'],
    });
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const loaded: string[] = [];
    const run = evaluateIo(
      ['a skinned body.glb', 'two armatures.glb'],
      async (file) => {
        loaded.push(file);
        controller.abort();
        return load(file);
      },
      valid,
      { signal: controller.signal },
    );
    await expect(run).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
    expect(loaded.length).toBe(1);
  });
});

describe('the difference of two clips', () => {
  const clip = {
    name: 'a',
    times: Float32Array.of(0),
    poses: [{ rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 0.6, 0.8), root: Float32Array.of(1, 2, 3) }],
  };
  const other = (pose: object) => ({ ...clip, poses: [{ ...clip.poses[0], ...pose }] });

  it('is the largest of rotations, root and offsets', () => {
    expect(clipDifference(clip, clip, 1)).toBe(0);
    expect(clipDifference(clip, other({ rotations: clip.poses[0].rotations.map((x) => -x) }), 1)).toBe(0);
    expect(
      clipDifference(clip, other({ rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 0.8, 0.6) }), 1),
    ).toBeCloseTo(0.2, 6);
    expect(clipDifference(clip, other({ root: Float32Array.of(1, 2, 5) }), 4)).toBeCloseTo(0.5, 6);
    const offsets = Float32Array.of(0, 0, 0, 0, 0.5, 0);
    expect(clipDifference(clip, other({ offsets }), 2)).toBeCloseTo(0.25, 6);
    expect(clipDifference(other({ offsets }), clip, 2)).toBeCloseTo(0.25, 6);
  });

  // Regression: a missing joint gave NaN, which no comparison calls large.
  it('is one where there is nothing to compare', () => {
    expect(clipDifference(clip, { ...clip, times: Float32Array.of(0, 1) }, 1)).toBe(1);
    expect(clipDifference(clip, other({ rotations: Float32Array.of(0, 0, 0, 1) }), 1)).toBe(1);
    expect(clipDifference(clip, other({ root: Float32Array.of(1, 2, Number.NaN) }), 1)).toBe(1);
  });
});
