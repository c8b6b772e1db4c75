/** @file The rows of an index.json, and which of them an evaluation uses. */

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
  /** At most this many: one of each family before the second of any, spread over the index. */
  readonly limit?: number;
}

/** Category shown for rows without one. */
export const NO_CATEGORY = 'other';

/** The rows that an evaluation takes, in the order of the index. */
export function selectRows(rows: readonly IndexRow[], options: SelectRowsOptions = {}): IndexRow[] {
  const { split, category, limit = Infinity } = options;
  const wanted = rows.filter(
    (row) =>
      (split === undefined || row.split === split) &&
      (category === undefined || (row.category ?? NO_CATEGORY) === category),
  );
  if (wanted.length <= limit) return wanted;
  const taken = new Set<IndexRow>();
  for (const turn of turnsOf(wanted)) {
    // Evenly spaced, or a small number would only see the folder's first source.
    const count = Math.min(turn.length, limit - taken.size);
    for (let i = 0; i < count; i++) taken.add(turn[Math.floor(((i + 0.5) * turn.length) / count)]);
  }
  return wanted.filter((row) => taken.has(row));
}

/** The first row of every family, then the second ones, and so on; flat rigs, which most evaluations skip, last. */
function turnsOf(rows: readonly IndexRow[]): IndexRow[][] {
  const turns: IndexRow[][] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    if (row.flatRig) continue;
    const turn = row.rigFamily === undefined ? 0 : (seen.get(row.rigFamily) ?? 0);
    if (row.rigFamily !== undefined) seen.set(row.rigFamily, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(row);
  }
  return [...turns, rows.filter(({ flatRig }) => flatRig)];
}
