import { expect, test } from 'vitest';
import { pictureSize } from './export-picture.js';
import { planTurntable } from './export-video.js';

test('a turntable makes a full turn and ends one step before its start', () => {
  const { frameCount, frame } = planTurntable(2, 30);
  expect(frameCount).toBe(60);
  expect(frame(0).azimuth).toBe(0);
  expect(frame(30).azimuth).toBeCloseTo(Math.PI);
  expect(2 * Math.PI - frame(59).azimuth!).toBeCloseTo(frame(1).azimuth!);
});

test('images have even sides, as video codecs need', () => {
  expect(pictureSize('wide', 1080, 1)).toEqual({ width: 1920, height: 1080 });
  expect(pictureSize('square', 481, 3)).toEqual({ width: 482, height: 482 });
  expect(pictureSize('stage', 720, 1.333)).toEqual({ width: 960, height: 720 });
});
