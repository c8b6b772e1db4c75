/** @file Pictures that unpack to more than they claim, and a grey one of 16384 × 16384 that took 1.7 GB. */

import { zlibSync } from 'fflate';
import { expect, it } from 'vitest';
import { decodePicture } from '../../src/render/decode-picture.js';

const HEAD = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

/** A PNG of 8-bit grey; chunks are name and bytes. */
function png(side: number, chunks: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, side);
  view.setUint32(4, side);
  header[8] = 8;
  const parts = [HEAD];
  for (const [name, bytes] of [['IHDR', header] as const, ...chunks, ['IEND', new Uint8Array()] as const]) {
    const chunk = new Uint8Array(12 + bytes.length);
    new DataView(chunk.buffer).setUint32(0, bytes.length);
    chunk.set(new TextEncoder().encode(name), 4);
    chunk.set(bytes, 8);
    parts.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

const zeros = (count: number) => zlibSync(new Uint8Array(count), { level: 9 });

it('16384 × 16384 is refused before it is unpacked', async () => {
  await expect(decodePicture(png(16384, [['IDAT', zeros(1000)]]))).rejects.toThrow(/at most 8192 × 8192/);
});

it('pixel data that unpacks to more than the header claims is refused at once', async () => {
  const bomb = png(4, [['IDAT', zeros(200 << 20)]]);
  const start = process.memoryUsage().arrayBuffers;
  await expect(decodePicture(bomb)).rejects.toThrow(/more than its header/);
  expect(process.memoryUsage().arrayBuffers - start).toBeLessThan(64 << 20);
});

it('a profile is not unpacked at all', async () => {
  const profile = Uint8Array.of(65, 0, 0, ...zeros(64 << 20));
  const rows = zlibSync(Uint8Array.of(0, 10, 20, 0, 30, 40));
  const { pixels } = await decodePicture(
    png(2, [
      ['iCCP', profile],
      ['IDAT', rows],
    ]),
  );
  expect([...pixels.filter((_, i) => i % 4 === 0)]).toEqual([10, 20, 30, 40]);
});
