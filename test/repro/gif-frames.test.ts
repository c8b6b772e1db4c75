/**
 * @file A GIF of 43 bytes claims a frame of 65535 × 65535: its decoder ended the whole process, out of a thread too. One of
 * 1,400 bytes has 60 frames of a pixel each on a screen of 8192 × 8192: 45 s and more.
 */

import { expect, it } from 'vitest';
import { decodeVideo } from '../../src/video/frames/decode-video.js';

const word = (value: number) => [value & 255, value >> 8];
const box = (left: number, top: number, width: number, height: number) => [
  ...[left, top, width, height].flatMap(word),
];

/** Frames on a screen, each with the code for "clear" alone. */
function gif(screen: [number, number], frames: readonly number[][]): Uint8Array {
  return Uint8Array.of(
    ...[...'GIF89a'].map((letter) => letter.charCodeAt(0)),
    ...[...word(screen[0]), ...word(screen[1]), 0x80, 0, 0],
    ...[0, 0, 0, 255, 255, 255],
    ...frames.flatMap((frame) => [0x2c, ...frame, 0, 2, 1, 0x2c, 0]),
    0x3b,
  );
}

it('frames that leave the screen are refused', async () => {
  const bytes = gif([1, 1], [box(0, 0, 65535, 65535)]);
  expect(bytes.length).toBeLessThan(50);
  await expect(decodeVideo(bytes)).rejects.toThrow(/claims 65535 × 65535 pixels.*its screen has 1 × 1/);
});

it('more pixels than can be drawn are refused, whatever they are shrunk to', async () => {
  const start = performance.now();
  const many = Array.from({ length: 60 }, () => box(0, 0, 1, 1));
  await expect(decodeVideo(gif([8192, 8192], many))).rejects.toThrow(/too many pixels/);
  await expect(decodeVideo(gif([4096, 4096], [...many, ...many]))).rejects.toThrow(/too many pixels/);
  expect(performance.now() - start).toBeLessThan(1000);
});

it('a screen of usual size is read', async () => {
  const { images, width, height } = await decodeVideo(gif([64, 48], [box(0, 0, 64, 48), box(8, 8, 4, 4)]));
  expect([images.length, width, height]).toEqual([2, 64, 48]);
});
