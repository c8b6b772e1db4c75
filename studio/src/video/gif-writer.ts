/** @file Encodes a GIF through its worker, one frame at a time. */

import { WorkError } from '../workers/worker-client.js';
import type { FrameWriter, VideoSize } from './frame-writer.js';

export type GifRequest =
  | { readonly picture: ImageBitmap /** Milliseconds. */; readonly delay: number }
  | { readonly finish: true };

export type GifReply =
  | { readonly added: true }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly error: string };

export function createGifWriter({ frameRate }: VideoSize): FrameWriter {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: GifRequest, transfer: Transferable[] = []): Promise<GifReply> =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<GifReply>) => {
        if ('error' in data) reject(new WorkError('internal', `The GIF cannot be encoded: ${data.error}`));
        else resolve(data);
      };
      worker.onerror = () => reject(new WorkError('internal', 'The GIF cannot be encoded; reload the page.'));
      worker.postMessage(request, transfer);
    });
  return {
    extension: 'gif',
    async add({ picture }) {
      await ask({ picture, delay: 1000 / frameRate }, [picture]);
    },
    async finish() {
      const reply = await ask({ finish: true });
      if (!('bytes' in reply)) throw new WorkError('internal', 'The GIF cannot be encoded; try again.');
      return new Blob([reply.bytes], { type: 'image/gif' });
    },
    close: () => worker.terminate(),
  };
}
