import { expect, it } from 'vitest';
import { hold, stepAt } from './motion-curves.js';

it('keeps a standing foot where it is and moves it by one cycle per swing', () => {
  const standing = [0, 0.2, 0.55].map((phase) => stepAt(phase, 0, 0.6).travel);
  expect(standing).toEqual([0.3, 0.3, 0.3]);
  expect(stepAt(1.1, 0, 0.6).travel).toBeCloseTo(1.3, 12);
  expect(stepAt(0.8, 0, 0.6).lift).toBeCloseTo(1, 12);
});

it('has the body pass over the foot in the middle of its stance', () => {
  const offset = 0.35;
  const middle = 1 - offset + 0.3;
  expect(stepAt(middle, offset, 0.6).travel).toBeCloseTo(middle, 12);
});

it('holds between two soft edges', () => {
  expect([0, 0.15, 0.5, 0.85, 1].map((t) => hold(t, 0.1, 0.2, 0.8, 0.9))).toEqual(
    [0, 0.5, 1, 0.5, 0].map((x) => expect.closeTo(x, 12)),
  );
});
