/**
 * @file Limits on what a file may contain. No file is trusted: a header of forty bytes can claim a billion vertices, so
 * every reader checks claims against these before it allocates.
 */

import { PosespaceError } from '../base/errors.js';

/** Limits on what is read: a file that exceeds one is refused. */
export interface ReadLimits {
  /** Largest file, with everything it refers to, bytes. */
  readonly maxBytes: number;
  /** Most vertices over all meshes, and most keys over all channels. */
  readonly maxElements: number;
  /** Most nodes, and so most joints. */
  readonly maxNodes: number;
  /** Most memory for what the file unpacks to, bytes. */
  readonly maxMemory: number;
}

/** Default limits on what is read from a file. */
export const READ_LIMITS: ReadLimits = Object.freeze({
  maxBytes: 512 * 1024 * 1024,
  maxElements: 20_000_000,
  maxNodes: 30_000,
  maxMemory: 1024 * 1024 * 1024,
});

/** Throws if a file is larger than allowed. */
export function checkByteLimit(byteLength: number, limits: ReadLimits): void {
  if (byteLength > limits.maxBytes) {
    throw new PosespaceError(
      'bad-input',
      `io/read: the file has ${byteLength} bytes, the limit is ${limits.maxBytes}; raise maxBytes (--max-bytes) to read it`,
    );
  }
}

/** Throws if a file claims more elements than allowed. */
export function checkElementLimit(what: string, count: number, limits: ReadLimits): void {
  if (!(count >= 0 && count <= limits.maxElements)) {
    throw new PosespaceError(
      'bad-input',
      `io/read: the file claims ${count} ${what}, the limit is ${limits.maxElements}; raise maxElements (--max-elements) to read it`,
    );
  }
}
