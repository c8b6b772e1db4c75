/**
 * @file Latency of the studio: from navigation to the first animated creature, and from a pointer event to the frame that
 * shows the new pose. In headless Chromium with software rendering; a GPU only helps.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { openStudio } from '../test/studio/open-studio.mjs';

const VISITS = 3;
const MOVES = 60;

const folder = await mkdtemp(join(tmpdir(), 'posespace-bench-'));
await build({
  configFile: fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url)),
  logLevel: 'error',
  build: { outDir: folder, emptyOutDir: true },
});
const studio = await openStudio(folder);
const times = { scene: [], poseSpace: [], plain: [], space: [] };
let facts;
for (let i = 0; i < VISITS; i++) {
  const { page, close } = await studio.visit();
  const since = async (condition) => {
    await page.waitForFunction(condition, undefined, { timeout: 120_000, polling: 20 });
    return page.evaluate(() => performance.now());
  };
  times.scene.push(await since(() => globalThis.posespaceStudio?.state().view.scene.facts));
  times.plain.push(...(await drag(page)));
  times.poseSpace.push(await since(() => globalThis.posespaceStudio.state().view.pose.space));
  times.space.push(...(await drag(page)));
  facts = await page.evaluate(() => globalThis.posespaceStudio.state().view.pose.space);
  await close();
}
await studio.close();
await rm(folder, { recursive: true, force: true });

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(
  `Studio, ${VISITS} visits with an empty cache, network on ${facts.provider}, ${facts.threads} threads`,
);
console.log(`  creature animated          ${(median(times.scene) / 1000).toFixed(2)} s after navigation`);
console.log(`  pose space open            ${(median(times.poseSpace) / 1000).toFixed(2)} s after navigation`);
console.log(
  `  drag, before it is open    ${median(times.plain).toFixed(0)} ms from pointer event to frame (median)`,
);
console.log(
  `  drag, in the pose space    ${median(times.space).toFixed(0)} ms from pointer event to frame (median)`,
);

/** Drags a leaf joint in circles; milliseconds of every update that was drawn. */
async function drag(page) {
  const joint = await page.evaluate(() => {
    const { parents } = globalThis.posespaceStudio.state().history.present.document.model.skeleton;
    return parents.findIndex((_, j) => j > 8 && !parents.includes(j));
  });
  const from = await page.evaluate((index) => globalThis.posespaceStudio.jointOnPage(index), joint);
  await page.evaluate(() => performance.clearMeasures('posespace:drag'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 0; i < MOVES; i++) {
    const angle = (i / MOVES) * 4 * Math.PI;
    await page.mouse.move(from.x + 30 * Math.sin(angle), from.y - 25 * (1 - Math.cos(angle)));
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.waitForTimeout(300);
  return page.evaluate(() => performance.getEntriesByName('posespace:drag').map(({ duration }) => duration));
}
