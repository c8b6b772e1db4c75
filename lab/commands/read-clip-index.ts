/** @file The rows of an index whose files have clips; all rows where the index does not list clips. */

import { join } from 'node:path';
import { readBytes } from '../../src/io/node.js';
import type { IndexRow } from '../eval/index-row.js';
import { readIndex } from './read-index.js';

export async function readClipIndex(folder: string): Promise<IndexRow[]> {
  const rows = await readIndex(folder);
  // Read a second time: few commands need the clips of the index.
  const index = JSON.parse(new TextDecoder().decode(await readBytes(join(folder, 'index.json'))));
  const without = new Set<unknown>();
  for (const { file, clips } of index) if (Array.isArray(clips) && clips.length === 0) without.add(file);
  return rows.filter(({ file }) => !without.has(file));
}
