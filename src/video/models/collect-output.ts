/** @file The files of a video, or the mesh, that a model says it made: fetched, and looked at before they are believed. */

import { throwIfAborted } from '../../base/progress.js';
import type { GenerateVideoOptions } from './job-keeper.js';
import { findOutputKind } from './output-kind.js';
import { createServiceClient, SERVICE_LIMITS } from './service-client.js';
import { ServiceError } from './service-error.js';
import type { VideoOutput } from './video-job.js';
import type { VideoModel, VideoModelOutput } from './video-model.js';
import type { RequestFile } from './video-request.js';

/** Most pictures of one video, and most bytes of all of them. */
const MOST_FILES = 1000;

/** Fetches a video. Throws where it is no video, or broken off. */
export async function collectOutput(
  model: VideoModel,
  videos: readonly VideoModelOutput[],
  { tools, signal, onProgress }: Pick<GenerateVideoOptions, 'tools' | 'signal' | 'onProgress'>,
): Promise<VideoOutput> {
  const { provider } = model;
  if (!Array.isArray(videos) || videos.length === 0 || videos.length > MOST_FILES) {
    throw new ServiceError('failed', `video/${provider}: the answer has no video, or too many files`);
  }
  // A service of the AI SDK: we do not know its address, so no private one is right.
  const client = createServiceClient({ name: provider, baseUrl: 'https://unknown.invalid' }, tools);
  const fetchOutput = model.fetchOutput ?? ((url, options) => client.download(url, options));
  const files: RequestFile[] = [];
  let left = SERVICE_LIMITS.outputBytes;
  for (const [i, video] of videos.entries()) {
    throwIfAborted(signal);
    const bytes = video.type === 'url' ? await fetchOutput(video.url, { signal }) : bytesOf(video, provider);
    left -= bytes.length;
    if (left < 0) {
      throw new ServiceError(
        'failed',
        `video/${provider}: the video has more than ${SERVICE_LIMITS.outputBytes} bytes`,
      );
    }
    const { kind, fault } = findOutputKind(bytes);
    if (!kind || fault) {
      throw new ServiceError('lost', `video/${provider}: the video cannot be used: ${fault}`);
    }
    if ((kind === 'model/gltf-binary') !== (model.makes === 'mesh')) {
      const wanted = model.makes ?? 'video';
      throw new ServiceError('failed', `video/${provider}: the answer is no ${wanted} but ${kind}`);
    }
    files.push({ mediaType: kind, bytes });
    onProgress?.({ stage: 'fetching the video', fraction: (i + 1) / videos.length });
  }
  const frames = files.every(({ mediaType }) => mediaType === 'image/png');
  // A model that made several videos although one was asked for: the first.
  return { files: frames ? files : files.slice(0, 1) };
}

function bytesOf(video: Exclude<VideoModelOutput, { type: 'url' }>, provider: string): Uint8Array {
  if (video.type === 'binary' && video.data instanceof Uint8Array) return video.data;
  try {
    return Uint8Array.from(atob(String(video.data)), (letter) => letter.charCodeAt(0));
  } catch {
    throw new ServiceError('lost', `video/${provider}: the video in the answer is not base64`);
  }
}
