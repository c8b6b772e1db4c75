/** @file Reads the index.json of a folder; no row may lead out of the folder. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { readBytes } from '../../src/io/node.js';
import type { IndexRow } from '../eval/index-row.js';

/** The rows of a folder's index; a row needs only `file`, other fields of a wrong type are dropped. */
export async function readIndex(folder: string): Promise<IndexRow[]> {
  const path = join(folder, 'index.json');
  const bytes = await readBytes(path);
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new PosespaceError('bad-input', `eval: "${path}" is not JSON`);
  }
  const list = Array.isArray(rows) ? rows.map(toRow) : [];
  if (list.length === 0 || list.some((row) => row === undefined)) {
    throw new PosespaceError(
      'bad-input',
      'eval: index.json must be a list of rows with a "file" inside the folder',
    );
  }
  return list as IndexRow[];
}

/** The known fields of a row; undefined where its file is outside of the folder. */
function toRow(value: unknown): IndexRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const row = value as Record<string, unknown>;
  const { file } = row;
  if (typeof file !== 'string' || /^([\\/]|[a-z]:)/i.test(file) || file.split(/[\\/]/).includes('..')) {
    return undefined;
  }
  const known: Record<string, unknown> = { file };
  for (const key of ['name', 'source', 'category', 'split', 'rigFamily']) {
    if (typeof row[key] === 'string') known[key] = row[key];
  }
  for (const key of ['flatRig', 'automaticWeights']) {
    if (typeof row[key] === 'boolean') known[key] = row[key];
  }
  return known as unknown as IndexRow;
}
