/** @file The few rows with the largest figure. */

export function listWorst<Row extends { readonly file: string }>(
  title: string,
  rows: readonly Row[],
  figureOf: (row: Row) => number,
  digits: number,
  count = 5,
): string[] {
  const worst = [...rows].sort((a, b) => figureOf(b) - figureOf(a)).slice(0, count);
  const figures = worst.map((row) => figureOf(row).toFixed(digits));
  const width = Math.max(0, ...figures.map((figure) => figure.length));
  return worst.length === 0
    ? []
    : [title, ...worst.map(({ file }, i) => `  ${figures[i].padStart(width)}  ${file}`)];
}
