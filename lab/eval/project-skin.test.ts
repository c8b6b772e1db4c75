import { describe, expect, it } from 'vitest';
import type { Skeleton } from '../../src/rig/rig-records.js';
import { projectSkin } from './project-skin.js';

/** A chain along x. */
const chain = (...xs: number[]): Skeleton => ({
  names: xs.map((_, j) => `j${j}`),
  parents: Int16Array.from(xs, (_, j) => j - 1),
  rest: Float32Array.from(xs.flatMap((x) => [x, 0, 0])),
  frames: Float32Array.from(xs.flatMap(() => [0, 0, 0, 1])),
});

describe('weights of another skeleton', () => {
  it('go to the nearest bones, and add up', () => {
    // Bones of the found chain have their middles at 0.5, 1.5, 2.5, and its end is at 3.
    const found = chain(0, 1, 2, 3);
    const truth = chain(0, 2.1);
    const skin = {
      joints: Uint16Array.from([0, 1, 2, 3]),
      weights: Float32Array.from([0.4, 0.3, 0.2, 0.1]),
      influenceCount: 4,
    };
    const { joints, weights } = projectSkin(skin, found, truth);
    const sums = [0, 0];
    joints.forEach((joint, k) => {
      sums[joint] += weights[k];
    });
    expect(sums[0]).toBeCloseTo(0.7, 6);
    expect(sums[1]).toBeCloseTo(0.3, 6);
    expect([...weights].filter((w) => w > 0)).toHaveLength(2);
  });

  it('stay as they are for the same skeleton', () => {
    const skeleton = chain(0, 1, 2);
    const skin = {
      joints: Uint16Array.from([1, 0, 2, 1]),
      weights: Float32Array.from([0.75, 0.25, 1, 0]),
      influenceCount: 2,
    };
    const projected = projectSkin(skin, skeleton, skeleton);
    expect([...projected.weights]).toEqual([0.75, 0.25, 1, 0]);
    expect([...projected.joints.slice(0, 3)]).toEqual([1, 0, 2]);
  });
});
