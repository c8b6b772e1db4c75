import { expect, it } from 'vitest';
import { evenIndices, sampleEvenly } from './sample-evenly.js';

it('takes the middles of equal stretches, and all where there are no more', () => {
  expect(evenIndices(10, 5)).toEqual([1, 3, 5, 7, 9]);
  expect(evenIndices(3, 5)).toEqual([0, 1, 2]);
  expect(evenIndices(0, 5)).toEqual([]);
  expect(sampleEvenly(['a', 'b', 'c', 'd'], 2)).toEqual(['b', 'd']);
});
