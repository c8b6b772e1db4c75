/** @file The studio's page stays responsive during long work. Timed: it runs alone, after all other tests. */

import { createCreature } from 'posespace/creatures';
import { createModel, encodeModel } from 'posespace/io';
import { subdivide } from 'posespace/mesh';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenedStudio, openStudio } from './open-studio.mjs';
import { BUILT, drop, movable, opened } from './studio-page.js';

let studio: OpenedStudio;
beforeAll(async () => {
  studio = await openStudio(BUILT);
}, 120_000);
afterAll(() => studio?.close());

// Retried, since the machine may be busy: a page that freezes does so every time.
it('rigs 200,000 triangles without freezing the page', { retry: 2, timeout: 180_000 }, async () => {
  const mesh = subdivide(subdivide(createCreature('quadruped').rig.mesh));
  expect(mesh.triangles.length / 3).toBeGreaterThan(200_000);
  const model = createModel({ name: 'large', mesh });
  const [{ bytes }] = (await encodeModel(model, 'large.glb')).files;
  const { page, problems, close } = await studio.visit();
  await movable(page);
  await page.evaluate(() => {
    globalThis.longTasks.length = 0;
  });
  await drop(page, 'large.glb', bytes);
  await opened(page, 'large');
  const longest = await page.evaluate(() =>
    Math.max(0, ...globalThis.longTasks.map(({ duration }) => duration)),
  );
  expect(longest).toBeLessThan(200);
  expect(problems).toEqual([]);
  await close();
});
