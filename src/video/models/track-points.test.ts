import { expect, it } from 'vitest';
import { ATI_TRACKS, resampleTrack, speedTrack } from './track-points.js';

const line = [0, 1, 2, 3].map((x) => ({ x: x * 10, y: 5 }));

it('resamples a track, which stays at its end', () => {
  const points = resampleTrack(line, 8, { rate: 16, count: 9 });
  expect(points.map(({ x }) => x)).toEqual([0, 5, 10, 15, 20, 25, 30, 30, 30]);
  expect(resampleTrack(line, 16, ATI_TRACKS)).toHaveLength(121);
  expect(resampleTrack([], 16, ATI_TRACKS)).toEqual([]);
});

it('gives speeds by which every step takes as long, none of them 0', () => {
  const points = [0, 10, 40, 40].map((x) => ({ x, y: 0 }));
  expect(speedTrack(points).map(({ speed }) => speed)).toEqual([0.75, 2.25, 0.01, 0.01]);
  expect(speedTrack([{ x: 1, y: 1 }])).toEqual([{ x: 1, y: 1, speed: 1 }]);
});
