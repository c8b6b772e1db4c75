/**
 * @file PNG and JPEG bytes to an Image, by fast-png and jpeg-js, the same in Node and browsers. WebP only where the
 * engine decodes it.
 */

import { PosespaceError } from '../base/errors.js';
import type { Image } from './image.js';
import { keepPicture, readPngHeader } from './png-chunks.js';

/** Pictures with more pixels are refused: they need 256 MiB. Those of more bytes a pixel have less. */
const MAX_PIXELS = 8192 * 8192;
const MAX_BYTES = MAX_PIXELS * 4;

/** Decodes a picture; throws where it is damaged or of another format. */
export async function decodePicture(bytes: Uint8Array): Promise<Image> {
  try {
    if (bytes[0] === 0x89 && bytes[1] === 0x50) return await decodePng(bytes);
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return await decodeJpeg(bytes);
    if (String.fromCharCode(...bytes.subarray(8, 12)) === 'WEBP' && 'OffscreenCanvas' in globalThis) {
      return await decodeByEngine(bytes);
    }
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    throw new PosespaceError(
      'bad-input',
      `render/decodePicture: the picture is damaged (${(error as Error).message})`,
    );
  }
  throw new PosespaceError(
    'unsupported',
    'render/decodePicture: the picture is neither PNG nor JPEG; convert it',
  );
}

function checkSize(width: number, height: number, byteLength = 0): void {
  if (width > 0 && height > 0 && width * height <= MAX_PIXELS && byteLength <= 1.01 * MAX_BYTES) return;
  throw new PosespaceError(
    'bad-input',
    `render/decodePicture: the picture claims ${width} × ${height} pixels, at most 8192 × 8192 are read; shrink it`,
  );
}

async function decodePng(bytes: Uint8Array): Promise<Image> {
  const header = readPngHeader(bytes);
  checkSize(header.width, header.height, header.rawBytes);
  const { convertIndexedToRgb, decode } = await import('fast-png');
  const png = decode(await keepPicture(bytes, header));
  const { width, height, depth, palette } = png;
  if (png.data instanceof Uint8Array && png.channels === 4) return { width, height, pixels: png.data };
  const data = palette ? convertIndexedToRgb(png) : png.data;
  const channels = palette ? data.length / (width * height) : png.channels;
  const shift = depth === 16 ? 8 : 0;
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) pixels[i * 4 + k] = data[i * channels + (channels > 2 ? k : 0)] >> shift;
    if (channels === 2 || channels === 4) pixels[i * 4 + 3] = data[(i + 1) * channels - 1] >> shift;
  }
  return { width, height, pixels };
}

async function decodeJpeg(bytes: Uint8Array): Promise<Image> {
  const { decode } = await import('jpeg-js');
  const { width, height, data } = decode(bytes, {
    useTArray: true,
    maxResolutionInMP: MAX_PIXELS / 1e6,
    maxMemoryUsageInMB: 1024,
  });
  return { width, height, pixels: data };
}

async function decodeByEngine(bytes: Uint8Array): Promise<Image> {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
  const { width, height } = bitmap;
  checkSize(width, height);
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, pixels: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) };
}
