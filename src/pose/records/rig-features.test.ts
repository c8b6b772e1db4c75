import { describe, expect, it } from 'vitest';
import { FEATURE_COUNT, rigFeatures } from './rig-features.js';
import { createSolverRig } from './solver-rig.js';

/** hips ─ chest ─ (armL ─ handL, armR); armL and armR are partners. */
const rig = createSolverRig({
  scale: 1,
  parents: Int16Array.of(-1, 0, 1, 1, 2),
  rest: Float32Array.of(0, 0, 0, 0, 0.5, 0, 0.25, 0.5, 0, -0.25, 0.5, 0, 0.25, -0.1, 0),
  radius: Float32Array.of(0, 0.1, 0, 0, 0),
  centroid: Float32Array.of(0, 0, 0, 0.1, 0.2, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  covariance: Float32Array.of(
    ...[0, 0, 0, 0, 0, 0, 0.04, 0.01, 0.09, -0.01, 0, 0.01],
    ...new Array<number>(18).fill(0),
  ),
  hasSkin: Uint8Array.of(0, 1, 0, 0, 0),
  partners: Int16Array.of(-1, -1, 3, 2, -1),
});

describe('features of a rig', () => {
  const { features, hops, relations } = rigFeatures(rig);
  const row = (j: number) =>
    [...features.slice(j * FEATURE_COUNT, (j + 1) * FEATURE_COUNT)].map((x) => +x.toFixed(4) + 0);
  const table = (matrix: Int32Array) => [0, 1, 2, 3, 4].map((i) => [...matrix.slice(i * 5, i * 5 + 5)]);
  const ln = (x: number) => +(Math.log(x) / 3).toFixed(4);

  it('has the columns of the chest in order', () => {
    expect(row(1)).toEqual([
      ...[0, 0.75, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
      ...[2, 0.125, 0.6667, 0, ln(4), ln(5), 0, 0.8, 0.4, 0.8, 1.2],
      ...[1.2, 0.6, 1.8, -0.6, 0, 0.6, 1, 0.9, 0],
    ]);
  });

  it('has the columns of a root, of a joint inside a limb and of a leaf', () => {
    expect(row(0).slice(3, 19)).toEqual([
      ...[0, 0, 0, 0, 0, 0, 0, 2, 0],
      ...[0, 0, 0.3333, 0, ln(5), ln(5), 1],
    ]);
    expect(row(2).slice(0, 16)).toEqual([
      ...[0.375, 0.75, 0, 1, 0, 0, 0, 2, 0, 0, -2.4, 0],
      ...[1, 0.25, 0.3333, 0],
    ]);
    expect(row(4).slice(12, 19)).toEqual([2.4, 0.375, 0, 1, 0, ln(5), 0]);
    expect(row(4)[30]).toBe(0);
  });

  it('counts hops along the tree', () => {
    expect(table(hops)).toEqual([
      [0, 1, 2, 2, 3],
      [1, 0, 1, 1, 2],
      [2, 1, 0, 2, 1],
      [2, 1, 2, 0, 3],
      [3, 2, 1, 3, 0],
    ]);
    const parents = Int16Array.from({ length: 15 }, (_, j) => j - 1);
    const long = rigFeatures(createSolverRig({ parents, rest: new Float32Array(45) }));
    expect([...long.hops.slice(0, 15)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9]);
    expect(long.features[14 * FEATURE_COUNT + 13]).toBe(14 / 8);
  });

  it('says what each joint is to each other, the closest tie first', () => {
    expect(table(relations)).toEqual([
      [0, 2, 5, 5, 5],
      [1, 0, 2, 2, 5],
      [4, 1, 0, 8, 2],
      [4, 1, 8, 0, 6],
      [4, 4, 1, 6, 0],
    ]);
    const unpaired = rigFeatures({ ...rig, partners: new Int16Array(5).fill(-1) });
    expect([unpaired.relations[2 * 5 + 3], unpaired.relations[3 * 5 + 2]]).toEqual([3, 3]);
    expect(unpaired.relations[2 * 5 + 0]).toBe(4);
  });
});
