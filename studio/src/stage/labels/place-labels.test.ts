import { expect, it } from 'vitest';
import { placeLabels } from './place-labels.js';

it('shows emphasized labels, then those that fit', () => {
  const spots = [
    { joint: 0, x: 10, y: 10, width: 50, emphasized: false },
    { joint: 1, x: 40, y: 19, width: 50, emphasized: true },
    { joint: 2, x: 95, y: 15, width: 50, emphasized: false },
    { joint: 3, x: 10, y: 40, width: 50, emphasized: false },
  ];
  expect([...placeLabels(spots)].sort()).toEqual([1, 2, 3]);
});
