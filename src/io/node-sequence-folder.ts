/**
 * @file Reads a mesh sequence from disk, for Node: a folder of numbered OBJ or PLY files, or one animated file.
 */

import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve as resolvePath } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import type { MeshSequence } from '../mesh/mesh-sequence.js';
import { FRAME_EXTENSIONS } from './format-facts.js';
import { READ_LIMITS } from './limits.js';
import { readBytes, readModelFile } from './node.js';
import {
  FramesDifferError,
  type ReadSequenceOptions,
  readSequence,
  sequenceOfModel,
} from './read-sequence.js';

const MOST_FILES = 100_000;

/** Reads the sequence in a folder, or in one file. */
export async function readSequenceFolder(
  path: string,
  options: ReadSequenceOptions = {},
): Promise<MeshSequence> {
  if (!(await isFolder(path))) {
    return sequenceOfModel(
      await readModelFile(path, options.limits ? { limits: options.limits } : {}),
      options,
    );
  }
  const maxBytes = options.limits?.maxBytes ?? READ_LIMITS.maxBytes;
  const files = (await listFrames(path)).map((name) => ({
    name,
    read: () => readBytes(join(path, name), maxBytes),
  }));
  const sequence = await readSequence(files, options);
  return { ...sequence, name: basename(resolvePath(path)) };
}

async function isFolder(path: string): Promise<boolean> {
  // Reading reports what is missing or forbidden.
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() ?? false;
}

/** The frames of a folder: all its OBJ files, or all its PLY files; other files are ignored. */
async function listFrames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new PosespaceError('file', `io/readSequence: cannot list "${folder}": ${error.message}`);
  });
  const byFormat = FRAME_EXTENSIONS.map((format) =>
    names.filter((name) => !name.startsWith('.') && name.toLowerCase().endsWith(`.${format}`)),
  );
  const found = byFormat.filter((list) => list.length > 0);
  if (found.length === 0) {
    const text = `io/readSequence: "${folder}" holds no OBJ or PLY files; give one per frame`;
    // Meshes of other formats come from services, which share no vertices.
    if (names.some((name) => /^[^.].*\.(glb|gltf|stl)$/i.test(name))) throw new FramesDifferError(text);
    throw new PosespaceError('bad-input', text);
  }
  if (found.length > 1) {
    throw new PosespaceError(
      'bad-input',
      `io/readSequence: "${folder}" holds ${byFormat[0].length} OBJ and ${byFormat[1].length} PLY files; ` +
        'keep the frames of one format there',
    );
  }
  if (found[0].length > MOST_FILES) {
    throw new PosespaceError(
      'bad-input',
      `io/readSequence: "${folder}" holds ${found[0].length} frames, the limit is ${MOST_FILES}`,
    );
  }
  return found[0];
}
