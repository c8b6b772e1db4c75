/**
 * @file Encodes videos with the browser's encoder: H.264 in MP4, or VP9 or AV1 in WebM where the browser cannot
 * encode H.264.
 */

import {
  BufferTarget,
  canEncodeVideo,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { WorkError } from '../workers/worker-client.js';
import type { FrameWriter, VideoSize } from './frame-writer.js';

export async function createVideoWriter({ width, height, frameRate }: VideoSize): Promise<FrameWriter> {
  const quality = new Quality('high');
  const isH264 = await canEncodeVideo('avc', { width, height, quality }).catch(() => false);
  const codec = isH264
    ? 'avc'
    : await getFirstEncodableVideoCodec(['vp9', 'av1', 'vp8'], { width, height, quality }).catch(() => null);
  if (!codec) {
    throw new WorkError(
      'unsupported',
      'This browser cannot encode video at this size; choose a smaller one, or save a GIF.',
    );
  }
  const target = new BufferTarget();
  const format = isH264 ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new VideoSampleSource({ codec, quality });
  output.addVideoTrack(source, { frameRate });
  await output.start();
  return {
    extension: isH264 ? 'mp4' : 'webm',
    async add({ picture, time }) {
      const sample = new VideoSample(picture, { timestamp: time, duration: 1 / frameRate });
      await source.add(sample);
      sample.close();
    },
    async finish() {
      await output.finalize();
      return new Blob([target.buffer!], { type: isH264 ? 'video/mp4' : 'video/webm' });
    },
    close() {
      if (output.state !== 'finalized' && output.state !== 'canceled') void output.cancel();
    },
  };
}
