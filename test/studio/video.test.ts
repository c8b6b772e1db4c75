/**
 * @file A video of the open creature becomes a clip: dropped, placed by hand, fitted, compared, accepted. The video is one
 * of our own renderer, so that the motion in it is known. Screenshots are written to out/studio/.
 */

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { modelRig } from 'posespace/io';
import { readSample, writeVideoFile } from 'posespace/io/node';
import { blendPoses } from 'posespace/motion';
import { type Pose, poseJoints, restPose } from 'posespace/rig';
import { createStage, createVideoFrames, renderStage } from 'posespace/video';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenedStudio, openStudio, type StudioVisit } from './open-studio.mjs';
import { drop, idle, movable } from './studio-page.js';

const BUILT = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../out/studio/', import.meta.url));
const FRAMES = 12;
/** Frames in which the creature starts to walk from its rest pose. */
const START = 4;

// The creature of the first visit.
const model = await readSample('wolf');
const rig = modelRig(model)!;
const { skeleton } = rig;
const walk = model.clips.find(({ name }) => name === 'walk')!;
const truth = walk.poses
  .slice(0, FRAMES)
  .map((pose, f) => blendPoses(restPose(skeleton), pose, Math.min(1, f / START)));

let folder: string;
let studio: OpenedStudio;
let visit: StudioVisit;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-video-'));
  await mkdir(PICTURES, { recursive: true });
  const stage = createStage(rig, { width: 416, height: 240, azimuth: 55, elevation: 10 });
  const images = truth.map((pose) => renderStage(rig, stage, { pose, supersample: 1 }));
  await writeVideoFile(join(folder, 'walk.webm'), createVideoFrames(images, 12));
  studio = await openStudio(BUILT);
  visit = await studio.visit();
  page = visit.page;
  await movable(page);
}, 180_000);
afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

const video = () =>
  page.evaluate(() => {
    const now = globalThis.posespaceStudio.state().view.video;
    return (
      now && { overlap: now.overlap, frames: now.frames.length, fitted: now.fit !== null, frame: now.frame }
    );
  });

/**
 * Mean distance of the joints from those of the truth, in diameters. Each frame is moved to the root of the truth, and the
 * whole clip is turned about the vertical axis: a video without a stage does not say where the camera stood.
 */
function jointError(poses: readonly Pose[]): number {
  const along = [0, 1, 2].map((k) => skeleton.rest.filter((_, i) => i % 3 === k));
  const diameter = Math.hypot(...along.map((values) => Math.max(...values) - Math.min(...values)));
  const pairs = poses.flatMap((pose, f) => {
    const [a, b] = [pose, truth[f]].map((one) => poseJoints(skeleton, one).positions);
    const from = (p: Float64Array, j: number) => [0, 1, 2].map((k) => p[3 * j + k] - p[k]);
    return Array.from(skeleton.parents, (_, j) => [from(a, j), from(b, j)]);
  });
  const sum = (value: (a: number[], b: number[]) => number) =>
    pairs.reduce((total, [a, b]) => total + value(a, b), 0);
  const angle = Math.atan2(
    sum((a, b) => a[2] * b[0] - a[0] * b[2]),
    sum((a, b) => a[0] * b[0] + a[2] * b[2]),
  );
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turned = ([x, y, z]: number[]) => [c * x + s * z, y, c * z - s * x];
  return sum((a, b) => Math.hypot(...turned(a).map((value, k) => value - b[k]))) / pairs.length / diameter;
}

it('says what is wrong with a file that is no video, and opens nothing', async () => {
  await drop(page, 'broken.webm', new TextEncoder().encode('this is not a video'));
  const alert = page.getByRole('alert');
  await alert.waitFor({ timeout: 30_000 });
  expect(await alert.textContent()).toMatch(/broken\.webm.*damaged or no video/);
  expect(await video()).toBe(null);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
}, 60_000);

it('places the body over the first frame, and lets it be dragged, turned and scaled', async () => {
  await drop(page, 'walk.webm', await readFile(join(folder, 'walk.webm')));
  await expect.poll(async () => (await video())?.overlap ?? 0, { timeout: 60_000 }).toBeGreaterThan(0.85);
  expect((await video())!.frames).toBe(FRAMES);
  await idle(page);
  await page.screenshot({ path: join(PICTURES, 'video-placed.png') });
  const found = (await video())!.overlap;
  const body = page.getByLabel(/^The body in the frame/);
  const box = (await body.boundingBox())!;
  // Corrections are drawn one after the other.
  const settled = async () => {
    for (let last = -1; last !== (await video())!.overlap; ) {
      last = (await video())!.overlap;
      await page.waitForTimeout(400);
    }
  };
  const drag = async (dx: number, dy: number) => {
    const before = (await video())!.overlap;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await video())!.overlap, { timeout: 30_000 }).not.toBe(before);
    await settled();
  };
  for (const tool of ['Move', 'Turn', 'Scale']) {
    await page.getByRole('radio', { name: tool, exact: true }).click();
    await drag(60, 40);
  }
  expect((await video())!.overlap).toBeLessThan(found - 0.1);
  await page.getByRole('button', { name: 'Place automatically' }).click();
  await expect.poll(async () => (await video())!.overlap, { timeout: 60_000 }).toBeCloseTo(found, 6);
}, 150_000);

it('fits the motion, shows it beside the video, and adds it as a clip close to the truth', async () => {
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  // Each frame is shown as soon as it is found.
  await expect.poll(async () => (await video())!.frame, { timeout: 120_000 }).toBeGreaterThan(1);
  expect((await video())!.fitted).toBe(false);
  await expect.poll(async () => (await video())!.fitted, { timeout: 240_000 }).toBe(true);
  await page.getByRole('slider', { name: 'Frame' }).fill('8');
  await page.getByRole('listitem').filter({ hasText: 'head' }).first().waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(PICTURES, 'video-fitted.png') });
  await page.getByRole('radio', { name: 'Side by side' }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(PICTURES, 'video-side-by-side.png') });
  await page.getByRole('button', { name: 'Accept as a clip' }).click();
  const clip = await page.evaluate(() => {
    const added = globalThis.posespaceStudio.state().history!.present.document.model.clips.at(-1)!;
    const poses = added.poses.map(({ rotations, root }) => ({ rotations: [...rotations], root: [...root] }));
    return { name: added.name, source: added.source, poses };
  });
  expect([clip.source, clip.poses.length]).toEqual(['video', FRAMES]);
  const error = jointError(
    clip.poses.map(({ rotations, root }) => ({
      rotations: Float32Array.from(rotations),
      root: Float32Array.from(root),
    })),
  );
  const still = jointError(truth.map(() => restPose(skeleton)));
  process.stdout.write(
    `video in the studio: joints ${(error * 100).toFixed(2)} % of the diameter, rest pose ${(still * 100).toFixed(2)} %\n`,
  );
  expect(error).toBeLessThan(0.03);
  expect(await video()).toBe(null);
  await page.getByRole('button', { name: 'Fix foot sliding' }).waitFor();
}, 420_000);

it('logs no errors and makes no requests to other hosts', () => {
  expect(visit.problems).toEqual([]);
  expect(visit.strangers).toEqual([]);
});
