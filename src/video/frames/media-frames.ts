/**
 * @file MP4, MOV, WebM and Matroska to frames and back, by mediabunny on WebCodecs: the browser's own, or in Node those
 * that `posespace/io/node` installs. A 832 × 480 video decodes at 2 ms a frame.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { throwIfAborted } from '../../base/progress.js';
import { createImage, type Image } from '../../render/image.js';
import { resizeImage } from './resize-image.js';
import type { SliceVideoOptions } from './slice-video.js';
import type { EncodeVideoOptions } from './video-format.js';
import { createVideoFrames, type VideoFrames } from './video-frames.js';
import { checkFrameLimit, keptSize, type VideoLimits } from './video-limits.js';

/** Whether this engine has WebCodecs. */
export const hasWebCodecs = (): boolean => 'VideoDecoder' in globalThis && 'VideoEncoder' in globalThis;

export interface DecodeMediaOptions extends SliceVideoOptions {
  readonly limits: VideoLimits;
  readonly signal?: AbortSignal;
}

/** Decodes the first video track. */
export async function decodeMedia(bytes: Uint8Array, options: DecodeMediaOptions): Promise<VideoFrames> {
  const { ALL_FORMATS, BufferSource, Input, VideoSampleSink } = await import('mediabunny');
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  requireInput(track, 'video/decodeVideo: the file has no video track');
  if (!(await track.canDecode())) {
    throw new PosespaceError(
      'unsupported',
      `video/decodeVideo: this engine cannot decode ${track.codec ?? 'its codec'}; convert the video to H.264 in MP4`,
    );
  }
  const { limits, signal, start = 0, end = Infinity } = options;
  const [width, height] = keptSize(track.displayWidth, track.displayHeight, limits);
  const { averagePacketRate } = await track.computePacketStats(200);
  const frameRate = options.frameRate ?? (averagePacketRate > 0 ? averagePacketRate : 24);
  const images: Image[] = [];
  const first = await track.getFirstTimestamp();
  // Frames are taken at an even rate, whatever the rate of the file: a slow one is repeated, a fast one skipped.
  for await (const sample of new VideoSampleSink(track).samples(first + start, first + end)) {
    try {
      throwIfAborted(signal);
      const time = sample.timestamp - first - start;
      const until = Math.round((time + (sample.duration || 1 / frameRate)) * frameRate);
      if (until <= images.length) continue;
      checkFrameLimit(until, width, height, limits);
      const image = resizeImage(await pictureOf(sample), width, height);
      while (images.length < until) images.push(image);
    } finally {
      sample.close();
    }
  }
  requireInput(images.length > 0, `video/decodeVideo: no frame lies between ${start} and ${end} s`);
  return createVideoFrames(images, frameRate);
}

type Sample = import('mediabunny').VideoSample;

/** The pixels of a decoded frame, upright. */
async function pictureOf(sample: Sample): Promise<Image> {
  const { codedWidth, codedHeight, rotation } = sample;
  const pixels = new Uint8Array(sample.allocationSize({ format: 'RGBA' }));
  await sample.copyTo(pixels, { format: 'RGBA' });
  const image = { width: codedWidth, height: codedHeight, pixels };
  return rotation === 0 ? image : turnImage(image, rotation);
}

/** A picture turned clockwise, as phones mark it. */
function turnImage(image: Image, degrees: 90 | 180 | 270): Image {
  const { width, height, pixels } = image;
  const across = degrees !== 180;
  const out = createImage(across ? height : width, across ? width : height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] =
        degrees === 90
          ? [height - 1 - y, x]
          : degrees === 180
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      const i = (y * width + x) * 4;
      out.pixels.set(pixels.subarray(i, i + 4), (v * out.width + u) * 4);
    }
  }
  return out;
}

/** Encodes frames as H.264 in MP4, or VP8 in WebM. */
export async function encodeMedia(video: VideoFrames, options: EncodeVideoOptions): Promise<Uint8Array> {
  const {
    BufferTarget,
    canEncodeVideo,
    Mp4OutputFormat,
    Output,
    Quality,
    VideoSample,
    VideoSampleSource,
    WebMOutputFormat,
  } = await import('mediabunny');
  const { format, bitrate, signal } = options;
  // H.264 halves the resolution of colour: sides have to be even.
  const [width, height] = [video.width - (video.width % 2), video.height - (video.height % 2)];
  const codec = format === 'mp4' ? 'avc' : 'vp8';
  const quality = bitrate === undefined ? { quality: new Quality('high') } : { bitrate };
  if (!(await canEncodeVideo(codec, { width, height, ...quality }).catch(() => false))) {
    throw new PosespaceError(
      'unsupported',
      `video/encodeVideo: this engine cannot encode ${format} at ${width} × ${height}; write a GIF or PNG frames`,
    );
  }
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new VideoSampleSource({ codec, ...quality });
  output.addVideoTrack(source, { frameRate: video.frameRate });
  await output.start();
  for (const [i, image] of video.images.entries()) {
    throwIfAborted(signal);
    const pixels = cropPixels(image, width, height);
    const sample = new VideoSample(pixels, {
      format: 'RGBA',
      codedWidth: width,
      codedHeight: height,
      timestamp: i / video.frameRate,
      duration: 1 / video.frameRate,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

function cropPixels(image: Image, width: number, height: number): Uint8Array {
  if (image.width === width && image.height === height) return image.pixels;
  const out = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    out.set(image.pixels.subarray(y * image.width * 4, (y * image.width + width) * 4), y * width * 4);
  }
  return out;
}
