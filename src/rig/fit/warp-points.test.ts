import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { createSphere } from '../../mesh/primitives.js';
import { voxelize } from '../../mesh/voxelize.js';
import { pairJoints } from '../body-plan/pair-joints.js';
import { rerootSkeleton } from '../edit/reroot-skeleton.js';
import type { Skeleton } from '../rig-records.js';
import { snapInside } from './snap-inside.js';
import { createWarp } from './warp-points.js';

const cloud = (count: number, seed: number) => {
  const rng = createRng(seed);
  return Float64Array.from({ length: count * 3 }, () => rng.range(-1, 1));
};

describe('a warp of space', () => {
  it('meets its pairs, and an affine map everywhere', () => {
    const from = cloud(30, 1);
    const map = (p: Float64Array) =>
      p.map((_, i) => {
        const [x, y, z] = p.subarray(i - (i % 3), i - (i % 3) + 3);
        return [1.2 * x + 0.1 * y + 1, 0.9 * y - 0.2 * z, z + 0.3 * x - 2][i % 3];
      });
    const warp = createWarp(from, map(from), 0);
    const elsewhere = cloud(10, 2);
    const [warped, expected] = [warp(elsewhere), map(elsewhere)];
    for (let i = 0; i < warped.length; i++) expect(warped[i]).toBeCloseTo(expected[i], 1);
    const met = warp(from);
    for (let i = 0; i < met.length; i++) expect(met[i]).toBeCloseTo(map(from)[i], 6);
  });

  it('smooths over pairs that contradict each other', () => {
    const from = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1);
    const to = Float64Array.from(from);
    to[0] = 0.2;
    to[3] = -0.2;
    const warped = createWarp(from, to, 0.1)(Float64Array.of(0, 0, 0));
    expect(Math.hypot(...warped)).toBeLessThan(0.01);
  });
});

describe('partners across the mirror plane', () => {
  it('are found by position and tree', () => {
    // A root, two arms of two joints, and a tail on the plane beside a stray joint.
    const joints = Float64Array.of(
      0,
      1,
      0,
      0.2,
      1,
      0,
      0.4,
      0.9,
      0,
      -0.2,
      1,
      0,
      -0.41,
      0.9,
      0,
      0.01,
      1,
      -0.3,
      0.3,
      0,
      0.5,
    );
    const parents = Int16Array.of(-1, 0, 1, 0, 3, 0, 0);
    expect([...pairJoints(joints, parents)]).toEqual([0, 3, 4, 1, 2, 5, -1]);
  });
});

describe('snapInside', () => {
  it('moves only points outside, to the nearest position inside', () => {
    const grid = voxelize(createSphere(1), { resolution: 40 });
    const points = Float32Array.of(0.3, 0.2, 0.1, 2, 0, 0, 0, -50, 0);
    const pulled = snapInside(points, grid);
    expect([...pulled.subarray(0, 3)]).toEqual([...points.subarray(0, 3)]);
    expect(pulled[3]).toBeGreaterThan(0.8);
    expect(pulled[3]).toBeLessThan(1);
    expect(Math.abs(pulled[4])).toBeLessThan(0.06);
    expect(pulled[7]).toBeLessThan(-0.8);
    expect(pulled[7]).toBeGreaterThan(-1);
  });
});

describe('rerootSkeleton', () => {
  const chain: Skeleton = {
    names: ['chest', 'neck', 'hips', 'leg'],
    parents: Int16Array.of(-1, 0, 0, 2),
    rest: Float32Array.from({ length: 12 }, (_, i) => i),
    frames: Float32Array.from({ length: 16 }, (_, i) => +(i % 4 === 3)),
  };

  it('reverses the bones on the path to the new root', () => {
    const { skeleton, source } = rerootSkeleton(chain, 2);
    expect(skeleton.names).toEqual(['hips', 'chest', 'neck', 'leg']);
    expect([...skeleton.parents]).toEqual([-1, 0, 1, 0]);
    expect([...source]).toEqual([2, 0, 1, 3]);
    expect([...skeleton.rest.subarray(0, 3)]).toEqual([6, 7, 8]);
  });

  it('refuses an index that is not a joint', () => {
    expect(() => rerootSkeleton(chain, 4)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
