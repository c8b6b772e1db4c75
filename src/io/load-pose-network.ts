/**
 * @file Loads the pose network in any environment: from a folder on disk in Node, from an address elsewhere. Node's
 * file system is reached without an import, so that bundles for browsers hold nothing of it.
 */

import { PosespaceError } from '../base/errors.js';
import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import { fetchPoseModel } from './fetch-pose-model.js';

/** What is needed of `node:fs/promises`. */
interface FileReader {
  readFile(path: string | URL): Promise<Uint8Array>;
}

/** Where the package has its network, seen from this module: the same from the sources and from what is built. */
const SHIPPED = '../../models/pose/';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/pose` itself and give its address.
 */
export async function loadPoseNetwork(
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PoseModelFiles> {
  const files = nodeFiles();
  const place = folder ?? new URL(SHIPPED, import.meta.url);
  if (!files || /^https?:/.test(`${place}`)) return fetchPoseModel(place, options);
  return loadPoseModel(async (name) => {
    const path = place instanceof URL ? new URL(name, withSlash(place)) : `${place}/${name}`;
    return files.readFile(path).catch((error: Error) => {
      throw new PosespaceError(
        'file',
        `io/loadPoseNetwork: "${path}" cannot be read (${error.message}); give the folder of a pose network`,
      );
    });
  });
}

const withSlash = (folder: URL): URL => new URL(`${folder}`.replace(/\/?$/, '/'));

/** The file system where there is one. */
function nodeFiles(): FileReader | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.('node:fs/promises') as FileReader | undefined;
}
