/** @file What the user says of a limb in the studio: it holds for motions, is undone, is in the file, and is there again. */

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { generateMotion } from 'posespace';
import { createModel, encodeModel, readModel } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import { arms, kindOf, legs } from 'posespace/rig';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoErrors } from '../support/valid-glb.js';
import { type OpenedStudio, openStudio, type StudioVisit } from './open-studio.mjs';
import { drop, idle, mode, movable, opened } from './studio-page.js';

const BUILT = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../out/studio/', import.meta.url));

let folder: string;
let studio: OpenedStudio;
let visit: StudioVisit;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-limb-'));
  await mkdir(PICTURES, { recursive: true });
  studio = await openStudio(BUILT);
  visit = await studio.visit({ width: 1280, height: 900 });
  page = visit.page;
  await movable(page);
}, 120_000);

afterAll(async () => {
  await visit?.close();
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

const title = (text: string) => page.locator('.rig-sentence').getByText(text, { exact: true }).waitFor();
const limb = (name: string) => page.getByRole('list', { name: 'Limbs' }).getByTitle(name, { exact: true });
const QUADRUPED = 'Quadruped: 4 legs, head, tail';
const CORRECTED = 'Biped: 2 legs, 2 arms, head, tail';

it('a limb of a dropped file is what the user says, until that is undone', { timeout: 180_000 }, async () => {
  const { mesh, skeleton, skin } = await readSample('cat');
  const model = createModel({ name: 'beast', mesh, skeleton, skin });
  const [{ bytes }] = (await encodeModel(model, 'beast.glb')).files;
  await drop(page, 'beast.glb', bytes);
  await opened(page, 'beast');
  await movable(page);
  await mode(page, 'Rig');
  await title(QUADRUPED);
  await limb('left front leg').click();
  await page.getByLabel('This limb is', { exact: true }).selectOption('Arm');
  await title(CORRECTED);
  await page.getByRole('button', { name: 'Undo' }).click();
  await title(QUADRUPED);
  await page.getByRole('button', { name: 'Redo' }).click();
  await title(CORRECTED);
  expect(await limb('left arm').textContent()).toMatch(/set$/);
  await page.screenshot({ path: join(PICTURES, 'correct-limb.png') });
});

it('its walk stands on the other legs, and the file says so', { timeout: 180_000 }, async () => {
  await idle(page);
  await mode(page, 'Motion');
  await page.getByRole('button', { name: 'Add walk', exact: true }).click({ timeout: 60_000 });
  const clips = () =>
    page.evaluate(() =>
      globalThis.posespaceStudio.state().history!.present.document.model.clips.map(({ name }) => name),
    );
  await expect.poll(clips, { timeout: 60_000 }).toEqual(['walk']);
  await mode(page, 'Export');
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Export GLB' }).click();
  await (await download).saveAs(join(folder, 'upright.glb'));
  const written = await readFile(join(folder, 'upright.glb'));
  await expectNoErrors(written);
  const again = await readModel('upright.glb', written);
  const anatomy = again.anatomy!;
  expect([kindOf(anatomy), legs(anatomy).length, arms(anatomy).length]).toEqual(['biped', 2, 2]);
  expect(Math.min(...arms(anatomy)[0].map((joint) => anatomy.confidence[joint]))).toBe(1);
  expect(generateMotion(again, 'walk').contacts.tracks).toHaveLength(2);
  const [walk] = again.clips;
  expect(walk.name).toBe('walk');
});

it('opened again, the correction is there', { timeout: 180_000 }, async () => {
  const written = await readFile(join(folder, 'upright.glb'));
  await drop(page, 'again.glb', written);
  await page.getByRole('button', { name: 'Open it' }).click({ timeout: 60_000 });
  await opened(page, 'again');
  await mode(page, 'Rig');
  await title(CORRECTED);
  expect(await limb('left arm').textContent()).toMatch(/set$/);
  expect(visit.problems).toEqual([]);
});
