/**
 * @file The cheapest one-to-one assignment of rows to columns (Hungarian method).
 *
 * Shortest augmenting paths with potentials: rows come in one at a time, each by a Dijkstra search over the reduced
 * costs, O(rows² · columns) at worst (Jonker and Volgenant, "A shortest augmenting path algorithm for dense and
 * sparse linear assignment problems", Computing 38, 1987). 300 × 300 takes about ten milliseconds.
 */

import { requireInput } from '../base/errors.js';

/**
 * The column of each row, −1 where there are more rows than columns and the row was left over: min(rows, columns)
 * pairs with the smallest sum of costs. Costs are finite, row-major. [rows] from [rows, columns]
 */
export function solveAssignment(costs: Float64Array, rowCount: number, columnCount: number): Int32Array {
  requireInput(
    costs.length === rowCount * columnCount,
    `math/solveAssignment: needs ${rowCount} × ${columnCount} costs, got ${costs.length}`,
  );
  if (rowCount <= columnCount) return assignRows(costs, rowCount, columnCount);
  const transposed = new Float64Array(costs.length);
  for (let r = 0; r < rowCount; r++) {
    for (let c = 0; c < columnCount; c++) transposed[c * rowCount + r] = costs[r * columnCount + c];
  }
  const rows = new Int32Array(rowCount).fill(-1);
  const rowOfColumn = assignRows(transposed, columnCount, rowCount);
  for (let c = 0; c < columnCount; c++) rows[rowOfColumn[c]] = c;
  return rows;
}

/** No more rows than columns. */
function assignRows(costs: Float64Array, rowCount: number, columnCount: number): Int32Array {
  const columns = new Int32Array(rowCount).fill(-1);
  const rows = new Int32Array(columnCount).fill(-1);
  const rowPotential = new Float64Array(rowCount);
  const columnPotential = new Float64Array(columnCount);
  const distance = new Float64Array(columnCount);
  const previous = new Int32Array(columnCount); // the row from which a column was reached
  const done = new Uint8Array(columnCount);

  for (let start = 0; start < rowCount; start++) {
    // (1) Grow a shortest-path tree from the new row until it meets a free column.
    distance.fill(Infinity);
    done.fill(0);
    let row = start;
    let reached = 0;
    let column = -1;
    do {
      let nearest = Infinity;
      let next = -1;
      const offset = row * columnCount;
      const base = reached - rowPotential[row];
      for (let c = 0; c < columnCount; c++) {
        if (done[c] === 1) continue;
        const through = base + costs[offset + c] - columnPotential[c];
        if (through < distance[c]) {
          distance[c] = through;
          previous[c] = row;
        }
        if (distance[c] < nearest) {
          nearest = distance[c];
          next = c;
        }
      }
      requireInput(next >= 0, 'math/solveAssignment: costs must be finite numbers');
      column = next;
      reached = nearest;
      done[column] = 1;
      row = rows[column];
    } while (row >= 0);

    // (2) Potentials that keep every reduced cost at or above zero, with zero along the tree.
    rowPotential[start] += reached;
    for (let c = 0; c < columnCount; c++) {
      if (done[c] === 0 || c === column) continue;
      rowPotential[rows[c]] += reached - distance[c];
      columnPotential[c] -= reached - distance[c];
    }

    // (3) Flip the path: each row on it takes the column by which it was left.
    for (;;) {
      row = previous[column];
      const freed = columns[row];
      columns[row] = column;
      rows[column] = row;
      if (row === start) break;
      column = freed;
    }
  }
  return columns;
}
