/**
 * @file Unpacks chosen files of a ZIP archive with fflate. The archive's own sizes are checked against the limits before
 * anything is unpacked, and a file that is larger than it says is cut off there, so a zip bomb costs what its header admits.
 */

import { PosespaceError } from '../../base/errors.js';
import { checkByteLimit } from '../limits.js';
import type { ReadContext } from './read-context.js';

/** The content of every file that `wanted` accepts, by path. */
export async function unzipFiles(
  bytes: Uint8Array,
  { limits, budget }: Pick<ReadContext, 'limits' | 'budget'>,
  wanted: (path: string) => boolean,
  verb: string,
): Promise<Map<string, Uint8Array>> {
  const { unzipSync } = await import('fflate');
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted(name)) return false;
        total += originalSize;
        checkByteLimit(total, limits);
        budget('files', 1, originalSize);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    throw new PosespaceError(
      'bad-input',
      `io/${verb}: the archive cannot be unpacked (${(error as Error).message}); fetch the file again`,
    );
  }
}
