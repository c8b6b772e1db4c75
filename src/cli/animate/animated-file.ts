/** @file What the animate commands share: their flags, clips by name, strips of frames before and after. */

import { PosespaceError } from '../../base/errors.js';
import { type Model, modelRig } from '../../io/model.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { gaitOfName } from '../../motion/gait-names.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { PartialRig, Pose, Skeleton } from '../../rig/rig-records.js';
import { BODY_FLAGS, readBody } from '../shared/body-flags.js';
import { PREVIEW_FLAG } from '../shared/clip-video.js';
import { facingCamera } from '../shared/facing-camera.js';
import { number, text, writtenPath } from '../shared/flags.js';
import type { CommandContext } from '../shared/shell.js';

/** Flags that several commands share. */
export const REDUCE_FLAG = number(
  'drop keyframes as long as no joint moves by more than this, in % of the diameter',
  { min: 0, placeholder: 'percent' },
);

/** Flags of every animate command. */
export const ANIMATE_FLAGS = {
  ...BODY_FLAGS,
  clip: text('the clip to work on; by default the only one, or the first that walks'),
  reduce: REDUCE_FLAG,
  sheet: writtenPath('write a PNG with frames before and after'),
  preview: PREVIEW_FLAG,
};

export interface AnimatedFile {
  readonly model: Model;
  readonly skeleton: Skeleton;
  readonly body: PartialRig;
}

/** Reads a file that has a skeleton, and what its joints are. */
export async function readAnimated(context: CommandContext<object>, input: string): Promise<AnimatedFile> {
  const model = await readBody(context, input);
  const { skeleton } = model;
  if (!skeleton) {
    throw new PosespaceError('bad-input', `animate: "${input}" has no skeleton; make one with posespace rig`);
  }
  return { model, skeleton, body: modelRig(model) ?? { skeleton } };
}

/** The clip of a name; without one the only clip, or the first that walks. */
export function pickClip({ clips, name: file }: Model, name: string | undefined): Clip {
  const named = name === undefined ? undefined : clips.find((clip) => clip.name === name);
  const usual = clips.length === 1 ? clips[0] : clips.find((clip) => gaitOfName(clip.name) !== undefined);
  const clip = name === undefined ? usual : named;
  if (clip && clip.times.length > 0) return clip;
  const names = clips.map((candidate) => `"${candidate.name}"`).join(', ') || 'none';
  throw new PosespaceError(
    'bad-usage',
    name === undefined
      ? `choose a clip of "${file}" with --clip; it has ${names}`
      : `there is no clip "${name}"; the file has ${names}`,
  );
}

/** One row of a strip. */
export interface StripRow {
  readonly model: Model;
  readonly clip: Clip;
  readonly label: string;
}

const COLUMNS = 6;
const SIZE = { width: 200, height: 200 } as const;

/** Draws frames of clips, evenly spaced in time, one row per clip, without root motion, from the side, as a PNG. */
export async function drawStrip(
  rows: readonly StripRow[],
  title: string,
  subtitle?: string,
): Promise<Uint8Array> {
  const tiles: Tile[] = [];
  for (const { model, clip, label } of rows) {
    const rig = modelRig(model);
    const skeleton = model.skeleton!;
    const colors = rig && (await readVertexColors(model));
    const poses = Array.from({ length: COLUMNS }, (_, i): Pose => {
      const pose = sampleClip(clip, clip.times[0] + (clipDuration(clip) * i) / COLUMNS);
      return { ...pose, root: Float32Array.of(0, pose.root[1], 0) };
    });
    const skinner = rig && createRigSkinner(rig);
    const frame = poses.map((pose) =>
      skinner ? skinner.pose(pose).slice() : Float32Array.from(poseJoints(skeleton, pose).positions),
    );
    const settings = { ...SIZE, frame, camera: facingCamera(model, 'side') };
    for (const [i, pose] of poses.entries()) {
      const image = rig
        ? renderRig(rig, pose, { ...settings, colors })
        : renderSkeleton(skeleton, pose, settings);
      tiles.push({ image, label: `${label} ${((clipDuration(clip) * i) / COLUMNS).toFixed(2)} s` });
    }
  }
  return encodePng(contactSheet(tiles, { title, subtitle, columns: COLUMNS }));
}
