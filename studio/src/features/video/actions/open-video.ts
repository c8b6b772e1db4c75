/** @file Opens a video on the open creature, or another part of it. */

import { restPose } from 'posespace/rig';
import {
  changeVideo,
  currentDocument,
  notify,
  runTask,
  setVideo,
  showMode,
  useStudio,
} from '../../../store/store.js';
import type { NamedBytes, OpenedVideo, VideoPart } from '../../../workers/worker-protocol.js';
import { pause } from '../../motion/actions/playback.js';
import { placeAutomatically } from './place-body.js';
import { closeVideo, decodeFiles, keepVideoSource, videoSource } from './video-source.js';

/** Longest part that is read at first, seconds: a fit takes about half a second a frame. */
const FIRST_SECONDS = 8;

/** Opens a video that was dropped, and finds the body in its first frame. */
export async function openVideo(files: readonly NamedBytes[]): Promise<boolean> {
  const { skeleton } = currentDocument().model;
  const part = { start: 0, end: FIRST_SECONDS };
  const opened = await read(files, part);
  if (!opened || currentDocument().model.skeleton !== skeleton) return false;
  closeVideo();
  keepVideoSource(files);
  pause();
  const { pictures, ...facts } = opened;
  setVideo({
    ...facts,
    name: files[0].name.replace(/^.*\//, ''),
    frames: pictures.map((picture) => URL.createObjectURL(picture)),
    part: { start: 0, end: Math.min(FIRST_SECONDS, pictures.length / facts.frameRate) },
    startsIn: 'rest',
    firstPose: restPose(skeleton!),
    stage: null,
    overlap: 0,
    tool: 'move',
    layout: 'overlay',
    opacity: 0.6,
    frame: 0,
    picture: null,
    playing: false,
    fitting: false,
    fit: null,
  });
  showMode('motion');
  await placeAutomatically();
  return true;
}

/** Reads another part of the open video. */
export async function changePart(part: VideoPart): Promise<void> {
  if (!(part.end > part.start)) {
    notify('error', 'The part ends before it starts.', 'Give an end that is later than the start.');
    return;
  }
  const opened = await read(videoSource(), part);
  const { video } = useStudio.getState().view;
  if (!opened || !video) return;
  for (const address of video.frames) URL.revokeObjectURL(address);
  const frames = opened.pictures.map((picture) => URL.createObjectURL(picture));
  const end = Math.min(part.end, part.start + frames.length / opened.frameRate);
  changeVideo({ frames, part: { start: part.start, end }, frame: 0, fit: null, stage: null, playing: false });
  await placeAutomatically();
}

const read = (files: readonly NamedBytes[], part: VideoPart): Promise<OpenedVideo | undefined> =>
  runTask(`Reading ${files[0].name.replace(/^.*\//, '')}`, (work) => decodeFiles(files, part, work));
