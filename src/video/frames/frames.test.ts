import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVideoFile, writeVideoFile } from '../../io/node-video-file.js';
import { createImage, type Image } from '../../render/image.js';
import { decodeVideo } from './decode-video.js';
import { encodeVideo } from './encode-video.js';
import { resizeImage } from './resize-image.js';
import { sliceVideo } from './slice-video.js';
import { createVideoFrames } from './video-frames.js';

/** A square that moves to the right, one step a frame. */
const video = createVideoFrames(
  Array.from({ length: 10 }, (_, f) => {
    const image = createImage(96, 64, [40, 90, 160]);
    for (let y = 20; y < 44; y++) {
      for (let x = 8 + f * 6; x < 32 + f * 6; x++) image.pixels.set([220, 120, 40, 255], (y * 96 + x) * 4);
    }
    return image;
  }),
  20,
);

/** Where the square is: mean column of its pixels. */
function squareColumn({ width, pixels }: Image): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i] < 128) continue;
    sum += (i / 4) % width;
    count++;
  }
  return sum / count;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-video-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('readVideoFile and writeVideoFile', () => {
  for (const name of ['a.mp4', 'a.webm', 'a.gif', 'frames']) {
    it(`${name}: frames, rate and what is in them survive`, async () => {
      const path = join(folder, name);
      await writeVideoFile(path, video);
      const read = await readVideoFile(path, { folderRate: 20 });
      expect(read.images.length).toBe(10);
      expect(read.frameRate).toBeCloseTo(20, 1);
      read.images.forEach((image, f) => {
        expect(Math.abs(squareColumn(image) - (19.5 + f * 6))).toBeLessThan(0.7);
      });
      expect((await readdir(folder)).filter((one) => one.endsWith('.part'))).toEqual([]);
    });
  }

  it('reads a part at another rate', async () => {
    const path = join(folder, 'part.mp4');
    await writeVideoFile(path, video);
    const read = await readVideoFile(path, { start: 0.2, end: 0.4, frameRate: 10 });
    expect(read.images.length).toBe(2);
    expect(Math.abs(squareColumn(read.images[0]) - (19.5 + 4 * 6))).toBeLessThan(6.5);
  });

  it('says what is wrong with a file that is no video, and with one that is cut off', async () => {
    const path = join(folder, 'broken.mp4');
    await writeFile(path, 'no video');
    await expect(readVideoFile(path)).rejects.toThrow(/damaged or no video/);
    const bytes = await encodeVideo(video, { format: 'gif' });
    await expect(decodeVideo(bytes.subarray(0, 20))).rejects.toThrow(/video\/decodeVideo/);
  });

  it('refuses more frames than allowed before it keeps them', async () => {
    const bytes = await encodeVideo(video, { format: 'gif' });
    await expect(decodeVideo(bytes, { limits: { maxFrames: 4 } })).rejects.toThrow(/more than 4 frames/);
    expect((await decodeVideo(bytes, { limits: { maxSide: 48 } })).width).toBe(48);
  });
});

it('sliceVideo cuts and resamples', () => {
  const part = sliceVideo(video, { start: 0.1, end: 0.3, frameRate: 40 });
  expect(part.images.map((image) => Math.round((squareColumn(image) - 19.5) / 6))).toEqual([
    2, 2, 3, 3, 4, 4, 5, 5,
  ]);
  expect(() => sliceVideo(video, { start: 2 })).toThrow(/inside the video/);
});

it('resizeImage keeps the mean', () => {
  const small = resizeImage(video.images[0], 31, 17);
  const mean = ({ pixels }: Image) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  expect(Math.abs(mean(small) - mean(video.images[0]))).toBeLessThan(1);
});
