/** @file Writes a model to bytes, in any format; works in Node and in browsers. `node.ts` adds the disk. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { readAnatomy } from '../rig/reading/read-anatomy.js';
import { findFormat, type OutputFile, type WriteOptions } from './file-formats.js';
import type { Model } from './model.js';

/** The files that were encoded, and what was lost on the way. */
export interface Written {
  readonly files: readonly OutputFile[];
  /** What the format cannot hold. */
  readonly findings: readonly Finding[];
}

/** Encodes a model; the extension of `fileName` decides the format. */
export async function encodeModel(
  given: Model,
  fileName: string,
  options: WriteOptions = {},
): Promise<Written> {
  const format = findFormat(fileName, 'write');
  const name = fileName.replace(/^.*[\\/]/, '');
  if (!format.write) {
    throw new PosespaceError('unsupported', `io/write: ${format.name} is only read; write "${name}" as GLB`);
  }
  const model = format.needsBody ? withBody(given) : given;
  const files = await format.write(model, name, options);
  const lost = format.lost?.(model) ?? [];
  const noted = (await format.findings?.(model)) ?? [];
  return { files, findings: lost.length > 0 ? [describeLost(name, lost), ...noted] : noted };
}

/** The model with what its joints are, where it has a body. */
function withBody(model: Model): Model {
  const { skeleton, skin, mesh } = model;
  if (!skeleton || model.anatomy || mesh.triangles.length === 0) return model;
  return { ...model, anatomy: readAnatomy({ skeleton, skin, mesh }).anatomy };
}

const describeLost = (name: string, lost: readonly string[]): Finding => ({
  code: 'not-in-format',
  severity: 'warning',
  message: `"${name}" is written without ${lost.join(', ').replace(/, ([^,]*)$/, ' and $1')}`,
  fix: 'write GLB to keep everything',
});
