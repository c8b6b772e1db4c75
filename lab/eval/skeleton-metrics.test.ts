import { describe, expect, it } from 'vitest';
import { createBox } from '../../src/mesh/primitives.js';
import { dropIdleJoints } from './drop-idle-joints.js';
import { chamferDistance, compareSkeletons, measureSkeleton } from './skeleton-metrics.js';

/** Joints as [parent, x, y, z]. */
const forest = (...joints: (readonly [number, number, number, number])[]) => ({
  parents: Int16Array.from(joints, ([parent]) => parent),
  rest: Float32Array.from(joints.flatMap(([, ...place]) => place)),
});
/** A mesh whose longest side is 1, so that coordinates are distances. */
const unitMesh = createBox([1, 0.5, 0.5]);

describe('the chamfer distance', () => {
  it('is the mean of both ways, not squared', () => {
    // From p: 3 and 4; from q: 3.
    const p = Float64Array.of(3, 0, 0, 0, 4, 0);
    expect(chamferDistance(p, Float64Array.of(0, 0, 0))).toBe((3.5 + 3) / 2);
  });
});

describe('comparing skeletons', () => {
  const line = forest([-1, 0, 0, 0], [0, 0.5, 0, 0]);

  it('of the same joints finds no distance', () => {
    const fork = forest([-1, 0, 0, 0], [0, 0.3, 0.1, 0], [0, 0.1, 0.4, 0.2], [2, 0.1, 0.4, 0.21]);
    expect(compareSkeletons(fork, fork, unitMesh)).toMatchObject({
      cdJ2J: 0,
      cdJ2B: 0,
      cdB2B: 0,
      precision: 1,
      recall: 1,
      iou: 1,
      jointRatio: 1,
    });
  });

  it('a joint more on the bone costs joints, not bones', () => {
    const three = forest([-1, 0, 0, 0], [0, 0.25, 0, 0], [1, 0.5, 0, 0]);
    const metrics = compareSkeletons(three, line, unitMesh);
    // The middle joint is 0.25 from its nearest: (0.25 / 3 + 0) / 2.
    expect(metrics.cdJ2J).toBeCloseTo(0.25 / 6, 10);
    expect(metrics.cdJ2B).toBeCloseTo(0, 7);
    expect(metrics.cdB2B).toBeCloseTo(0, 7);
    expect(metrics.precision).toBeCloseTo(2 / 3, 12);
    expect(metrics.recall).toBe(1);
    expect(metrics.iou).toBeCloseTo(4 / 5, 12);
    expect(metrics).toMatchObject({ jointRatio: 1.5, predictedJoints: 3, trueJoints: 2 });
  });

  it('a bone beside the true one is as far as it lies, whatever the scale', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const scaled = (y: number) => ({
        parents: line.parents,
        rest: Float32Array.of(0, y * scale, 0, 0.5 * scale, y * scale, 0),
      });
      const box = createBox([scale, scale, scale]);
      const near = compareSkeletons(scaled(0.04), scaled(0), box);
      for (const value of [near.cdJ2J, near.cdJ2B, near.cdB2B]) expect(value).toBeCloseTo(0.04, 6);
      expect(near).toMatchObject({ precision: 1, recall: 1 });
      expect(compareSkeletons(scaled(0.06), scaled(0), box)).toMatchObject({ precision: 0, iou: 0 });
    }
  });

  it('joints to bones takes the samples of the other', () => {
    // A cross bar: its joints are 0.1 from the line, the line's joints 0.25 from the bar's middle.
    const bar = forest([-1, 0.25, -0.1, 0], [0, 0.25, 0.1, 0]);
    const metrics = compareSkeletons(bar, line, unitMesh);
    expect(metrics.cdJ2B).toBeCloseTo((0.1 + 0.25) / 2, 6);
    // Bar of 41 samples: mean |y|; line of 101 samples: mean |x − 0.25|.
    const bars = Array.from({ length: 41 }, (_, i) => Math.abs(i - 20) * 0.005);
    const lines = Array.from({ length: 101 }, (_, i) => Math.abs(i - 50) * 0.005);
    const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
    expect(metrics.cdB2B).toBeCloseTo((mean(bars) + mean(lines)) / 2, 6);
  });

  it('the best matching is of all joints, not one by one', () => {
    // The first is nearest to the first, but then the second would be left with one at 0.075.
    const p = forest([-1, 0, 0, 0], [0, -0.045, 0, 0]);
    const t = forest([-1, -0.02, 0, 0], [0, 0.03, 0, 0]);
    expect(compareSkeletons(p, t, unitMesh)).toMatchObject({ precision: 1, recall: 1 });
  });

  it('merges joints closer than 0.0025, greedily by index', () => {
    // 0 and 0.002 merge; 0.004 is near the second only, so it stays: the group is around its first.
    const crowd = forest([-1, 0, 0, 0], [0, 0.002, 0, 0], [1, 0.004, 0, 0], [2, 0.5, 0, 0]);
    const metrics = compareSkeletons(crowd, line, unitMesh);
    expect(metrics.predictedJoints).toBe(3);
    expect(metrics.cdJ2J).toBeCloseTo(0.004 / 3 / 2, 7);
  });

  it('a group with a root in it stands at the root', () => {
    const two = forest([-1, 0, 0, 0], [0, 0.5, 0, 0], [-1, 0.502, 0, 0]);
    const metrics = compareSkeletons(two, line, unitMesh);
    expect(metrics.predictedJoints).toBe(2);
    expect(metrics.cdJ2J).toBeCloseTo(0.001, 6);
  });

  it('bones that fall together count once, those within a group not at all', () => {
    // Two chains from the same root to the same place, of which the second is a copy; plus a bone inside the group.
    const twice = forest([-1, 0, 0, 0], [0, 0.5, 0, 0], [0, 0.0005, 0, 0], [2, 0.5005, 0, 0], [0, 0, 0.3, 0]);
    const once = forest([-1, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 0.3, 0]);
    expect(compareSkeletons(twice, line, unitMesh)).toEqual(compareSkeletons(once, line, unitMesh));
  });

  it('takes joints for bones where there is no bone, and refuses no joint at all', () => {
    const point = forest([-1, 0.1, 0, 0]);
    const metrics = compareSkeletons(point, forest([-1, 0, 0, 0]), unitMesh);
    for (const value of [metrics.cdJ2J, metrics.cdJ2B, metrics.cdB2B]) expect(value).toBeCloseTo(0.1, 7);
    const bad = expect.objectContaining({ code: 'bad-input' });
    expect(() => compareSkeletons(forest(), point, unitMesh)).toThrow(bad);
  });
});

describe('joints that move nothing', () => {
  const skeleton = {
    names: ['root', 'hips', 'control', 'knee', 'end'],
    ...forest([-1, 0, 0, 0], [0, 0.1, 0, 0], [1, 0.2, 0, 0], [2, 0.3, 0, 0], [3, 0.4, 0, 0]),
    frames: new Float32Array(20),
  };
  const skinOf = (...joints: number[]) => ({
    joints: Uint16Array.from(joints.flatMap((joint) => [joint, 4])),
    // The second slot has no weight: naming a joint is not moving by it.
    weights: Float32Array.from(joints.flatMap(() => [1, 0])),
    influenceCount: 2,
  });

  it('fall away at the ends and are spliced out in between', () => {
    const moving = dropIdleJoints({ skeleton, skin: skinOf(1, 3) });
    expect([...moving.joints]).toEqual([1, 3]);
    expect([...moving.parents]).toEqual([-1, 0]);
    expect([...moving.rest]).toEqual([...Float32Array.of(0.1, 0, 0, 0.3, 0, 0)]);
  });

  it('leave several roots where the one above them went', () => {
    const star = { ...skeleton, parents: Int16Array.of(-1, 0, 0, 2, 0) };
    expect([...dropIdleJoints({ skeleton: star, skin: skinOf(1, 2, 3) }).parents]).toEqual([-1, -1, 1]);
  });

  it('are not held against a prediction', () => {
    const mesh = unitMesh;
    const truth = { mesh, skeleton, skin: skinOf(1, 3, 1, 3, 1, 3, 1, 3) };
    const found = forest([-1, 0.1, 0, 0], [0, 0.3, 0, 0]);
    expect(measureSkeleton(found, truth)).toMatchObject({ cdJ2J: 0, cdB2B: 0, jointRatio: 1 });
  });
});
