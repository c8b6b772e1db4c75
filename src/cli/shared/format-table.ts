/** @file A table in plain text: the first column to the left, numbers to the right. */

export type Cell = string | number | null | undefined;

/** Columns as wide as they need to be; what is missing is a dash. Numbers come as text where digits matter. */
export function formatTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = [header, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '–' : String(cell))),
  );
  const widths = header.map((_, c) => Math.max(...texts.map((row) => row[c].length)));
  return texts.map((row) =>
    row
      .map((text, c) => (c === 0 ? text.padEnd(widths[c]) : text.padStart(widths[c])))
      .join('  ')
      .trimEnd(),
  );
}

/** A number with so many decimals, or nothing. */
export const decimals = (value: number | null | undefined, digits: number): string | undefined =>
  value === null || value === undefined ? undefined : value.toFixed(digits);
