/**
 * @file The formats that posespace reads and writes.
 */

import { PosespaceError } from '../base/errors.js';

/** By file extension. */
export const FILE_FORMATS = Object.freeze(['glb', 'gltf', 'vrm', 'obj', 'ply', 'stl', 'fbx', 'bvh'] as const);

export type FileFormat = (typeof FILE_FORMATS)[number];

/** The format of a file by its name. */
export function formatOf(fileName: string): FileFormat {
  const extension = /\.([^.\\/]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';
  const format = FILE_FORMATS.find((candidate) => candidate === extension);
  if (format) return format;
  throw new PosespaceError(
    'unsupported',
    `io: "${fileName}" has the unknown extension "${extension}"; posespace reads and writes ${FILE_FORMATS.join(', ')}`,
  );
}
