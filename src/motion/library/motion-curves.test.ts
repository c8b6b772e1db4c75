import { expect, it } from 'vitest';
import { hold } from './motion-curves.js';

it('holds between two soft edges', () => {
  expect([0, 0.15, 0.5, 0.85, 1].map((t) => hold(t, 0.1, 0.2, 0.8, 0.9))).toEqual(
    [0, 0.5, 1, 0.5, 0].map((x) => expect.closeTo(x, 12)),
  );
});
