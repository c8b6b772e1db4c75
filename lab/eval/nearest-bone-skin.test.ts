import { expect, it } from 'vitest';
import { nearestBoneSkin } from './nearest-bone-skin.js';

it('gives each vertex wholly to the nearest bone, ties to the joint further out', () => {
  // A chain along x with joints at 0, 1 and 2; the last is a leaf, a point.
  const skeleton = {
    names: ['a', 'b', 'c'],
    parents: Int16Array.of(-1, 0, 1),
    rest: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
    frames: new Float32Array(12),
  };
  const xs = [-5, 0.5, 0.9, 1, 1.2, 2, 7];
  const positions = Float32Array.from(xs.flatMap((x) => [x, 0.3, 0]));
  const skin = nearestBoneSkin({ positions, triangles: new Uint32Array(0) }, skeleton);
  expect([...skin.joints]).toEqual([0, 0, 0, 1, 1, 2, 2]);
  expect([...skin.weights]).toEqual(xs.map(() => 1));
  expect(skin.influenceCount).toBe(1);
});
