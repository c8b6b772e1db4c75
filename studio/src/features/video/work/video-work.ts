/**
 * @file The open video of a worker: its frames and the outline of the creature in the first one. The page gets pictures,
 * and says where the body stands in them; if the worker had to be replaced, the video is null here and the page opens it
 * again.
 */

import { PosespaceError, type WorkOptions } from 'posespace';
import { renderMesh } from 'posespace/render';
import { type Pose, poseJoints, type Rig, skinMesh } from 'posespace/rig';
import {
  adjustStage,
  alignStage,
  createWorkingFrame,
  FIT_RIG_VIDEO_DEFAULTS,
  findMatte,
  fitRigVideo,
  type Matte,
  type Stage,
  type StageAdjustment,
  type VideoFrames,
} from 'posespace/video';
import type {
  BodyPicture,
  FollowedVideo,
  NamedBytes,
  OpenedVideo,
  PlacedBody,
  VideoPart,
  WorkProgress,
} from '../../../workers/worker-protocol.js';
import { currentPuppet } from '../../motion/work/strip-work.js';
import { currentSpace } from '../../pose/work/pose-work.js';
import { readVideoFrames } from './video-frames-of.js';

interface HeldVideo {
  readonly frames: VideoFrames;
  /** Of the first frame, at the size of the body's pictures. */
  readonly matte: Matte;
}

/** The body is drawn larger than the fit works, so that its outline is smooth. */
const PICTURE_SIDE = 1.5 * FIT_RIG_VIDEO_DEFAULTS.workingSide;

/** The body is told apart from the video by its colour. */
const TINT = [255, 136, 40] as const;

let held: HeldVideo | null = null;

export async function openVideo(
  { signal, onProgress }: Required<WorkOptions>,
  files: readonly NamedBytes[],
  part: VideoPart,
): Promise<OpenedVideo> {
  onProgress({ stage: 'decoding', fraction: 0 });
  const frames = await readVideoFrames(files, part, signal);
  const { width, height, frameRate, images } = frames;
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height));
  const matte = findMatte(
    createWorkingFrame(images[0], Math.round(width * scale), Math.round(height * scale)),
  );
  if (matte.area === 0) {
    throw new PosespaceError(
      'bad-input',
      'Nothing stands out from the background of the first frame; use a video of the creature alone on a plain background.',
    );
  }
  held = { frames, matte };
  const pictures: Blob[] = [];
  for (const [i, { pixels }] of images.entries()) {
    if (signal.aborted) throw new PosespaceError('aborted', 'stopped');
    onProgress({ stage: 'drawing frames', fraction: i / images.length });
    const canvas = new OffscreenCanvas(width, height);
    const data = new ImageData(new Uint8ClampedArray(pixels), width, height);
    canvas.getContext('2d')!.putImageData(data, 0, 0);
    pictures.push(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }));
  }
  return { width, height, frameRate, pictures };
}

/**
 * Where the body stands in the first frame: found by its outline without a stage, else that of the stage, moved. `pose`
 * is that of the first frame.
 */
export async function placeOnVideo(
  _: WorkOptions,
  from: Stage | null,
  pose: Pose,
  adjustment: StageAdjustment,
): Promise<PlacedBody | null> {
  if (!held) return null;
  const { rig } = await currentPuppet();
  const posed: Rig = { ...rig, mesh: { ...rig.mesh, positions: skinMesh(rig, pose) } };
  const placed = from ? adjustStage(rig, from, adjustment) : alignStage(posed, held.matte, held.frames).stage;
  const stage = { ...placed, pose };
  const picture = drawBodyIn(rig, stage, pose, held.matte);
  return { stage, picture, overlap: overlapOf(picture, held.matte) };
}

/** The body in a pose, as the camera sees it. */
export async function drawOnVideo(_: WorkOptions, stage: Stage, pose: Pose): Promise<BodyPicture | null> {
  return held && drawBodyIn((await currentPuppet()).rig, stage, pose, held.matte);
}

/** The motion of the video; each frame is sent with the progress as soon as it is found. */
export async function followVideo(
  work: Required<WorkOptions>,
  stage: Stage,
  name: string,
): Promise<FollowedVideo | null> {
  if (!held) return null;
  const { matte, frames } = held;
  const { rig } = await currentPuppet();
  const { space } = await currentSpace();
  let latest: WorkProgress = { stage: 'opening the pose space', fraction: 0 };
  const { clip, report, findings } = await fitRigVideo(space, frames, {
    stage,
    name,
    signal: work.signal,
    onProgress: (progress) => {
      latest = progress;
      work.onProgress(progress);
    },
    onFrame: (frame, pose) => {
      const fitted = { frame, picture: drawBodyIn(rig, stage, pose, matte) };
      const progress: WorkProgress = { ...latest, fitted };
      work.onProgress(progress);
    },
  });
  const { overlaps, visible, jointCount } = report;
  return { clip, overlaps, visible, jointCount, findings };
}

export function closeVideo(): void {
  held = null;
}

function drawBodyIn(
  rig: Rig,
  { camera, ground }: Stage,
  pose: Pose,
  { width, height }: Pick<Matte, 'width' | 'height'>,
): BodyPicture {
  const { pixels } = renderMesh(rig.mesh, {
    positions: skinMesh(rig, pose),
    camera,
    width,
    height,
    color: TINT,
    background: 'transparent',
    ground,
    shadows: false,
  });
  const { positions } = poseJoints(rig.skeleton, pose);
  const joints = new Float32Array((positions.length / 3) * 2);
  for (let j = 0; j < joints.length / 2; j++) {
    const from = [0, 1, 2].map((k) => positions[3 * j + k] - camera.eye[k]);
    const along = (axis: readonly number[]) => from[0] * axis[0] + from[1] * axis[1] + from[2] * axis[2];
    const half = camera.halfHeight * (camera.projection === 'perspective' ? -along(camera.back) : 1);
    joints[2 * j] = 0.5 + (along(camera.right) / half / 2) * (height / width);
    joints[2 * j + 1] = 0.5 - along(camera.up) / half / 2;
  }
  return { width, height, pixels, joints };
}

/** Intersection of the drawn body and the matte over their union. */
function overlapOf({ pixels }: BodyPicture, { mask }: Matte): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    const drawn = pixels[i * 4 + 3] > 127 ? 1 : 0;
    both += drawn & mask[i];
    either += drawn | mask[i];
  }
  return either > 0 ? both / either : 0;
}
