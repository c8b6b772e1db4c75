import { expect, test } from 'vitest';
import { areVideo } from './video-kind.js';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('a video is one video file, or pictures alone', () => {
  expect(areVideo(named('walk.MP4'))).toBe(true);
  expect(areVideo(named('walk.gif'))).toBe(true);
  expect(areVideo(named('walk/0001.png', 'walk/0002.png'))).toBe(true);
});

test('models with their textures are none', () => {
  expect(areVideo(named('hero.obj', 'hero.png', 'skin.png'))).toBe(false);
  expect(areVideo(named('skin.png'))).toBe(false);
  expect(areVideo([])).toBe(false);
});
