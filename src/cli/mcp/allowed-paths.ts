/**
 * @file Paths that an assistant may use: those inside the folders that the user named, links followed. A root itself is
 * no such path, so that what a command writes beside its input stays inside too.
 */

import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { FILE_EXTENSIONS } from '../../io/file-formats.js';

export interface AllowedPaths {
  readonly roots: readonly string[];
  /** The whole path of a file or folder; relative ones start from the first root. Throws where it is not allowed. */
  resolve(path: string): Promise<string>;
  /** Files that posespace reads, at most `limit`. */
  list(limit: number): Promise<readonly ListedFile[]>;
}

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Opens the folders; throws where one is missing. */
export async function openAllowedPaths(folders: readonly string[]): Promise<AllowedPaths> {
  const roots = await Promise.all(folders.map(openRoot));
  const inside = (path: string) =>
    roots.some((root) => {
      const way = relative(root, path);
      return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  return {
    roots,
    async resolve(path) {
      const whole = await followLinks(resolve(roots[0], path));
      if (!path.includes('\0') && inside(whole)) return whole;
      throw new PosespaceError(
        'bad-usage',
        `mcp: "${path}" is not inside ${roots.join(' or ')}; use a file there, or start the server with its folder`,
      );
    },
    async list(limit) {
      const found: ListedFile[] = [];
      for (const root of roots) await collect(root, limit, found);
      return found;
    },
  };
}

async function openRoot(folder: string): Promise<string> {
  const info = await stat(folder).catch(() => undefined);
  if (info?.isDirectory()) return realpath(folder);
  throw new PosespaceError('bad-usage', `mcp: "${folder}" is not a folder; name folders that exist`);
}

/** A path without links; of one that does not exist yet, the part that does. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await followLinks(parent), basename(path));
  }
}

/** Names of model files below a folder, links not followed. */
async function collect(folder: string, limit: number, found: ListedFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length >= limit) return;
    const path = join(folder, entry.name);
    const isModel = FILE_EXTENSIONS.some((ending) => entry.name.toLowerCase().endsWith(`.${ending}`));
    if (entry.isDirectory() && !entry.name.startsWith('.')) await collect(path, limit, found);
    else if (entry.isFile() && isModel) found.push({ path, bytes: (await stat(path)).size });
  }
}
