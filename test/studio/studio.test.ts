/**
 * @file The studio as a person uses it, in a real Chromium: built by Vite, served on loopback, drawn by the processor.
 * Screenshots of every panel are left in out/studio/.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { makeCreature } from 'posespace/creatures';
import { createCreatureModel, createModel, encodeModel, readModel } from 'posespace/io';
import { subdivide } from 'posespace/mesh';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptHook } from '../../studio/src/script-hook.js';
import { expectNoErrors } from '../support/valid-glb.js';
import { type OpenedStudio, openStudio, type StudioVisit } from './open-studio.mjs';

interface Place {
  readonly x: number;
  readonly y: number;
}

declare global {
  var posespaceStudio: ScriptHook;
  var longTasks: { startTime: number; duration: number }[];
}

const PICTURES = fileURLToPath(new URL('../../out/studio/', import.meta.url));
let folder: string;
let studio: OpenedStudio;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-studio-'));
  await mkdir(PICTURES, { recursive: true });
  const configFile = fileURLToPath(new URL('../../studio/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  studio = await openStudio(folder);
}, 120_000);

afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a creature can be moved and its pose space is known. */
const movable = (page: Page) =>
  page.waitForFunction(
    () => globalThis.posespaceStudio?.state().history && globalThis.posespaceStudio.state().view.scene.facts,
    undefined,
    { timeout: 60_000 },
  );
const knowing = (page: Page) =>
  page.waitForFunction(() => globalThis.posespaceStudio.state().view.pose.space, undefined, {
    timeout: 90_000,
  });
const idle = (page: Page) =>
  page.waitForFunction(() => globalThis.posespaceStudio.state().view.tasks.length === 0, undefined, {
    timeout: 90_000,
  });

/** Gives the page a file as a drop would. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      return data;
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('.studio', type, { dataTransfer: transfer });
  }
}

const poseOf = (page: Page) =>
  page.evaluate(() => {
    const { pose } = globalThis.posespaceStudio.state().history!.present.document;
    return [...pose.rotations, ...pose.root];
  });
const mode = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name }).click();
const picture = (page: Page, name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });

/** Where a joint is on the page. */
const jointOnPage = async (page: Page, joint: number) =>
  (await page.evaluate((index) => globalThis.posespaceStudio.jointOnPage(index), joint))!;

/** Drags a joint by some pixels; gives where it shall be. */
async function dragJoint(page: Page, joint: number, dx: number, dy: number): Promise<Place> {
  const from = await jointOnPage(page, joint);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(from.x + (dx * i) / 8, from.y + (dy * i) / 8);
  await page.mouse.up();
  return { x: from.x + dx, y: from.y + dy };
}

/** Size of the creature on the page, pixels: the longest distance between two joints. */
const sizeOnPage = (page: Page) =>
  page.evaluate(() => {
    const { state, jointOnPage } = globalThis.posespaceStudio;
    const count = state().history!.present.document.model.skeleton!.parents.length;
    const places = Array.from({ length: count }, (_, joint) => jointOnPage(joint)!);
    return Math.max(...places.flatMap((a) => places.map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
  });

describe('the studio', () => {
  let visit: StudioVisit;
  let page: Page;
  beforeAll(async () => {
    visit = await studio.visit();
    page = visit.page;
    await movable(page);
  }, 120_000);
  afterAll(() => visit?.close());

  it('greets with a creature that can be moved', async () => {
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    await picture(page, 'first-view');
  });

  it('opens a GLB that is dropped, with its rig and clips', async () => {
    const model = createCreatureModel(makeCreature('biped', { seed: 3 }));
    const [{ bytes }] = (await encodeModel(model, 'runner.glb')).files;
    await drop(page, 'runner.glb', bytes);
    await page.waitForFunction(
      () => globalThis.posespaceStudio.state().history?.present.document.model.name === 'runner',
    );
    await movable(page);
    const seen = await page.evaluate(() => {
      const { model } = globalThis.posespaceStudio.state().history!.present.document;
      return { names: model.skeleton!.names, clips: model.clips.map(({ name }) => name) };
    });
    expect(seen).toEqual({ names: model.skeleton!.names, clips: model.clips.map(({ name }) => name) });
  }, 90_000);

  it('follows a dragged joint to within 1 % of its size, and undo restores exactly', async () => {
    await mode(page, 'Pose');
    await knowing(page);
    const before = await poseOf(page);
    const hand = await page.evaluate(() =>
      globalThis.posespaceStudio.state().history!.present.document.model.skeleton!.names.indexOf('leftHand'),
    );
    expect(hand).toBeGreaterThan(0);
    const target = await dragJoint(page, hand, -12, -40);
    const size = await sizeOnPage(page);
    const miss = async () => {
      const { x, y } = await jointOnPage(page, hand);
      return Math.hypot(x - target.x, y - target.y) / size;
    };
    await expect.poll(miss, { timeout: 20_000 }).toBeLessThan(0.01);
    const after = await poseOf(page);
    expect(after).not.toEqual(before);
    await picture(page, 'pose');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await poseOf(page)).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await poseOf(page)).toEqual(after);
  }, 120_000);

  it('shows poses to choose from, and walks between two', async () => {
    await mode(page, 'Explore');
    await page.getByRole('button', { name: 'Sample poses' }).click();
    await page.waitForFunction(
      () => globalThis.posespaceStudio.state().view.explore.samples.length > 0,
      undefined,
      {
        timeout: 90_000,
      },
    );
    await idle(page);
    await picture(page, 'explore');
  }, 120_000);

  it('never calls out and never fails in silence', () => {
    expect(visit.strangers).toEqual([]);
    expect(visit.problems).toEqual([]);
  });
});

it('says in words what is wrong with a broken file, and keeps what is open', async () => {
  const { page, problems, close } = await studio.visit();
  await movable(page);
  const name = await page.evaluate(
    () => globalThis.posespaceStudio.state().history!.present.document.model.name,
  );
  await drop(page, 'broken.glb', new TextEncoder().encode('this is no creature'));
  const alert = page.getByRole('alert');
  await alert.waitFor({ timeout: 30_000 });
  expect(await alert.textContent()).toMatch(/broken\.glb.*not a GLB file/);
  expect(
    await page.evaluate(() => globalThis.posespaceStudio.state().history!.present.document.model.name),
  ).toBe(name);
  await picture(page, 'broken-file');
  expect(problems).toEqual([]);
  await close();
}, 90_000);

it('rigs 200,000 triangles without freezing the page', async () => {
  let { mesh } = makeCreature('quadruped', { seed: 2 }).rig;
  while (mesh.triangles.length / 3 < 200_000) mesh = subdivide(mesh);
  const model = createModel({ name: 'large', mesh });
  const [{ bytes }] = (await encodeModel(model, 'large.glb')).files;
  const { page, problems, close } = await studio.visit();
  await movable(page);
  await page.evaluate(() => {
    globalThis.longTasks.length = 0;
  });
  await drop(page, 'large.glb', bytes);
  await page.waitForFunction(
    () => globalThis.posespaceStudio.state().history!.present.document.model.name === 'large',
    undefined,
    { timeout: 120_000 },
  );
  const longest = await page.evaluate(() =>
    Math.max(0, ...globalThis.longTasks.map(({ duration }) => duration)),
  );
  expect(longest).toBeLessThan(200);
  expect(problems).toEqual([]);
  await close();
}, 180_000);

it('reads back what it writes', async () => {
  const model = createCreatureModel(makeCreature('bird', { seed: 1 }));
  const [{ bytes }] = (await encodeModel(model, 'wren.glb')).files;
  const { page, problems, close } = await studio.visit();
  await movable(page);
  await drop(page, 'wren.glb', bytes);
  await page.waitForFunction(
    () => globalThis.posespaceStudio.state().history!.present.document.model.name === 'wren',
  );
  await mode(page, 'Export');
  await picture(page, 'export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export GLB' }).click();
  const path = join(folder, 'wren-out.glb');
  await (await download).saveAs(path);
  const { readFile } = await import('node:fs/promises');
  const written = await readFile(path);
  await expectNoErrors(written);
  const again = await readModel('wren-out.glb', written);
  expect(again.clips.map(({ name }) => name)).toEqual(model.clips.map(({ name }) => name));
  expect(again.clips[0].poses[3].rotations).toEqual(
    (await readModel('wren.glb', bytes)).clips[0].poses[3].rotations,
  );
  expect(problems).toEqual([]);
  await close();
}, 120_000);
