/** @file What a first visit of the studio loads, in bytes over the wire. `bench/studio.mjs` measures how long it takes. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenedStudio, openStudio } from './open-studio.mjs';
import { movable, spaceOpen } from './studio-page.js';

const BUILT = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const MOST_BYTES = 9e6;
let studio: OpenedStudio;

beforeAll(async () => {
  studio = await openStudio(BUILT);
}, 120_000);
afterAll(() => studio?.close());

it('loads at most 9 MB, and keeps only what was used', { timeout: 120_000 }, async () => {
  const before = studio.sentBytes();
  const { page, problems, close } = await studio.visit();
  try {
    await movable(page);
    await spaceOpen(page);
    expect(studio.sentBytes() - before).toBeGreaterThan(1e6);
    expect(studio.sentBytes() - before).toBeLessThan(MOST_BYTES);
    // The service worker keeps what was loaded, and fetches panels that were not; no other network or runtime.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => url);
    });
    const heavy = kept.filter((url) => /\.wasm$|\/models\//.test(url)).map((url) => url.replace(/.*\//, ''));
    expect(heavy.map((name) => name.replace(/-[^-.]+\.wasm$/, '.wasm')).sort()).toEqual([
      'card.json',
      'encoder.planes',
      'ort-wasm-simd-threaded.wasm',
      'step.planes',
    ]);
    expect(problems).toEqual([]);
  } finally {
    await close();
  }
});
