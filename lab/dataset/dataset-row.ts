/** @file The rows of a folder's index.json as a data set needs them; checked, as any file from outside. */

import { PosespaceError } from '../../src/base/errors.js';

/** One file of a folder. Only `file` is needed; the rest is used where it is there. */
export interface DatasetRow {
  /** Path inside the folder. */
  readonly file: string;
  readonly name?: string;
  /** Where the file comes from, a word. */
  readonly source?: string;
  /** Repository or page of the source. */
  readonly repo?: string;
  readonly licence?: string;
  /** What kind of body it is, a rough label. */
  readonly category?: string;
  readonly split?: string;
  /** Rows of one family have the same rig. */
  readonly rigFamily?: string;
  /** Boxes with one parentless bone each: parts that move, but no skeleton. */
  readonly flatRig?: boolean;
  /** A file of the same folder and rig that holds the clips of this one. */
  readonly clipsFrom?: string;
}

const WORDS = ['name', 'source', 'repo', 'licence', 'category', 'split', 'rigFamily'] as const;

/** Reads the rows of an index; what is not of its type is left out, a path that leads out of the folder is refused. */
export function parseDatasetRows(index: unknown): DatasetRow[] {
  const rows = Array.isArray(index) ? index.map(toRow) : [];
  if (rows.length === 0 || rows.some((row) => row === undefined)) {
    throw new PosespaceError(
      'bad-input',
      'dataset/parseDatasetRows: index.json must be a list of rows with a "file" inside the folder',
    );
  }
  return rows as DatasetRow[];
}

function toRow(value: unknown): DatasetRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const row = value as Record<string, unknown>;
  if (!isInside(row.file) || (row.clipsFrom !== undefined && !isInside(row.clipsFrom))) return undefined;
  const known: Record<string, unknown> = { file: row.file };
  for (const key of WORDS) if (typeof row[key] === 'string') known[key] = row[key];
  if (typeof row.flatRig === 'boolean') known.flatRig = row.flatRig;
  if (row.clipsFrom !== undefined) known.clipsFrom = row.clipsFrom;
  return known as unknown as DatasetRow;
}

/** Whether a path stays in the folder it is relative to. */
function isInside(path: unknown): path is string {
  return typeof path === 'string' && !/^([\\/]|[a-z]:)/i.test(path) && !path.split(/[\\/]/).includes('..');
}
