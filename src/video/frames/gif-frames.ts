/** @file GIF to frames and back, by gifuct-js and gifenc. */

import type { Frame } from 'gifuct-js';
import { requireInput } from '../../base/errors.js';
import { createImage, type Image } from '../../render/image.js';
import { resizeImage } from './resize-image.js';
import { createVideoFrames, type VideoFrames } from './video-frames.js';
import { checkFrameLimit, keptSize, type VideoLimits } from './video-limits.js';

/** Browsers show shorter delays as a tenth of a second; so do we. */
const LEAST_DELAY = 20;
const USUAL_DELAY = 100;

/** Decodes a GIF; frames of uneven length are repeated, so that the rate is even. */
export async function decodeGif(bytes: Uint8Array, limits: VideoLimits): Promise<VideoFrames> {
  const { parseGIF, decompressFrame } = await import('gifuct-js');
  const gif = parseGIF(Uint8Array.from(bytes).buffer);
  const { width, height } = gif.lsd;
  const [keptWidth, keptHeight] = keptSize(width, height, limits);
  const parts = gif.frames.filter((frame): frame is Frame => 'image' in frame && frame.image !== undefined);
  requireInput(parts.length > 0, 'video/decodeVideo: the GIF has no pictures');
  checkFrameLimit(parts.length, keptWidth, keptHeight, limits);
  let canvas = createImage(width, height);
  const images: Image[] = [];
  const delays: number[] = [];
  for (const part of parts) {
    const frame = decompressFrame(part, gif.gct, true);
    requireInput(frame, 'video/decodeVideo: a frame of the GIF is damaged');
    const before = { ...canvas, pixels: canvas.pixels.slice() };
    drawPatch(canvas, frame.patch, frame.dims);
    images.push(resizeImage({ ...canvas, pixels: canvas.pixels.slice() }, keptWidth, keptHeight));
    delays.push(frame.delay >= LEAST_DELAY ? frame.delay : USUAL_DELAY);
    if (frame.disposalType === 3) canvas = before;
    if (frame.disposalType === 2) {
      const { width: w, height: h } = frame.dims;
      drawPatch(canvas, new Uint8ClampedArray(w * h * 4), frame.dims, true);
    }
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

interface PatchBox {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Lays a patch over the picture; transparent pixels change nothing unless `clear` is set. */
function drawPatch({ width, height, pixels }: Image, patch: Uint8ClampedArray, box: PatchBox, clear = false) {
  for (let y = 0; y < Math.min(box.height, height - box.top); y++) {
    for (let x = 0; x < Math.min(box.width, width - box.left); x++) {
      const i = (y * box.width + x) * 4;
      if (patch[i + 3] === 0 && !clear) continue;
      pixels.set(patch.subarray(i, i + 4), ((y + box.top) * width + x + box.left) * 4);
    }
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
