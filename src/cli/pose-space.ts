/** @file What the pose commands share: a file's rig with its pose space, and pictures of poses. */

import { availableParallelism } from 'node:os';
import { PosespaceError } from '../base/errors.js';
import { gatherColors } from '../io/gather-colors.js';
import { type Model, modelRig } from '../io/model.js';
import { readModelFile } from '../io/node.js';
import { readPoseModel } from '../io/read-pose-model.js';
import { openPoseSpace, type PoseSpace } from '../pose/open-pose-space.js';
import { contactSheet } from '../render/contact-sheet.js';
import { encodePng } from '../render/encode-png.js';
import { renderRig } from '../render/render-rig.js';
import { renderSkeleton } from '../render/render-skeleton.js';
import type { Pose } from '../rig/rig.js';
import type { CommandContext, CommandDefinition } from './shell.js';
import { wholeNumber } from './whole-number.js';

/** Flags of every pose command. */
export const POSE_FLAGS: NonNullable<CommandDefinition['flags']> = [
  ['--model <folder>', 'a pose model other than the one that ships'],
  ['--threads <count>', 'threads of the network, by default one per core; the numbers stay the same'],
  ['--sheet <file>', 'a PNG with the poses'],
];

export interface OpenedFile {
  readonly model: Model;
  readonly space: PoseSpace;
}

/** Reads a rigged file and opens its pose space. */
export async function openFile({ limits, options }: CommandContext, input: string): Promise<OpenedFile> {
  const threads = wholeNumber('--threads', options.threads ?? Math.min(8, availableParallelism()), 1, 64);
  const model = await readModelFile(input, { limits });
  const { skeleton } = model;
  if (!skeleton) {
    throw new PosespaceError('bad-input', `pose: "${input}" has no skeleton; make one with posespace rig`);
  }
  const files = await readPoseModel(options.model as string | undefined);
  const poses = model.clips.flatMap((clip) => clip.poses);
  const space = await openPoseSpace(modelRig(model) ?? { skeleton }, files, { threads, poses });
  return { model, space };
}

/** Pictures of poses in place, as a PNG. */
export async function drawPoses(
  model: Model,
  poses: readonly Pose[],
  labels: readonly string[],
): Promise<Uint8Array> {
  const rig = modelRig(model);
  const colors = rig && (await gatherColors(model));
  const size = { width: 320, height: 320 };
  const tiles = poses.map((pose, i) => ({
    image: rig ? renderRig(rig, pose, { ...size, colors }) : renderSkeleton(model.skeleton!, pose, size),
    label: labels[i],
  }));
  return encodePng(contactSheet(tiles, { title: model.name }));
}

/** `input` with other letters behind its name. */
export const besideInput = (input: string, ending: string): string =>
  `${input.replace(/\.[^.\\/]*$/, '')}${ending}`;
