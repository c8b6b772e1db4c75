/**
 * @file The chunks of a PNG that hold its picture, held against what its header claims before a decoder sees them: pixel data
 * that unpacks to more, and profiles and texts, which may unpack to anything, never get there.
 */

import { PosespaceError } from '../base/errors.js';

const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bytes of the unpacked rows, at most. */
  readonly rawBytes: number;
}

const damaged = (what: string) => new PosespaceError('bad-input', `render/decodePicture: the PNG ${what}`);

/** What the header claims. */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  if (bytes.length < 33) throw damaged('is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const bits = bytes[24] * (CHANNELS[bytes[25]] ?? 4);
  // Interlaced pictures have seven times rows, each with a filter byte and rounded up.
  return { width, height, rawBytes: Math.ceil((width * bits) / 8) * height + 16 * (width + height) + 64 };
}

/** The PNG without what is no picture; throws where its pixel data unpacks to more than the header claims. */
export async function keepPicture(bytes: Uint8Array, { rawBytes }: PngHeader): Promise<Uint8Array> {
  const { Unzlib } = await import('fflate');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 8)];
  let unpacked = 0;
  const counter = new Unzlib((chunk) => {
    unpacked += chunk.length;
    if (unpacked > rawBytes) throw damaged('unpacks to more than its header claims');
  });
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = Math.min(bytes.length, at + 12 + length);
    if (KEPT.includes(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IDAT') pushSlowly(counter, bytes.subarray(at + 8, end - 4));
    if (name === 'IEND') break;
    at = end;
  }
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of kept) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Deflate packs a thousand bytes into one: in pieces, so that no answer is large. */
function pushSlowly(counter: { push(chunk: Uint8Array): void }, data: Uint8Array): void {
  const PIECE = 1 << 14;
  for (let at = 0; at < data.length; at += PIECE) counter.push(data.subarray(at, at + PIECE));
}
