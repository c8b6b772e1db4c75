/** @file Fetches a pose model from a server, for browsers. */

import { PosespaceError } from '../base/errors.js';
import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';

/** Fetches the model in the folder at `url`. */
export async function fetchPoseModel(
  url: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PoseModelFiles> {
  const folder = `${url}`.replace(/\/?$/, '/');
  return loadPoseModel(async (path) => {
    const address = `${folder}${path}`;
    const response = await fetch(address, { signal: options.signal }).catch((error) => {
      if (options.signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
      throw new PosespaceError('file', `io/fetchPoseModel: ${address} cannot be reached (${error.message})`);
    });
    if (!response.ok) {
      throw new PosespaceError(
        'file',
        `io/fetchPoseModel: ${address} answers ${response.status}; check the address`,
      );
    }
    return new Uint8Array(await response.arrayBuffer());
  });
}
