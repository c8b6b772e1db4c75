/**
 * @file Collects dropped and chosen files and folders as named bytes. Folders are searched within limits, and only
 * files that a model can need are read.
 */

import { extensionOf } from 'posespace/io';
import { MODEL_EXTENSIONS } from '../../../store/model-formats.js';
import { WorkError } from '../../../workers/worker-client.js';
import type { NamedBytes } from '../../../workers/worker-protocol.js';

export const GATHER_LIMITS = Object.freeze({
  /** Most files; a mesh sequence has one per frame. */
  files: 2000,
  /** Most folder entries. */
  entries: 20_000,
  /** Most bytes of all files together: the limit of the readers. */
  bytes: 512 * 1024 * 1024,
  depth: 8,
});

/** Extensions of files that models refer to. */
export const COMPANION_EXTENSIONS = [
  'bin',
  'mtl',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'ktx2',
  'bmp',
  'tga',
  'gif',
  'tif',
  'tiff',
];
/** Extensions of videos, which become clips of the open creature; GIF is above. */
export const VIDEO_EXTENSIONS = ['mp4', 'm4v', 'mov', 'webm', 'mkv'] as const;
const WANTED: ReadonlySet<string> = new Set([
  ...MODEL_EXTENSIONS,
  ...COMPANION_EXTENSIONS,
  ...VIDEO_EXTENSIONS,
]);

export interface GatheredFile {
  /** Path within the drop or folder. */
  readonly path: string;
  readonly file: File;
}

/** Whether a model can need this file, or it is a video. */
export function isWanted(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.startsWith('.') && WANTED.has(extensionOf(name));
}

/** The files of a drop. Call it during the event: afterwards the browser clears the list. */
export function gatherDropped(transfer: DataTransfer): Promise<GatheredFile[]> {
  const entries = [...transfer.items]
    .map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
    .filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(gatherChosen(transfer.files));
  return walkEntries(entries);
}

/** The files of a file input. */
export const gatherChosen = (files: Iterable<File>): GatheredFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Reads the gathered files. */
export async function readGathered(
  found: readonly GatheredFile[],
  signal?: AbortSignal,
): Promise<NamedBytes[]> {
  const wanted = chooseFiles(found);
  const read: NamedBytes[] = [];
  for (const { path, file } of wanted) {
    if (signal?.aborted) throw new WorkError('aborted', 'cancelled');
    read.push({ name: path, bytes: await readBytes(path, file) });
  }
  return read;
}

/** The files to read; throws beyond the limits. */
export function chooseFiles(found: readonly GatheredFile[]): readonly GatheredFile[] {
  const wanted = found.filter(({ path }) => isWanted(path));
  // No known extension: let the reader report the first files.
  const chosen = wanted.length > 0 ? wanted : found.slice(0, 3);
  if (chosen.length > GATHER_LIMITS.files) {
    const { files } = GATHER_LIMITS;
    throw new WorkError(
      'bad-input',
      `That is ${chosen.length} files, more than ${files}; open a smaller folder.`,
    );
  }
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > GATHER_LIMITS.bytes) {
    const megabytes = (count: number) => Math.round(count / 1024 / 1024);
    throw new WorkError(
      'bad-input',
      `That is ${megabytes(bytes)} MB, more than ${megabytes(GATHER_LIMITS.bytes)}; open one model at a time.`,
    );
  }
  return chosen;
}

async function readBytes(path: string, file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new WorkError(
      'file',
      `"${path}" cannot be read; it may have been moved or changed. Choose it again.`,
    );
  }
}

async function walkEntries(roots: readonly FileSystemEntry[]): Promise<GatheredFile[]> {
  const found: GatheredFile[] = [];
  let seen = 0;
  const walk = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (++seen > GATHER_LIMITS.entries) {
      throw new WorkError('bad-input', 'That folder holds too many files; open the folder of one model.');
    }
    const path = entry.fullPath.replace(/^\//, '');
    if (isFile(entry)) {
      if (isWanted(path) || depth === 0) found.push({ path, file: await fileOf(entry) });
    } else if (isFolder(entry) && depth < GATHER_LIMITS.depth && !entry.name.startsWith('.')) {
      for (const child of await childrenOf(entry)) await walk(child, depth + 1);
    }
  };
  for (const entry of roots) await walk(entry, 0);
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, () =>
      reject(new WorkError('file', `"${entry.name}" cannot be read; check that it is still there.`)),
    );
  });

/** All children of a folder; browsers return them in batches until one is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  while (children.length <= GATHER_LIMITS.entries) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, () =>
        reject(new WorkError('file', `The folder "${folder.name}" cannot be read.`)),
      );
    });
    if (batch.length === 0) break;
    children.push(...batch);
  }
  return children.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
