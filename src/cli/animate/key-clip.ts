/** @file Key poses named on the command line, and the clip through them. */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import type { Clip } from '../../motion/clip.js';
import { createClip } from '../../motion/keys/create-clip.js';
import { inbetweenClip } from '../../motion/keys/inbetween-clip.js';
import type { KeyPose } from '../../motion/keys/key-pose.js';
import type { Pose } from '../../rig/rig-records.js';
import { choosePose } from '../pose/pose-choice.js';
import type { OpenedFile } from '../pose/posed-file.js';
import type { CommandContext } from '../shared/shell.js';

/** How in-betweens are made. */
export const INTERPOLATIONS = ['smooth', 'straight', 'space'] as const;

/** A key as it is typed. */
export interface KeyWords {
  readonly time: number;
  readonly pose: string;
}

/** Reads `0=rest,0.5=walk:3`. */
export function readKeys(list: string): KeyWords[] {
  const keys = list.split(',').map((entry) => {
    const [, time, pose] = /^\s*([^=\s]+)\s*=\s*(.+?)\s*$/.exec(entry) ?? [];
    return { time: Number(time), pose };
  });
  if (keys.length >= 2 && keys.every(({ time, pose }) => Number.isFinite(time) && pose)) return keys;
  throw new PosespaceError(
    'bad-usage',
    `--keys is a list of at least two seconds=pose, like "0=rest,0.5=walk:3,1=rest", got ${list}`,
  );
}

/** How keys become a clip. */
export interface KeyOptions {
  readonly name: string;
  readonly frameRate: number;
  readonly between: (typeof INTERPOLATIONS)[number];
  readonly loop: boolean;
}

/** The clip through key poses. */
export async function createKeyClip(
  { options, signal, onProgress }: CommandContext<KeyOptions>,
  { model, space }: OpenedFile,
  words: readonly KeyWords[],
): Promise<Clip> {
  const keys: KeyPose[] = [];
  for (const { time, pose } of words) {
    keys.push({ time, pose: await choosePose(model, space, pose, signal) });
  }
  const { name, frameRate, between, loop } = options;
  const source = between === 'space' || keys.some(isFromNetwork(model)) ? 'model' : undefined;
  if (between !== 'space') {
    return createClip(keys, { name, source, frameRate, between, loop });
  }
  // In-betweens are evenly spaced, as the steps of an interpolation are.
  const interpolate = async (from: KeyPose['pose'], to: KeyPose['pose'], shares: readonly number[]) =>
    (await space.interpolate([from, to], { steps: shares.length + 1, signal })).poses.slice(1, -1);
  return inbetweenClip(keys, interpolate, { name, source, frameRate, signal, onProgress });
}

/** Whether a key is a sample or of a clip that the network made, not rest or a frame of an artist's clip. */
function isFromNetwork({ clips }: Model): (key: KeyPose) => boolean {
  const known = new Set(clips.filter(({ source }) => source !== 'model').flatMap(({ poses }) => poses));
  const isRest = ({ rotations, root }: Pose) =>
    root.every((value) => value === 0) && rotations.every((value, i) => value === (i % 4 === 3 ? 1 : 0));
  return ({ pose }) => !known.has(pose) && !isRest(pose);
}
