import { expect, it } from 'vitest';
import { findOpticalFlow } from './optical-flow.js';
import { findOpticalFlowReference } from './optical-flow.reference.js';

const [WIDTH, HEIGHT] = [97, 66];

/** A texture of waves, displaced by (u, v), brighter by `light`. */
const picture = (u: number, v: number, light = 0): Float32Array =>
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [(i % WIDTH) - u, Math.floor(i / WIDTH) - v];
    return (
      50 +
      light +
      12 * Math.sin(x / 4.1 + y / 9) +
      9 * Math.cos(y / 3.7 - x / 11) +
      5 * Math.sin(x / 13) * Math.cos(y / 15)
    );
  });
const everywhere = new Uint8Array(WIDTH * HEIGHT).fill(1);

it('finds a displacement to a twentieth of a pixel, whatever the brightness', () => {
  const flow = findOpticalFlow(picture(0, 0), picture(3.3, -2.6, 10), everywhere, WIDTH, HEIGHT);
  for (let y = 16; y < HEIGHT - 16; y += 5) {
    for (let x = 16; x < WIDTH - 16; x += 5) {
      expect(Math.abs(flow[(y * WIDTH + x) * 2] - 3.3)).toBeLessThan(0.05);
      expect(Math.abs(flow[(y * WIDTH + x) * 2 + 1] + 2.6)).toBeLessThan(0.05);
    }
  }
});

it('agrees with the reference, and is zero where nothing is wanted', () => {
  const wanted = everywhere.map((_, i) => (i % WIDTH > 30 ? 1 : 0));
  const fast = findOpticalFlow(picture(0, 0), picture(1.2, 0.7), wanted, WIDTH, HEIGHT, { levels: 2 });
  const slow = findOpticalFlowReference(picture(0, 0), picture(1.2, 0.7), wanted, WIDTH, HEIGHT, {
    levels: 2,
  });
  let largest = 0;
  for (let i = 0; i < fast.length; i++) largest = Math.max(largest, Math.abs(fast[i] - slow[i]));
  expect(largest).toBeLessThan(0.02);
  expect(fast[(20 * WIDTH + 5) * 2]).toBe(0);
});

it('refuses pictures of another size', () => {
  expect(() => findOpticalFlow(picture(0, 0), picture(0, 0), everywhere, WIDTH, 20)).toThrow(
    /pictures of 97 × 20/,
  );
});
