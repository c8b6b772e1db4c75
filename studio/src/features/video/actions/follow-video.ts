/** @file Puts the motion of the open video on the rig: the fit, a look at its frames, the new clip. */

import { uniqueClipName } from 'posespace';
import {
  change,
  changeVideo,
  currentDocument,
  documentOf,
  notify,
  runTask,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { insertClip } from '../../motion/actions/motion-clips.js';
import { chooseClip, play } from '../../motion/actions/playback.js';
import { closeVideo, onVideo } from './video-source.js';

/** Fits the body to all frames; each is shown as soon as it is found. */
export async function followVideo(): Promise<void> {
  const { video } = useStudio.getState().view;
  if (!video?.stage) return;
  const { stage } = video;
  changeVideo({ fitting: true, fit: null, playing: false, frame: 0 });
  const name = video.name.replace(/\.[^.]*$/, '') || 'video';
  const fit = await runTask('Fitting the body to the video', (work) => {
    const watched = {
      ...work,
      onProgress: ({ fitted, ...progress }: Parameters<typeof work.onProgress>[0]) => {
        work.onProgress(progress);
        if (fitted) changeVideo(fitted);
      },
    };
    return onVideo(() => callWorker('background', 'followVideo', [stage, name], watched), work);
  });
  if (useStudio.getState().view.video?.stage !== stage) return;
  changeVideo({ fitting: false, fit: fit ?? null });
  await showFrame(0);
  if (!fit) return;
  for (const { severity, message, fix } of fit.findings)
    if (severity === 'warning') notify(severity, message, fix);
}

let wanted = -1;
let drawing = false;

/** Shows a frame and the body in it; the newest wish wins. */
export async function showFrame(frame: number): Promise<void> {
  wanted = frame;
  changeVideo({ frame });
  if (drawing) return;
  drawing = true;
  try {
    while (wanted >= 0) {
      const now = wanted;
      wanted = -1;
      const { video } = useStudio.getState().view;
      if (!video?.stage || video.fitting) break;
      const { stage, fit, firstPose } = video;
      const pose = fit ? fit.clip.poses[now] : firstPose;
      const picture = await onVideo(() => callWorker('background', 'drawOnVideo', [stage, pose]));
      if (picture && useStudio.getState().view.video?.fit === fit) changeVideo({ picture });
    }
  } finally {
    drawing = false;
  }
}

/** Plays the frames, as fast as they are drawn. */
export async function playVideo(): Promise<void> {
  changeVideo({ playing: true });
  const started = performance.now();
  const first = useStudio.getState().view.video?.frame ?? 0;
  for (;;) {
    const { video } = useStudio.getState().view;
    if (!video?.playing) return;
    const passed = ((performance.now() - started) / 1000) * video.frameRate;
    const frame = (first + Math.floor(passed)) % video.frames.length;
    if (frame !== video.frame) await showFrame(frame);
    await new Promise((next) => requestAnimationFrame(next));
  }
}

/** Adds the fitted motion as a clip, and plays it. */
export function acceptMotion(): void {
  const fit = useStudio.getState().view.video?.fit;
  if (!fit || !documentOf(useStudio.getState())) return;
  const { clips } = currentDocument().model;
  const clip = { ...fit.clip, name: uniqueClipName(clips, fit.clip.name) };
  closeVideo();
  change(`Add ${clip.name}`, (document) => insertClip(document, document.model.clips.length, clip));
  chooseClip(clips.length);
  play();
  notify('info', 'The motion of the video is a clip now. "Fix foot sliding" and "Close loop" are below.');
}
