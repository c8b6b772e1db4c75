/**
 * @file Videos on disk, for Node: a folder of PNG frames, a GIF, and MP4, WebM or MOV through `@napi-rs/webcodecs` or
 * `ffmpeg`, whichever is there. What is missing is said with the command that installs it.
 */

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import { pauseUnlessAborted } from '../base/progress.js';
import { decodePicture } from '../render/decode-picture.js';
import { encodePng } from '../render/encode-png.js';
import { type DecodeVideoOptions, decodeVideo, isGif } from '../video/frames/decode-video.js';
import { encodeVideo } from '../video/frames/encode-video.js';
import { resizeImage } from '../video/frames/resize-image.js';
import { sliceVideo } from '../video/frames/slice-video.js';
import type { VideoFormat } from '../video/frames/video-format.js';
import { createVideoFrames, type VideoFrames } from '../video/frames/video-frames.js';
import { checkFrameLimit, keptSize, VIDEO_LIMITS } from '../video/frames/video-limits.js';
import { READ_LIMITS } from './limits.js';
import { readBytes } from './node.js';
import { decodeWithFfmpeg, encodeWithFfmpeg, hasFfmpeg } from './node-ffmpeg.js';
import { installWebCodecs, whileCoding } from './node-webcodecs.js';
import { placeFiles, syncFile, writeBytesFile, writeFiles } from './node-write-files.js';

/** Options of `readVideoFile`. */
export interface ReadVideoOptions extends DecodeVideoOptions {
  /** Rate of a folder of frames, which says nothing of its own, frames per second. */
  readonly folderRate?: number;
  /** Largest file, bytes. */
  readonly maxBytes?: number;
}

/** Defaults of `readVideoFile`. */
export const READ_VIDEO_DEFAULTS = Object.freeze({ folderRate: 24, maxBytes: READ_LIMITS.maxBytes });

const MISSING =
  'no codec for it is installed; run "npm install @napi-rs/webcodecs", or install ffmpeg ' +
  '(apt-get install ffmpeg, brew install ffmpeg, winget install ffmpeg)';

/** Reads a video: a folder of PNG or JPEG frames in the order of their names, a GIF, MP4, WebM or MOV. */
export async function readVideoFile(path: string, options: ReadVideoOptions = {}): Promise<VideoFrames> {
  const settings = { ...READ_VIDEO_DEFAULTS, ...options };
  const info = await stat(path).catch(() => undefined);
  if (info?.isDirectory()) return sliceVideo(await readFolder(path, settings), withoutRate(settings));
  const bytes = await readBytes(path, settings.maxBytes);
  if (isGif(bytes)) return decodeVideo(bytes, settings);
  if (await installWebCodecs()) return whileCoding(() => decodeVideo(bytes, settings));
  const limits = { ...VIDEO_LIMITS, ...settings.limits };
  if (await hasFfmpeg()) return decodeWithFfmpeg(path, settings, limits, settings.signal);
  throw new PosespaceError(
    'unsupported',
    `io/readVideoFile: cannot decode "${path}": ${MISSING}; or give a folder of PNG frames`,
  );
}

/** A folder's `frameRate` is what it is read at, not what it is resampled to. */
const withoutRate = ({ start, end }: ReadVideoOptions) => ({ start, end });

async function readFolder(folder: string, options: ReadVideoOptions): Promise<VideoFrames> {
  const names = (await readdir(folder))
    .filter((name) => /\.(png|jpe?g)$/i.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (names.length === 0) {
    throw new PosespaceError(
      'bad-input',
      `io/readVideoFile: "${folder}" holds no PNG or JPEG frames; give a video or a folder of frames`,
    );
  }
  const limits = { ...VIDEO_LIMITS, ...options.limits };
  const images = [];
  for (const name of names) {
    await pauseUnlessAborted(options.signal);
    const image = await decodePicture(await readBytes(join(folder, name), options.maxBytes));
    const [width, height] = keptSize(image.width, image.height, limits);
    checkFrameLimit(names.length, width, height, limits);
    images.push(resizeImage(image, width, height));
  }
  return createVideoFrames(images, options.frameRate ?? options.folderRate ?? READ_VIDEO_DEFAULTS.folderRate);
}

/** Options of `writeVideoFile`. */
export interface WriteVideoOptions {
  /** Bits per second; absent: high quality. */
  readonly bitrate?: number;
  readonly signal?: AbortSignal;
}

/** Writes a video: `.mp4`, `.webm`, `.gif`, or a folder of PNG frames where the path has no ending. */
export async function writeVideoFile(
  path: string,
  video: VideoFrames,
  options: WriteVideoOptions = {},
): Promise<void> {
  const format = videoFormatOf(path);
  if (format === 'frames') {
    const digits = String(video.images.length).length;
    const files = video.images.map((image, i) => ({
      name: `frame-${String(i).padStart(digits, '0')}.png`,
      bytes: encodePng(image),
    }));
    return writeFiles(path, files);
  }
  if (format === 'gif') return writeBytesFile(path, await encodeVideo(video, { format }));
  if (await installWebCodecs()) {
    return writeBytesFile(path, await whileCoding(() => encodeVideo(video, { ...options, format })));
  }
  if (!(await hasFfmpeg())) {
    throw new PosespaceError(
      'unsupported',
      `io/writeVideoFile: cannot encode "${path}": ${MISSING}; or write a GIF`,
    );
  }
  await placeFiles(dirname(path), [basename(path)], async (scratch) => {
    const unfinished = join(scratch, basename(path));
    await encodeWithFfmpeg(unfinished, video, options.bitrate, options.signal);
    await syncFile(unfinished);
  });
}

/** What the ending of a path asks for; throws where it is no video. */
export function videoFormatOf(path: string): VideoFormat | 'frames' {
  const ending = extname(path).toLowerCase();
  if (ending === '') return 'frames';
  if (ending === '.mp4' || ending === '.webm' || ending === '.gif') return ending.slice(1) as VideoFormat;
  throw new PosespaceError(
    'bad-usage',
    `io/writeVideoFile: "${path}" is no video; end it in .mp4, .webm or .gif, or give a folder for PNG frames`,
  );
}
