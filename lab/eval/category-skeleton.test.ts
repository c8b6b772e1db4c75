import { describe, expect, it } from 'vitest';
import { createBox } from '../../src/mesh/primitives.js';
import {
  type BoxSkeleton,
  createCategorySkeletons,
  fitBoxSkeleton,
  toBoxSkeleton,
} from './category-skeleton.js';

const at = (family: string, x: number, category = 'bird'): BoxSkeleton => ({
  file: `${family}.glb`,
  category,
  family,
  parents: Int16Array.of(-1, 0),
  places: Float64Array.of(x, 0.5, 0.5, x, 0.9, 0.5),
});

describe("a category's skeleton", () => {
  const typical = createCategorySkeletons([
    at('a', 0),
    at('b', 0.2),
    at('c', 0.9),
    at('d', 0.3),
    at('e', 0.5, 'fish'),
  ]);

  it('is the one nearest to all others', () => {
    expect(typical('bird', 'none')?.family).toBe('b');
    expect(typical('fish', 'none')?.family).toBe('e');
    expect(typical('horse', 'none')).toBeUndefined();
  });

  it('never is of the family that is measured', () => {
    expect(typical('bird', 'b')?.family).toBe('d');
    expect(typical('fish', 'e')).toBeUndefined();
  });

  it('goes from box to box', () => {
    const skeleton = {
      names: ['root', 'tip', 'idle'],
      parents: Int16Array.of(-1, 0, 1),
      rest: Float32Array.of(0, 1, 0, 1, 2, 0.5, 9, 9, 9),
      frames: new Float32Array(12),
    };
    const mesh = createBox([4, 2, 1], [0, 1, 0]);
    const skin = {
      joints: Uint16Array.of(0, 1, 0, 1, 0, 1, 0, 1),
      weights: new Float32Array(8).fill(1),
      influenceCount: 1,
    };
    const box = toBoxSkeleton({ mesh, skeleton, skin }, { file: 'f', category: 'bird', family: 'f' });
    expect([...box.places]).toEqual([0.5, 0.5, 0.5, 0.75, 1, 1]);
    expect([...box.parents]).toEqual([-1, 0]);
    const { rest } = fitBoxSkeleton(box, createBox([8, 8, 8], [4, 4, 4]));
    expect([...rest]).toEqual([4, 4, 4, 6, 8, 8]);
  });

  it('of a flat mesh is in its plane', () => {
    const mesh = {
      positions: Float32Array.of(0, 0, 5, 2, 0, 5, 0, 2, 5),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const skeleton = {
      names: ['root'],
      parents: Int16Array.of(-1),
      rest: Float32Array.of(1, 1, 5),
      frames: new Float32Array(4),
    };
    const skin = { joints: new Uint16Array(3), weights: new Float32Array(3).fill(1), influenceCount: 1 };
    const box = toBoxSkeleton({ mesh, skeleton, skin }, { file: 'f', category: 'bird', family: 'f' });
    expect([...box.places]).toEqual([0.5, 0.5, 0.5]);
    expect([...fitBoxSkeleton(box, mesh).rest]).toEqual([1, 1, 5]);
  });
});
