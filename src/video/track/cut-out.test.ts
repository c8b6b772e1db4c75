import { expect, it } from 'vitest';
import { createImage } from '../../render/image.js';
import { cutOutCreature } from './cut-out.js';

/** A red block of 40 × 20 on grey. */
function block(width: number, height: number, left: number, top: number) {
  const image = createImage(width, height, [120, 120, 124, 255]);
  for (let y = top; y < top + 20; y++)
    for (let x = left; x < left + 40; x++) image.pixels.set([200, 40, 30, 255], (y * width + x) * 4);
  return image;
}

it('puts the creature in the middle of a square, on white without opacity', () => {
  const out = cutOutCreature(block(160, 100, 90, 60));
  expect([out.width, out.height]).toEqual([48, 48]);
  const pixel = (x: number, y: number) =>
    Array.from(out.pixels.subarray((y * 48 + x) * 4, (y * 48 + x) * 4 + 4));
  expect(pixel(24, 24)).toEqual([200, 40, 30, 255]);
  expect(pixel(24, 2)).toEqual([255, 255, 255, 0]);
  const opaque = out.pixels.filter((value, i) => i % 4 === 3 && value === 255).length;
  expect(opaque).toBe(800);
});

it('refuses an empty frame', () => {
  expect(() => cutOutCreature(createImage(80, 60, [120, 120, 124, 255]))).toThrow(
    /nothing before the background/,
  );
});
