/** @file From a bare mesh to a game file in the studio: rigged, three motions of the gallery, exported, played by three. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createModel, encodeModel } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import { AnimationMixer, Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoErrors } from '../support/valid-glb.js';
import { type OpenedStudio, openStudio, type StudioVisit } from './open-studio.mjs';
import { drop, mode, movable, opened } from './studio-page.js';

const BUILT = fileURLToPath(new URL('../../studio/dist', import.meta.url));
/** From the drop to a walk that plays, seconds: 15 on a free machine, more where tests share it. */
const MOST_SECONDS = 90;

let folder: string;
let studio: OpenedStudio;
let visit: StudioVisit;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-motion-'));
  studio = await openStudio(BUILT);
  visit = await studio.visit({ width: 1280, height: 800 });
  page = visit.page;
  await movable(page);
}, 120_000);

afterAll(async () => {
  await visit?.close();
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

const motionView = () => page.evaluate(() => globalThis.posespaceStudio.state().view.motion);
const clipNames = () =>
  page.evaluate(() =>
    globalThis.posespaceStudio.state().history!.present.document.model.clips.map(({ name }) => name),
  );
const add = (name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true }).click();

it('a bare OBJ walks within seconds of being dropped', { timeout: 180_000 }, async () => {
  const { mesh } = await readSample('wolf');
  const [{ bytes }] = (await encodeModel(createModel({ name: 'beast', mesh }), 'beast.obj')).files;
  const start = performance.now();
  await drop(page, 'beast.obj', bytes);
  await opened(page, 'beast');
  await movable(page);
  await mode(page, 'Motion');
  await page.getByRole('button', { name: 'Add walk', exact: true }).waitFor({ timeout: 60_000 });
  await add('walk');
  await expect.poll(async () => (await motionView()).playing, { timeout: 60_000 }).toBe(true);
  const seconds = (performance.now() - start) / 1000;
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

it('thumbnails of what it can do appear, and sliders change the clip while it plays', {
  timeout: 120_000,
}, async () => {
  const thumbs = () => page.locator('.motion-thumb img').count();
  await expect.poll(thumbs, { timeout: 90_000, interval: 200 }).toBeGreaterThanOrEqual(12);
  const lengthOf = () =>
    page.evaluate(() => {
      const [clip] = globalThis.posespaceStudio.state().history!.present.document.model.clips;
      return clip.times[clip.times.length - 1];
    });
  const before = await lengthOf();
  await page.getByRole('slider', { name: 'Speed', exact: true }).focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(lengthOf, { timeout: 30_000 }).not.toBe(before);
  expect((await motionView()).playing).toBe(true);
});

it('exports three clips that three.js plays', { timeout: 120_000 }, async () => {
  for (const name of ['attack', 'idle']) await add(name);
  await expect.poll(clipNames, { timeout: 60_000 }).toEqual(['walk', 'attack', 'idle']);
  await mode(page, 'Export');
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Export GLB' }).click();
  const path = join(folder, 'beast.glb');
  await (await download).saveAs(path);
  const written = await readFile(path);
  await expectNoErrors(written);
  const buffer = Uint8Array.from(written).buffer;
  const { scene, animations } = await new GLTFLoader().parseAsync(buffer, '');
  expect(animations.map(({ name }) => name)).toEqual(['walk', 'attack', 'idle']);
  const mixer = new AnimationMixer(scene);
  const rest = new Box3().setFromObject(scene, true).getSize(new Vector3());
  for (const clip of animations) {
    mixer.stopAllAction();
    mixer.clipAction(clip).play();
    mixer.setTime(clip.duration * 0.4);
    scene.updateMatrixWorld(true);
    const size = new Box3().setFromObject(scene, true).getSize(new Vector3());
    // It moves, and stays a body of its size.
    expect(size.distanceTo(rest), clip.name).toBeGreaterThan(1e-4);
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(size[axis] / rest[axis], clip.name).toBeGreaterThan(0.5);
      expect(size[axis] / rest[axis], clip.name).toBeLessThan(2);
    }
  }
});

it('a file with clips asks: its motion for the open creature, or open it', { timeout: 120_000 }, async () => {
  const written = await readFile(join(folder, 'beast.glb'));
  await drop(page, 'other.glb', written);
  await page.getByRole('button', { name: 'Use its motion' }).click({ timeout: 60_000 });
  await expect.poll(async () => (await clipNames()).length, { timeout: 60_000 }).toBe(6);
  await drop(page, 'other.glb', written);
  await page.getByRole('button', { name: 'Open it' }).click({ timeout: 60_000 });
  await opened(page, 'other');
  await expect.poll(async () => (await motionView()).playing, { timeout: 60_000 }).toBe(true);
  expect(visit.problems).toEqual([]);
});
