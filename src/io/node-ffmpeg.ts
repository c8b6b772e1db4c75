/** @file Videos through the `ffmpeg` program on the PATH, where no other codec is there: raw frames over pipes. */

import { spawn } from 'node:child_process';
import { PosespaceError } from '../base/errors.js';
import type { Image } from '../render/image.js';
import type { SliceVideoOptions } from '../video/frames/slice-video.js';
import { createVideoFrames, type VideoFrames } from '../video/frames/video-frames.js';
import { checkFrameLimit, keptSize, type VideoLimits } from '../video/frames/video-limits.js';

/** Most bytes that ffprobe may answer. */
const MAX_ANSWER = 1 << 20;

/** Whether the program is there. */
export async function hasFfmpeg(): Promise<boolean> {
  return runProgram('ffmpeg', ['-version'], { maxBytes: MAX_ANSWER }).then(
    () => true,
    () => false,
  );
}

/** Decodes a video file. */
export async function decodeWithFfmpeg(
  path: string,
  { start = 0, end, frameRate: wanted }: SliceVideoOptions,
  limits: VideoLimits,
  signal?: AbortSignal,
): Promise<VideoFrames> {
  const query = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=width,height,avg_frame_rate',
  ];
  const answer = await runProgram('ffprobe', [...query, '-of', 'json', `file:${path}`], {
    maxBytes: MAX_ANSWER,
    signal,
  });
  const stream = parseStream(answer);
  const [width, height] = keptSize(stream.width, stream.height, limits);
  const frameRate = wanted ?? stream.frameRate;
  const part = [...(start > 0 ? ['-ss', `${start}`] : []), ...(end !== undefined ? ['-to', `${end}`] : [])];
  const filters = `fps=${frameRate},scale=${width}:${height}`;
  const raw = await runProgram(
    'ffmpeg',
    ['-v', 'error', ...part, '-i', `file:${path}`, '-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    { maxBytes: (limits.maxPixels + 1) * 4, signal },
  );
  const size = width * height * 4;
  const count = Math.floor(raw.length / size);
  checkFrameLimit(count, width, height, limits);
  const images = Array.from(
    { length: count },
    (_, i): Image => ({ width, height, pixels: raw.subarray(i * size, (i + 1) * size) }),
  );
  return createVideoFrames(images, frameRate);
}

function parseStream(answer: Uint8Array): { width: number; height: number; frameRate: number } {
  const { streams = [] } = JSON.parse(new TextDecoder().decode(answer)) as {
    streams?: { width: number; height: number; avg_frame_rate?: string }[];
  };
  if (streams.length === 0) {
    throw new PosespaceError('bad-input', 'io/readVideoFile: the file has no video track');
  }
  const [above, below] = (streams[0].avg_frame_rate ?? '').split('/').map(Number);
  const rate = above / below;
  return {
    width: streams[0].width,
    height: streams[0].height,
    frameRate: rate > 0 && rate <= 1000 ? rate : 24,
  };
}

/** Encodes frames; the container follows the ending of `path`. */
export async function encodeWithFfmpeg(
  path: string,
  video: VideoFrames,
  bitrate: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const { width, height, frameRate, images } = video;
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    `${frameRate}`,
    '-i',
    '-',
  ];
  const even = ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p'];
  const rate = bitrate === undefined ? [] : ['-b:v', `${bitrate}`];
  await runProgram('ffmpeg', ['-v', 'error', '-y', ...input, ...even, ...rate, `file:${path}`], {
    maxBytes: MAX_ANSWER,
    input: images.map(({ pixels }) => pixels),
    signal,
  });
}

interface RunOptions {
  readonly maxBytes: number;
  readonly input?: readonly Uint8Array[];
  readonly signal?: AbortSignal;
}

/** Runs a program and gives what it printed; an error holds its last words. */
function runProgram(
  name: string,
  words: string[],
  { maxBytes, input, signal }: RunOptions,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, words, { stdio: ['pipe', 'pipe', 'pipe'], signal });
    const chunks: Uint8Array[] = [];
    let length = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > maxBytes) child.kill();
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Uint8Array) => {
      complaint = (complaint + new TextDecoder().decode(chunk)).slice(-300);
    });
    child.on('error', reject);
    // The program may stop reading before all is written; its exit code says so.
    child.stdin.on('error', () => {});
    child.on('close', (code) => {
      if (length > maxBytes)
        reject(
          new PosespaceError(
            'bad-input',
            `io/readVideoFile: the video is longer than the limit; read a part of it`,
          ),
        );
      else if (code === 0) resolve(Buffer.concat(chunks));
      else
        reject(
          new PosespaceError(
            'bad-input',
            `io/readVideoFile: ${name} failed: ${complaint.trim() || `code ${code}`}`,
          ),
        );
    });
    void writeAll(child.stdin, input ?? []);
  });
}

async function writeAll(stream: NodeJS.WritableStream, chunks: readonly Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    if (!stream.write(chunk))
      await new Promise<void>((done) => stream.once('drain', done).once('close', done));
  }
  stream.end();
}
