/** @file GIF to frames and back, by gifuct-js and gifenc. */

import type { Frame } from 'gifuct-js';
import { requireInput } from '../../base/errors.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import { createImage, type Image } from '../../render/image.js';
import { resizeImage } from './resize-image.js';
import { createVideoFrames, type VideoFrames } from './video-frames.js';
import { checkFrameLimit, keptSize, type VideoLimits } from './video-limits.js';

/** Browsers show shorter delays as a tenth of a second; so do we. */
const LEAST_DELAY = 20;
const USUAL_DELAY = 100;
/** Most pixels of a picture, which unpacks into an array of numbers, and of all pictures drawn one over the other. */
const MAX_SCREEN = 4096 * 4096;
const MAX_PIXELS = 1.5e9;

/** Decodes a GIF; frames of uneven length are repeated, so that the rate is even. */
export async function decodeGif(
  bytes: Uint8Array,
  limits: VideoLimits,
  signal?: AbortSignal,
): Promise<VideoFrames> {
  const { parseGIF, decompressFrame } = await import('gifuct-js');
  const gif = parseGIF(Uint8Array.from(bytes).buffer);
  const { width, height } = gif.lsd;
  const parts = gif.frames.filter((frame): frame is Frame => 'image' in frame && frame.image !== undefined);
  requireInput(parts.length > 0, 'video/decodeVideo: the GIF has no pictures');
  const [keptWidth, keptHeight] = keptSize(width, height, limits);
  checkFrameLimit(parts.length, keptWidth, keptHeight, limits);
  checkSourcePixels(gif.lsd, parts);
  let canvas = createImage(width, height);
  const images: Image[] = [];
  const delays: number[] = [];
  for (const part of parts) {
    await pauseUnlessAborted(signal);
    const frame = decompressFrame(part, gif.gct, true);
    requireInput(frame, 'video/decodeVideo: a frame of the GIF is damaged');
    const before = frame.disposalType === 3 ? { ...canvas, pixels: canvas.pixels.slice() } : undefined;
    drawPatch(canvas, frame.patch, frame.dims);
    const kept = resizeImage(canvas, keptWidth, keptHeight);
    images.push(kept === canvas ? { ...canvas, pixels: canvas.pixels.slice() } : kept);
    delays.push(frame.delay >= LEAST_DELAY ? frame.delay : USUAL_DELAY);
    if (before) canvas = before;
    if (frame.disposalType === 2) clearBox(canvas, frame.dims);
  }
  // The shortest delay is the rate; longer frames are repeated.
  const shortest = Math.min(...delays);
  const repeats = delays.map((delay) => Math.max(1, Math.round(delay / shortest)));
  checkFrameLimit(
    repeats.reduce((sum, n) => sum + n, 0),
    keptWidth,
    keptHeight,
    limits,
  );
  return createVideoFrames(
    images.flatMap((image, i) => new Array<Image>(repeats[i]).fill(image)),
    1000 / shortest,
  );
}

/** Throws where frames are larger than the screen, or all together more than can be drawn in seconds. */
function checkSourcePixels(screen: { width: number; height: number }, parts: readonly Frame[]): void {
  let total = screen.width * screen.height * parts.length;
  for (const { image } of parts) {
    const { left, top, width, height } = image.descriptor;
    requireInput(
      left + width <= screen.width && top + height <= screen.height,
      `video/decodeVideo: a frame of the GIF claims ${width} × ${height} pixels at ${left}, ${top}, ` +
        `its screen has ${screen.width} × ${screen.height}; the file is damaged`,
    );
    total += width * height;
  }
  requireInput(
    screen.width * screen.height <= MAX_SCREEN && total <= MAX_PIXELS,
    `video/decodeVideo: the GIF has ${parts.length} frames of ${screen.width} × ${screen.height}, too many pixels ` +
      'to unpack; shrink it, or convert it to MP4',
  );
}

type PatchBox = Readonly<Record<'top' | 'left' | 'width' | 'height', number>>;

/** Pixels as whole numbers. */
const wholePixels = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint8ClampedArray) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

/** Lays a patch over the picture; transparent pixels change nothing. */
function drawPatch({ width, pixels }: Image, patch: Uint8ClampedArray, box: PatchBox): void {
  const [out, from] = [wholePixels(pixels), wholePixels(patch)];
  for (let y = 0, i = 0; y < box.height; y++) {
    let o = (y + box.top) * width + box.left;
    for (let x = 0; x < box.width; x++, i++, o++) if (patch[i * 4 + 3] !== 0) out[o] = from[i];
  }
}

function clearBox({ width, pixels }: Image, box: PatchBox): void {
  const out = wholePixels(pixels);
  for (let y = box.top; y < box.top + box.height; y++) {
    out.fill(0, y * width + box.left, y * width + box.left + box.width);
  }
}

/** Encodes frames as a GIF that repeats for ever. */
export async function encodeGif({ width, height, frameRate, images }: VideoFrames): Promise<Uint8Array> {
  const loaded = await import('gifenc');
  const { GIFEncoder, quantize, applyPalette } = loaded.GIFEncoder
    ? { ...loaded, GIFEncoder: loaded.GIFEncoder }
    : loaded.default;
  const encoder = GIFEncoder();
  images.forEach(({ pixels }, i) => {
    const palette = quantize(pixels, 256);
    // Delays are whole hundredths of a second: rounding their sums keeps the whole as long as it is.
    const end = Math.round(((i + 1) * 100) / frameRate);
    const delay = (end - Math.round((i * 100) / frameRate)) * 10;
    encoder.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay });
  });
  encoder.finish();
  return encoder.bytes();
}
