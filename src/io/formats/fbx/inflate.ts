/**
 * @file Unpacks zlib data of a known size with fflate. Node's zlib would be faster but
 * is not in browsers, and their DecompressionStream costs a round trip per array, of which an FBX has thousands.
 */

import { PosespaceError } from '../../../base/errors.js';

/** Unpacks to exactly `length` bytes. */
export type Inflate = (data: Uint8Array, length: number) => Uint8Array;

/** fflate goes on to the end of its input however little room there is; pieces keep that short. */
const PIECE_BYTES = 16384;

/** Loads the library; only files that need it pay for it. */
export async function loadInflate(): Promise<Inflate> {
  const { Unzlib, unzlibSync } = await import('fflate');
  return (data, length) => {
    const out = new Uint8Array(length);
    let filled = 0;
    try {
      if (data.length <= PIECE_BYTES) filled = unzlibSync(data, { out }).length;
      else {
        const stream = new Unzlib((chunk) => {
          out.set(chunk.subarray(0, length - filled), filled);
          filled = Math.min(length, filled + chunk.length);
        });
        for (let at = 0; at < data.length && filled < length; at += PIECE_BYTES) {
          stream.push(data.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= data.length);
        }
      }
    } catch {
      filled = -1;
    }
    if (filled !== length) {
      throw new PosespaceError(
        'bad-input',
        `io/readFbx: a packed array does not unpack to its ${length} bytes; the file is damaged, fetch it again`,
      );
    }
    return out;
  };
}
