/**
 * @file The rows of an index.json, and which of them an evaluation takes.
 */

/** One file of a folder. Only `file` is needed; the rest is used where it is there. */
export interface IndexRow {
  /** Path inside the folder. */
  readonly file: string;
  readonly name?: string;
  /** Where the file comes from, a word. */
  readonly source?: string;
  /** What kind of body it is, a rough label. */
  readonly category?: string;
  readonly split?: string;
  /** Rows of one family have the same rig. */
  readonly rigFamily?: string;
  /** Boxes with one parentless bone each: parts that move, but no skeleton. */
  readonly flatRig?: boolean;
  /** Whether the weights are another program's and not an artist's. */
  readonly automaticWeights?: boolean;
}

export interface SelectRowsOptions {
  /** Only rows of this split. */
  readonly split?: string;
  /** Only rows of this category. */
  readonly category?: string;
  /** At most this many: one of each family before the second of any. */
  readonly limit?: number;
}

/** What is told of rows without a category. */
export const NO_CATEGORY = 'other';

/** The rows that an evaluation takes, in the order of the index. */
export function selectRows(rows: readonly IndexRow[], options: SelectRowsOptions = {}): IndexRow[] {
  const { split, category, limit = Infinity } = options;
  const wanted = rows.filter(
    (row) =>
      (split === undefined || row.split === split) &&
      (category === undefined || (row.category ?? NO_CATEGORY) === category),
  );
  const seen = new Map<string, number>();
  const turns = wanted.map((row) => {
    const turn = row.rigFamily === undefined ? 0 : (seen.get(row.rigFamily) ?? 0);
    if (row.rigFamily !== undefined) seen.set(row.rigFamily, turn + 1);
    return turn;
  });
  const order = wanted.map((_, i) => i).sort((a, b) => turns[a] - turns[b] || a - b);
  const taken = new Set(order.slice(0, limit));
  return wanted.filter((_, i) => taken.has(i));
}
