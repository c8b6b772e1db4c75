/** @file Encodes a GIF in a worker, with one palette per frame: colours change with the light. */

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { GifReply, GifRequest } from './gif-writer.js';

const scope = globalThis as unknown as {
  postMessage(reply: GifReply, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<GifRequest>) => void;
};

const gif = GIFEncoder();
let canvas: OffscreenCanvas | undefined;

scope.onmessage = ({ data }) => {
  try {
    if ('finish' in data) {
      gif.finish();
      const bytes = gif.bytes();
      scope.postMessage({ bytes }, [bytes.buffer]);
    } else {
      addFrame(data.picture, data.delay);
      scope.postMessage({ added: true });
    }
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};

function addFrame(picture: ImageBitmap, delay: number): void {
  const { width, height } = picture;
  canvas ??= new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  picture.close();
  const { data } = context.getImageData(0, 0, width, height);
  const palette = quantize(data, 256);
  gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
}
