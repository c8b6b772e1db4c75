/** @file What the pose commands share: a file's rig with its pose space, and pictures of poses. */

import { availableParallelism } from 'node:os';
import { type Model, modelRig } from '../../io/model.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { contactSheet } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import type { Pose } from '../../rig/rig-records.js';
import { type ModelPoseSpace, openPoseSpace } from '../../verbs/open-pose-space.js';
import { BODY_FLAGS, type BodyOptions, readBody } from '../shared/body-flags.js';
import { facingCamera } from '../shared/facing-camera.js';
import { count, type OptionsOf, path, toggle, writtenPath } from '../shared/flags.js';
import type { CommandContext } from '../shared/shell.js';

/** Flags that say how a file's pose space is opened. */
export const SPACE_FLAGS = {
  ...BODY_FLAGS,
  model: path('folder of a pose model to use instead of the one that ships', { placeholder: 'folder' }),
  threads: count('threads of the network, by default one per core; results do not depend on it', {
    min: 1,
    max: 64,
  }),
};

/** Flags of most pose commands. */
export const POSE_FLAGS = {
  ...SPACE_FLAGS,
  sheet: writtenPath('write a PNG with the poses'),
  adapt: toggle('use the model alone, without the clips of the file and the poses saved in it', {
    default: true,
  }),
};

export interface OpenedFile {
  readonly model: Model;
  readonly space: ModelPoseSpace;
}

export interface SpaceOptions
  extends Pick<OptionsOf<typeof SPACE_FLAGS>, 'model' | 'threads'>,
    Partial<BodyOptions> {
  /** Learn from the clips of the file and the poses saved in it. */
  readonly adapt: boolean;
}

/** Reads a rigged file and opens its pose space. */
export async function openFile(context: CommandContext<SpaceOptions>, input: string): Promise<OpenedFile> {
  const { options } = context;
  const { threads = Math.min(8, availableParallelism()), adapt } = options;
  const model = await readBody(context, input);
  const space = await openPoseSpace(model, { network: options.model, threads, adapt });
  return { model: { ...model, findings: [...model.findings, ...space.findings] }, space };
}

/** Draws poses side by side, as a PNG. */
export async function drawPoses(
  model: Model,
  poses: readonly Pose[],
  labels: readonly string[],
): Promise<Uint8Array> {
  const rig = modelRig(model);
  const colors = rig && (await readVertexColors(model));
  const size = { width: 320, height: 320, camera: facingCamera(model, 'three-quarter') };
  const tiles = poses.map((pose, i) => ({
    image: rig ? renderRig(rig, pose, { ...size, colors }) : renderSkeleton(model.skeleton!, pose, size),
    label: labels[i],
  }));
  return encodePng(contactSheet(tiles, { title: model.name }));
}
