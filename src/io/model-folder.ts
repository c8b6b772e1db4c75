/**
 * @file Reads the files of a model in any environment: from a folder on disk in Node, from an address elsewhere. Node's
 * file system is reached without an import, so that bundles for browsers hold nothing of it.
 */

import { PosespaceError } from '../base/errors.js';

/** What is needed of `node:fs/promises`. */
interface FileReader {
  readFile(path: string | URL): Promise<Uint8Array>;
}

/** Where the package has its models, seen from this module: the same from the sources and from what is built. */
const SHIPPED = '../../models/';

/** Reads a file by its path relative to the model's folder. */
export type ModelFolder = (path: string) => Promise<Uint8Array>;

/**
 * The folder of a model: a path or file address in Node, an address in browsers; by default the one that ships with the
 * package. A bundled page has to serve the folder itself and give its address.
 */
export function openModelFolder(
  name: string,
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): ModelFolder {
  const files = nodeFiles();
  const place = folder ?? new URL(`${SHIPPED}${name}/`, import.meta.url);
  if (!files || /^https?:/.test(`${place}`)) return fetchModelFolder(place, options);
  return async (file) => {
    const path = place instanceof URL ? new URL(file, withSlash(place)) : `${place}/${file}`;
    return files.readFile(path).catch((error: Error) => {
      throw new PosespaceError(
        'file',
        `io/openModelFolder: "${path}" cannot be read (${error.message}); give the folder of a ${name} network`,
      );
    });
  };
}

/** The folder of a model on a server. */
export function fetchModelFolder(
  url: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): ModelFolder {
  const folder = `${url}`.replace(/\/?$/, '/');
  return async (path) => {
    const address = `${folder}${path}`;
    const response = await fetch(address, { signal: options.signal }).catch((error) => {
      if (options.signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
      throw new PosespaceError(
        'file',
        `io/fetchModelFolder: ${address} cannot be reached (${error.message})`,
      );
    });
    if (!response.ok) {
      throw new PosespaceError(
        'file',
        `io/fetchModelFolder: ${address} answers ${response.status}; check the address`,
      );
    }
    return new Uint8Array(await response.arrayBuffer());
  };
}

const withSlash = (folder: URL): URL => new URL(`${folder}`.replace(/\/?$/, '/'));

/** The file system where there is one. */
function nodeFiles(): FileReader | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.('node:fs/promises') as FileReader | undefined;
}
