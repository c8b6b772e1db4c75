/**
 * @file A queue of images to render, one per task of the event loop, so that a grid of thumbnails never blocks input.
 * Saved images go before thumbnails.
 */

import type { Pose, Skeleton, Skin } from 'posespace/rig';
import { remember } from '../../store/remember.js';
import { documentOf, shownPose, useStudio } from '../../store/store.js';
import { CAPTURE_DEFAULTS, type CaptureOptions } from './capture-options.js';
import { CaptureStage } from './capture-stage.js';

type Job = () => Promise<void>;

const urgent: Job[] = [];
const patient: Job[] = [];
let working = false;
let stage: CaptureStage | undefined;

/** Revokes object URLs of poses that are garbage-collected. */
const expired = new FinalizationRegistry<string>((address) => URL.revokeObjectURL(address));
/** Thumbnails of poses of a skin or skeleton, by size. */
const thumbnailsOf = remember((_: Skin | Skeleton) =>
  remember((__: Pose) => new Map<number, Promise<string>>()),
);

export function drawThumbnail(pose: Pose, size: number): Promise<string> {
  const model = documentOf(useStudio.getState())?.model;
  const appearance = useStudio.getState().view.scene.appearance;
  const shown = model?.skin ?? model?.skeleton;
  if (!shown) return Promise.resolve('');
  const sizes = thumbnailsOf(shown)(pose);
  const before = sizes.get(size);
  if (before) return before;
  const picture = queue(patient, async () => {
    const now = documentOf(useStudio.getState())?.model;
    if (!now?.skeleton || now !== model || pose.rotations.length !== now.skeleton.parents.length * 4)
      return '';
    stage ??= new CaptureStage();
    const canvas = await stage.draw(now, appearance, pose, {
      ...CAPTURE_DEFAULTS,
      width: size,
      height: size,
      transparent: true,
      framing: 'body',
    });
    const address = URL.createObjectURL(await toBlob(canvas, 'image/webp'));
    expired.register(pose, address);
    return address;
  });
  sizes.set(size, picture);
  return picture;
}

export const drawImage = (options: CaptureOptions): Promise<Blob> =>
  queue(urgent, async () => toBlob(await draw(options), options.type ?? CAPTURE_DEFAULTS.type));

export const drawBitmap = (options: CaptureOptions): Promise<ImageBitmap> =>
  queue(urgent, async () => createImageBitmap(await draw(options)));

async function draw(options: CaptureOptions): Promise<HTMLCanvasElement> {
  const state = useStudio.getState();
  const model = documentOf(state)?.model;
  const pose = options.pose ?? shownPose(state);
  if (!model || !pose) throw new Error('Nothing is open; open a file or a sample creature first.');
  stage ??= new CaptureStage();
  return stage.draw(model, state.view.scene.appearance, pose, { ...CAPTURE_DEFAULTS, ...options });
}

function queue<Result>(jobs: Job[], work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    jobs.push(() => work().then(resolve, reject));
    if (!working) void workOff();
  });
}

async function workOff(): Promise<void> {
  working = true;
  for (let job = next(); job; job = next()) {
    await job();
    await yieldToPage();
  }
  working = false;
}

const next = (): Job | undefined => urgent.shift() ?? patient.shift();

/** Lets events and a frame through. */
const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const settle = (blob: Blob | null) =>
      blob
        ? resolve(blob)
        : reject(new Error('The image is too large for this browser; choose a smaller size.'));
    canvas.toBlob(settle, type, 0.92);
  });
}
