/**
 * @file The studio in a real Chromium: built by Vite, served on loopback, drawn in software. Screenshots of every panel
 * are written to out/studio/.
 */

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { createModel, encodeModel, readModel } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import { subdivide } from 'posespace/mesh';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCreature } from '../../lab/creatures/create-creature.js';
import { expectNoErrors } from '../support/valid-glb.js';
import { type OpenedStudio, openStudio, type StudioVisit } from './open-studio.mjs';
import {
  drop,
  dropHeld,
  holdFile,
  idle,
  longestTask,
  mode,
  movable,
  opened,
  poseOf,
  spaceOpen,
} from './studio-page.js';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The production build of `npm run build:studio`. */
const BUILT = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../out/studio/', import.meta.url));
let folder: string;
let studio: OpenedStudio;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-studio-'));
  await mkdir(PICTURES, { recursive: true });
  studio = await openStudio(BUILT);
}, 120_000);

afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Largest difference of two lists of quaternions; q and −q are equal. */
function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let o = 0; o < a.length; o += 4) {
    const same = [0, 1, 2, 3].map((k) => Math.abs(a[o + k] - b[o + k]));
    const opposite = [0, 1, 2, 3].map((k) => Math.abs(a[o + k] + b[o + k]));
    most = Math.max(most, Math.min(Math.max(...same), Math.max(...opposite)));
  }
  return most;
}

/** Saves a screenshot once the creature is drawn: compiling shaders in software takes seconds. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(PICTURES, `${name}.png`);
  const canvas = page.locator('.stage canvas').first();
  const share = async () => drawnShare(await page.screenshot({ path }), (await canvas.boundingBox())!);
  await expect.poll(share, { timeout: 60_000, interval: 200 }).toBeGreaterThan(0.04);
}

/** Share of pixels in a box that differ from the background, the median brightness. */
function drawnShare(png: Uint8Array, box: Place & { width: number; height: number }): number {
  const { data, channels, width, height } = decode(png);
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  const right = Math.min(width, left + Math.round(box.width));
  const bottom = Math.min(height, top + Math.round(box.height));
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) counts[data[(y * width + x) * channels + 1]]++;
  }
  const total = (right - left) * (bottom - top);
  let background = 0;
  for (let below = counts[0]; below <= total / 2; below += counts[background]) background++;
  const near = counts.subarray(Math.max(0, background - 30), background + 31);
  return 1 - near.reduce((sum, count) => sum + count, 0) / total;
}

/** Waits until a change is drawn and its transitions are over. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((next) => requestAnimationFrame(next));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

const POLL = { timeout: 30_000, interval: 500 };

/** Mean colour of the page around a joint, 0 to 255. */
async function colorAt(page: Page, joint: number): Promise<number[]> {
  const { x, y } = await jointOnPage(page, joint);
  const clip = { x: Math.round(x) - 4, y: Math.round(y) - 4, width: 9, height: 9 };
  const { data, channels } = decode(await page.screenshot({ clip }));
  const count = data.length / channels;
  return [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = k; i < data.length; i += channels) sum += data[i];
    return sum / count;
  });
}

const saturation = (color: readonly number[]): number => Math.max(...color) - Math.min(...color);

/** Position of a joint on the page. */
const jointOnPage = async (page: Page, joint: number) =>
  (await page.evaluate((index) => globalThis.posespaceStudio.jointOnPage(index), joint))!;

/** Drags a joint by some pixels; returns its target. */
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

  it('opens a sample creature that can be posed', async () => {
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    await picture(page, 'first-view');
  });

  it('opens a dropped GLB with its rig and clips', async () => {
    const model = await readSample('alien');
    const [{ bytes }] = (await encodeModel(model, 'runner.glb')).files;
    await drop(page, 'runner.glb', bytes);
    await opened(page, 'runner');
    await movable(page);
    const seen = await page.evaluate(() => {
      const { model } = globalThis.posespaceStudio.state().history!.present.document;
      return { names: model.skeleton!.names, clips: model.clips.map(({ name }) => name) };
    });
    expect(seen).toEqual({ names: model.skeleton!.names, clips: model.clips.map(({ name }) => name) });
  }, 90_000);

  it('moves a dragged joint to within 1 % of the body size of its target, and undo is exact', async () => {
    await mode(page, 'Pose');
    await spaceOpen(page);
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

  it('samples poses and applies one by a click', async () => {
    await mode(page, 'Explore');
    await page.getByRole('button', { name: 'Sample poses' }).click();
    const second = page.getByRole('button', { name: 'Apply sample 2', exact: true });
    await second.waitFor({ timeout: 90_000 });
    await idle(page);
    await page.waitForFunction(() => document.querySelectorAll('.panel img').length >= 8, undefined, {
      timeout: 60_000,
    });
    const before = await poseOf(page);
    await second.click();
    await expect.poll(() => poseOf(page)).not.toEqual(before);
    await picture(page, 'explore');
  }, 180_000);

  it('interpolates between two poses on a slider, and adds the result as a clip', async () => {
    await page.getByLabel('From', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('To', { exact: true }).selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Interpolate', exact: true }).click();
    const slider = page.getByRole('slider', { name: 'Position', exact: true });
    await slider.waitFor({ timeout: 90_000 });
    await slider.focus();
    const shown = () =>
      page.evaluate(() => [...(globalThis.posespaceStudio.state().view.scene.preview?.rotations ?? [])]);
    await page.keyboard.press('Home');
    const first = await shown();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    expect(await shown()).not.toEqual(first);
    await picture(page, 'interpolate');
    const clips = () =>
      page.evaluate(() => globalThis.posespaceStudio.state().history!.present.document.model.clips.length);
    const before = await clips();
    await page.getByRole('button', { name: 'Add to clips' }).click();
    await expect.poll(clips).toBe(before + 1);
  }, 180_000);

  it('plays a clip', async () => {
    await mode(page, 'Motion');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const time = () => page.evaluate(() => globalThis.posespaceStudio.state().view.motion.time);
    const at = await time();
    await expect.poll(time, { timeout: 20_000 }).not.toBe(at);
    await picture(page, 'motion');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
  }, 60_000);

  it('exports a valid GLB that reads back with the same clips', async () => {
    await mode(page, 'Export');
    await picture(page, 'export');
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Export GLB' }).click();
    const path = join(folder, 'written.glb');
    await (await download).saveAs(path);
    const written = await readFile(path);
    await expectNoErrors(written);
    const clips = await page.evaluate(() =>
      globalThis.posespaceStudio.state().history!.present.document.model.clips.map(({ name, poses }) => ({
        name,
        rotations: poses.map(({ rotations }) => [...rotations]),
      })),
    );
    const again = await readModel('written.glb', written);
    expect(again.clips.map(({ name }) => name)).toEqual(clips.map(({ name }) => name));
    for (const [c, clip] of again.clips.entries()) {
      expect(clip.poses.length).toBe(clips[c].rotations.length);
      for (const [f, { rotations }] of clip.poses.entries()) {
        expect(furthest(rotations, clips[c].rotations[f])).toBeLessThan(1e-4);
      }
    }
    await drop(page, 'written.glb', written);
    await page.getByRole('button', { name: 'Open it' }).click();
    await opened(page, 'written');
    const reloaded = await page.evaluate(() =>
      globalThis.posespaceStudio.state().history!.present.document.model.clips.map(({ name }) => name),
    );
    expect(reloaded).toEqual(clips.map(({ name }) => name));
  }, 120_000);

  it('exports a turntable as MP4', async () => {
    await mode(page, 'Export');
    await page.getByLabel('Video size').selectOption({ index: 0 });
    await page.getByRole('slider', { name: 'Turntable duration', exact: true }).focus();
    await page.keyboard.press('Home');
    const download = page.waitForEvent('download', { timeout: 90_000 });
    await page.getByRole('button', { name: 'Save MP4' }).click();
    const video = await download;
    expect(video.suggestedFilename()).toMatch(/\.mp4$/);
    const path = join(folder, 'video.mp4');
    await video.saveAs(path);
    const bytes = await readFile(path);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    expect(bytes.length).toBeGreaterThan(20_000);
    // The shortest turntable: two seconds, in the units that the movie header gives.
    const header = bytes.indexOf('mvhd') + 4;
    expect(bytes[header]).toBe(0);
    expect(bytes.readUInt32BE(header + 16) / bytes.readUInt32BE(header + 12)).toBeCloseTo(2, 1);
  }, 120_000);

  it('shows the weights of the selected joint in colours', async () => {
    await mode(page, 'Rig');
    const names = await page.evaluate(
      () => globalThis.posespaceStudio.state().history!.present.document.model.skeleton!.names,
    );
    const [head, foot] = [names.indexOf('head'), names.indexOf('leftFoot')];
    expect(Math.min(head, foot)).toBeGreaterThan(0);
    // The tree renders visible rows only: a search brings the joint into view.
    const select = async (joint: number) => {
      await page.getByLabel('Search joints').fill(names[joint]);
      await page.getByRole('treeitem', { name: names[joint], exact: true }).click();
      await page.getByLabel('Search joints').fill('');
    };
    const weights = page.getByRole('switch', { name: 'Weights', exact: true });
    const xray = page.getByRole('switch', { name: 'X-ray', exact: true });
    // Bones would cover the joints.
    await xray.click();
    await select(head);
    await picture(page, 'rig-materials');
    const plain = await colorAt(page, head);
    await weights.click();
    // Full weight is yellow, no weight is grey.
    await expect.poll(async () => saturation(await colorAt(page, head)), POLL).toBeGreaterThan(80);
    expect(saturation(await colorAt(page, foot))).toBeLessThan(40);
    await picture(page, 'rig');
    await select(foot);
    await expect.poll(async () => saturation(await colorAt(page, foot)), POLL).toBeGreaterThan(80);
    expect(saturation(await colorAt(page, head))).toBeLessThan(40);
    await select(head);
    await weights.click();
    // The materials of the model are back.
    const change = async () => {
      const color = await colorAt(page, head);
      return Math.max(...color.map((value, k) => Math.abs(value - plain[k])));
    };
    await expect.poll(change, POLL).toBeLessThan(8);
    await xray.click();
  }, 120_000);

  it('makes no requests to other hosts and logs no errors', () => {
    expect(visit.strangers).toEqual([]);
    expect(visit.problems).toEqual([]);
  });
});

describe('another visit', () => {
  let visit: StudioVisit;
  let page: Page;
  beforeAll(async () => {
    visit = await studio.visit();
    page = visit.page;
    await movable(page);
  }, 120_000);
  afterAll(() => visit?.close());

  it('reports a broken file and keeps the open document', async () => {
    const name = await page.evaluate(
      () => globalThis.posespaceStudio.state().history!.present.document.model.name,
    );
    await drop(page, 'broken.glb', new TextEncoder().encode('this is not a model'));
    const alert = page.getByRole('alert');
    await alert.waitFor({ timeout: 30_000 });
    expect(await alert.textContent()).toMatch(/broken\.glb.*not a GLB file/);
    expect(
      await page.evaluate(() => globalThis.posespaceStudio.state().history!.present.document.model.name),
    ).toBe(name);
    await picture(page, 'broken-file');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
  }, 90_000);

  it('says what the body was read as, and asks nothing more where that is sure', async () => {
    await mode(page, 'Rig');
    await page.getByText('Quadruped: 4 legs, head, tail', { exact: true }).waitFor();
    expect(await page.getByLabel('This is', { exact: true }).inputValue()).toBe('auto');
    expect(await page.locator('.rig-detected .rig-callout').count()).toBe(0);
  }, 60_000);

  it.each([
    ['tablet', 1024, 768],
    ['upright-tablet', 820, 1180],
  ] as const)(
    'fits a %s, every control with a name',
    async (name, width, height) => {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Switch between dark and light' }).click();
      for (const one of ['Rig', 'Pose', 'Explore', 'Motion', 'Export']) {
        await mode(page, one);
        await drawn(page);
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('button, input, select, [role=slider], [role=switch]')]
            .filter((control) => control.offsetParent !== null)
            .filter((control) => {
              const labels = (control as HTMLInputElement).labels;
              const text = [
                control.textContent,
                control.getAttribute('aria-label'),
                control.getAttribute('aria-labelledby'),
                ...(labels ? [...labels].map((label) => label.textContent) : []),
              ];
              return !text.some((part) => part?.trim());
            })
            .map((control) => control.outerHTML.slice(0, 120)),
        );
        expect(nameless, one).toEqual([]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond, one).toBeLessThanOrEqual(0);
      }
      await picture(page, name);
    },
    120_000,
  );

  it('restores the session after a reload, offline', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await mode(page, 'Pose');
    await drawn(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const foot = await page.evaluate(() =>
      globalThis.posespaceStudio
        .state()
        .history!.present.document.model.skeleton!.names.indexOf('leftFrontFoot'),
    );
    const before = await poseOf(page);
    await dragJoint(page, foot, 10, -30);
    await expect.poll(() => poseOf(page)).not.toEqual(before);
    await expect
      .poll(() => page.evaluate(() => globalThis.posespaceStudio.state().view.session.state), {
        timeout: 30_000,
      })
      .toBe('saved');
    const after = await poseOf(page);
    await page.context().setOffline(true);
    await page.reload();
    await movable(page);
    expect(await poseOf(page)).toEqual(after);
  }, 120_000);

  it('logs no errors', () => expect(visit.problems).toEqual([]));
});

it('rigs 200,000 triangles without freezing the page', async () => {
  const mesh = subdivide(subdivide(createCreature('quadruped').rig.mesh));
  expect(mesh.triangles.length / 3).toBeGreaterThan(200_000);
  const model = createModel({ name: 'large', mesh });
  const [{ bytes }] = (await encodeModel(model, 'large.glb')).files;
  const { page, problems, close } = await studio.visit();
  await movable(page);
  const file = await holdFile(page, 'large.glb', bytes);
  const longest = await longestTask(page, async () => {
    await dropHeld(page, file);
    await opened(page, 'large');
    // Shown, sent to the worker, and saved.
    await page.waitForFunction(() => globalThis.posespaceStudio.state().view.session.state === 'saved');
  });
  expect(longest).toBeLessThan(200);
  expect(problems).toEqual([]);
  await close();
}, 180_000);
