/** @file Records a turntable or a clip as a video. Frames are rendered offscreen, one by one. */

import { clipDuration, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import { type CaptureOptions, captureBitmap } from '../../../stage/capture/capture.js';
import { currentDocument, notify, runTask, shownPose, useStudio } from '../../../store/store.js';
import type { ExportView } from '../../../store/views/export-view.js';
import type { FrameWriter, VideoSize } from '../../../video/frame-writer.js';
import { type CallOptions, WorkError } from '../../../workers/worker-client.js';
import { download, fileName, formatBytes } from './export-download.js';
import { exportableClips } from './export-file.js';
import { pictureSize, stageAspect } from './export-picture.js';

/** Frames per second. GIF delays are hundredths of a second, and browsers slow down anything above 50. */
export const FRAME_RATES = { mp4: 30, gif: 20 } as const;
/** Longest video, seconds. */
const LONGEST = 60;

/** The frames of a video. */
export interface FramePlan {
  readonly frameCount: number;
  readonly frameRate: number;
  frame(index: number): Pick<CaptureOptions, 'pose' | 'azimuth' | 'framing'>;
}

export async function exportVideo(clipName: string): Promise<boolean> {
  const { export: settings } = useStudio.getState().view;
  const plan = planFrames(settings, clipName);
  const size: VideoSize = {
    ...pictureSize(settings.pictureShape, settings.videoHeight, stageAspect()),
    frameRate: plan.frameRate,
  };
  const saved = await runTask('Recording video', async (work) => {
    const writer = await openWriter(settings.videoFormat, size);
    try {
      await recordFrames(plan, size, writer, work);
      return { video: await writer.finish(), extension: writer.extension };
    } finally {
      writer.close();
    }
  });
  if (!saved) return false;
  const { video, extension } = saved;
  const name = fileName(extension, settings.video === 'clip' ? clipName : 'turntable');
  download(video, name);
  notify(
    'info',
    `Saved ${name} (${formatBytes(video.size)}).`,
    settings.videoFormat === 'mp4' && extension !== 'mp4'
      ? 'This browser cannot encode H.264, so the file is WebM.'
      : undefined,
  );
  return true;
}

function planFrames(
  { video, videoFormat, turntableSeconds, cameraFollows }: ExportView,
  clipName: string,
): FramePlan {
  const frameRate = FRAME_RATES[videoFormat];
  const pose = shownPose(useStudio.getState()) ?? undefined;
  if (video === 'turntable') return planTurntable(turntableSeconds, frameRate, pose);
  const clip = exportableClips(currentDocument()).find(({ name }) => name === clipName);
  if (!clip || clip.times.length === 0) {
    throw new WorkError('bad-usage', 'There is no clip to record; create one in Motion.');
  }
  const seconds = Math.min(LONGEST, clipDuration(clip));
  return {
    frameCount: Math.max(1, Math.round(seconds * frameRate)),
    frameRate,
    frame: (index) => ({
      pose: sampleClip(clip, clip.times[0] + index / frameRate),
      framing: cameraFollows ? 'body' : 'stage',
    }),
  };
}

/** A full turn; the last frame is one step before the first, so that it loops. */
export function planTurntable(seconds: number, frameRate: number, pose?: Pose): FramePlan {
  const frameCount = Math.max(1, Math.round(seconds * frameRate));
  return { frameCount, frameRate, frame: (index) => ({ pose, azimuth: (2 * Math.PI * index) / frameCount }) };
}

/** Encoders are loaded with the first video. */
async function openWriter(format: ExportView['videoFormat'], size: VideoSize): Promise<FrameWriter> {
  if (format === 'gif') return (await import('../../../video/gif-writer.js')).createGifWriter(size);
  return (await import('../../../video/video-writer.js')).createVideoWriter(size);
}

async function recordFrames(
  { frameCount, frameRate, frame }: FramePlan,
  { width, height }: VideoSize,
  writer: FrameWriter,
  { signal, onProgress }: Required<CallOptions>,
): Promise<void> {
  const { skeleton } = currentDocument().model;
  for (let i = 0; i < frameCount; i++) {
    if (signal.aborted) throw new WorkError('aborted', 'cancelled');
    if (currentDocument().model.skeleton !== skeleton) {
      throw new WorkError('bad-usage', 'The skeleton changed while the video was recorded; record it again.');
    }
    const picture = await captureBitmap({ width, height, ...frame(i) });
    try {
      await writer.add({ picture, time: i / frameRate });
    } finally {
      picture.close();
    }
    onProgress({ stage: `frame ${i + 1} of ${frameCount}`, fraction: (i + 1) / frameCount });
  }
}
