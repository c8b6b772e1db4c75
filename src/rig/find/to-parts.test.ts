import { expect, it } from 'vitest';
import type { BodyFrame } from './body-frame.js';
import type { FoundSkeleton } from './find-skeleton.js';
import { PART_COUNT, toParts } from './to-parts.js';

const FRAME: BodyFrame = {
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
  scale: 2,
  symmetric: false,
};

/** A comb: a line with a tooth at every joint. */
function comb(teeth: number): FoundSkeleton {
  const rest: number[] = [];
  const parents: number[] = [];
  for (let i = 0; i < teeth; i++) {
    parents.push(i === 0 ? -1 : 2 * i - 2, 2 * i);
    rest.push(i / teeth, 0, 0, i / teeth, 0.3 + 0.01 * i, 0);
  }
  const count = parents.length;
  const skeleton = {
    names: parents.map((_, j) => `joint${j}`),
    parents: Int16Array.from(parents),
    rest: Float32Array.from(rest),
    frames: new Float32Array(count * 4),
  };
  return {
    skeleton,
    confidence: new Float32Array(count).fill(0.5),
    radii: new Float32Array(count).fill(0.1),
    findings: [],
  };
}

it.each([3, 8, 30])('gives what is no body the same number of parts, from %i teeth', (teeth) => {
  const { skeleton, confidence, radii, partner } = toParts(comb(teeth), FRAME);
  expect([...partner]).toEqual(new Array(PART_COUNT).fill(-1));
  expect(skeleton.parents.length).toBe(PART_COUNT);
  expect([confidence.length, radii.length, skeleton.frames.length]).toEqual([16, 16, 64]);
  skeleton.parents.forEach((parent, j) => {
    expect(parent).toBeLessThan(j);
  });
  expect(Math.max(...skeleton.rest)).toBeLessThanOrEqual(1);
});
