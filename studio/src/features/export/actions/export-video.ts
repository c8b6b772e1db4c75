/** @file A film: the creature turns once around, or a clip plays. Frames are drawn one by one and never seen. */

import { clipDuration, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import { type CaptureOptions, captureBitmap } from '../../../stage/capture/capture.js';
import { currentDocument, notify, runTask, shownPose, useStudio } from '../../../store/store.js';
import type { OutView } from '../../../store/views/export-view.js';
import type { FilmSize, FilmWriter } from '../../../video/frame-writer.js';
import { type AskOptions, WorkError } from '../../../workers/worker-client.js';
import { download, fileName, formatBytes } from './export-download.js';
import { exportableClips } from './export-file.js';
import { pictureSize, stageAspect } from './export-picture.js';

/** Frames a second; GIFs are made of hundredths of one, and browsers slow those down that are quicker than 50. */
export const FRAME_RATES = { mp4: 30, gif: 20 } as const;
/** Longest film, seconds. */
const LONGEST = 60;

/** What a film shows at its frames. */
export interface FilmScript {
  readonly frameCount: number;
  readonly frameRate: number;
  frame(index: number): Pick<CaptureOptions, 'pose' | 'azimuth' | 'framing'>;
}

export async function exportFilm(clipName: string): Promise<boolean> {
  const { out } = useStudio.getState().view;
  const script = writeScript(out, clipName);
  const size: FilmSize = {
    ...pictureSize(out.pictureShape, out.filmHeight, stageAspect()),
    frameRate: script.frameRate,
  };
  const saved = await runTask('Filming', async (work) => {
    const writer = await openWriter(out.filmFormat, size);
    try {
      await shoot(script, size, writer, work);
      return { film: await writer.finish(), extension: writer.extension };
    } finally {
      writer.close();
    }
  });
  if (!saved) return false;
  const { film, extension } = saved;
  const name = fileName(extension, out.film === 'clip' ? clipName : 'turntable');
  download(film, name);
  notify(
    'info',
    `Saved ${name} (${formatBytes(film.size)}).`,
    out.filmFormat === 'mp4' && extension !== 'mp4'
      ? 'This browser does not encode H.264, so it is WebM.'
      : undefined,
  );
  return true;
}

function writeScript({ film, filmFormat, filmSeconds, filmFollows }: OutView, clipName: string): FilmScript {
  const frameRate = FRAME_RATES[filmFormat];
  const pose = shownPose(useStudio.getState()) ?? undefined;
  if (film === 'turntable') return turntableScript(filmSeconds, frameRate, pose);
  const clip = exportableClips(currentDocument()).find(({ name }) => name === clipName);
  if (!clip || clip.times.length === 0) {
    throw new WorkError('bad-usage', 'There is no clip to film; make one in Motion.');
  }
  const seconds = Math.min(LONGEST, clipDuration(clip));
  return {
    frameCount: Math.max(1, Math.round(seconds * frameRate)),
    frameRate,
    frame: (index) => ({
      pose: sampleClip(clip, clip.times[0] + index / frameRate),
      framing: filmFollows ? 'body' : 'stage',
    }),
  };
}

/** One turn: the last frame is a step before the first, so that it loops. */
export function turntableScript(seconds: number, frameRate: number, pose?: Pose): FilmScript {
  const frameCount = Math.max(1, Math.round(seconds * frameRate));
  return { frameCount, frameRate, frame: (index) => ({ pose, azimuth: (2 * Math.PI * index) / frameCount }) };
}

/** What encodes is loaded when the first film is made. */
async function openWriter(format: OutView['filmFormat'], size: FilmSize): Promise<FilmWriter> {
  if (format === 'gif') return (await import('../../../video/gif-writer.js')).createGifWriter(size);
  return (await import('../../../video/video-writer.js')).createVideoWriter(size);
}

async function shoot(
  { frameCount, frameRate, frame }: FilmScript,
  { width, height }: FilmSize,
  writer: FilmWriter,
  { signal, onProgress }: Required<AskOptions>,
): Promise<void> {
  const { skeleton } = currentDocument().model;
  for (let i = 0; i < frameCount; i++) {
    if (signal.aborted) throw new WorkError('aborted', 'stopped');
    if (currentDocument().model.skeleton !== skeleton) {
      throw new WorkError(
        'bad-usage',
        'Another skeleton was opened while this one was filmed; film it again.',
      );
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
