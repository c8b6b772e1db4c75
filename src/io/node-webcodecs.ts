/**
 * @file WebCodecs for Node, from the optional peer `@napi-rs/webcodecs`: its classes become globals, where mediabunny
 * looks for them. Its callbacks do not keep the process alive, so a timer does while work is under way.
 */

import { hasWebCodecs } from '../video/frames/media-frames.js';

const CLASSES = [
  'VideoDecoder',
  'VideoEncoder',
  'VideoFrame',
  'EncodedVideoChunk',
  'VideoColorSpace',
] as const;

/** Makes WebCodecs available; false where the package is not installed. */
export async function installWebCodecs(): Promise<boolean> {
  if (hasWebCodecs()) return true;
  // A name that no bundler follows: the package is never required.
  const name = '@napi-rs/webcodecs';
  const codecs = (await import(name).catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!codecs) return false;
  for (const one of CLASSES) Object.assign(globalThis, { [one]: codecs[one] });
  return hasWebCodecs();
}

/** Runs work of the codecs, with a timer that keeps the process alive meanwhile. */
export async function whileCoding<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {}, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
