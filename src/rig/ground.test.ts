import { expect, it } from 'vitest';
import { findClipGround, findPosesGround, findRestGround, lowestPoint, measureBodyHeight } from './ground.js';

const skeleton = {
  names: ['hips', 'foot'],
  parents: Int16Array.of(-1, 0),
  rest: Float32Array.of(0, 3, 0, 0, 1, 0),
  frames: new Float32Array(8),
};

it('is under the lowest vertex that a triangle uses at rest, or under the lowest joint', () => {
  const mesh = {
    positions: Float32Array.of(0, 0.5, 0, 1, 2, 0, 0, 4, 0, 0, -9, 0, 0, Number.NaN, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 1, 4),
  };
  expect(findRestGround({ skeleton, mesh })).toBe(0.5);
  expect(findRestGround({ skeleton })).toBe(1);
  expect(measureBodyHeight({ skeleton, mesh })).toBe(3.5);
  expect(measureBodyHeight({ skeleton })).toBe(2);
});

it('is where the lowest heights of poses are densest', () => {
  expect(findPosesGround([2, 2.001, 2.002, 2.001, 1.7, 2.6, 3], 1)).toBe(2.001);
  expect(findPosesGround([0.02, Number.NaN, 0.02, 0.5], 1)).toBe(0.02);
  expect(findPosesGround([], 1)).toBe(0);
});

it('is at the zero of a clip that is near it', () => {
  const frames = (...lows: number[]) => lows.map((low) => [0, low, 0, 5, low + 1, 0]);
  expect(findClipGround(frames(2, 2.001, 2.002, 2.001, 1.7, 2.6, 3), 1)).toBe(2.001);
  expect(findClipGround(frames(0.02, 0.02, 0.5, -0.1), 1)).toBe(0);
  expect(findClipGround([], 1)).toBe(0);
});

it('finds the lowest of some points', () => {
  const points = [0, 3, 0, 0, 1, 0, 0, 2, 0];
  expect(lowestPoint(points)).toBe(1);
  expect(lowestPoint(points, [0, 2])).toBe(2);
  expect(lowestPoint(points, [])).toBe(Infinity);
});
