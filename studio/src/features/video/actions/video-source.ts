/** @file The files of the open video, and calls on it: the worker that decoded it may have been replaced. */

import { setVideo, useStudio } from '../../../store/store.js';
import { type CallOptions, callWorker } from '../../../workers/worker-client.js';
import type { NamedBytes, OpenedVideo, VideoPart } from '../../../workers/worker-protocol.js';

/** Still compressed, so that they can be decoded again. */
let source: readonly NamedBytes[] = [];

export const videoSource = (): readonly NamedBytes[] => source;

export function keepVideoSource(files: readonly NamedBytes[]): void {
  source = files;
}

export const decodeFiles = (
  files: readonly NamedBytes[],
  part: VideoPart,
  work?: CallOptions,
): Promise<OpenedVideo> => callWorker('background', 'openVideo', [files, part], work);

/** A call on the open video. A worker that was replaced, for instance to cancel a fit, has to read it again first. */
export async function onVideo<Result>(
  call: () => Promise<Result | null>,
  work?: CallOptions,
): Promise<Result | null> {
  const result = await call();
  const { video } = useStudio.getState().view;
  if (result !== null || !video) return result;
  await decodeFiles(source, video.part, work);
  return call();
}

export function closeVideo(): void {
  const { video } = useStudio.getState().view;
  if (!video) return;
  for (const address of video.frames) URL.revokeObjectURL(address);
  source = [];
  setVideo(null);
  void callWorker('background', 'closeVideo', []).catch(() => undefined);
}
