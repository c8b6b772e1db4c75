import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { solveAssignment } from './solve-assignment.js';

/** The smallest sum by trying every assignment. */
function smallestSum(costs: Float64Array, rows: number, columns: number): number {
  const used = new Uint8Array(columns);
  const visit = (row: number, skips: number): number => {
    if (row === rows) return 0;
    let best = skips > 0 ? visit(row + 1, skips - 1) : Infinity;
    for (let c = 0; c < columns; c++) {
      if (used[c]) continue;
      used[c] = 1;
      best = Math.min(best, costs[row * columns + c] + visit(row + 1, skips));
      used[c] = 0;
    }
    return best;
  };
  return visit(0, Math.max(0, rows - columns));
}

const sumOf = (costs: Float64Array, columns: number, assignment: Int32Array) =>
  assignment.reduce((sum, c, r) => sum + (c < 0 ? 0 : costs[r * columns + c]), 0);

describe('the cheapest assignment', () => {
  it('gives up a near pair where the sum is smaller', () => {
    // Greedily row 0 takes column 0 (1) and row 1 is left with 10; the best is 2 + 2.
    expect([...solveAssignment(Float64Array.of(1, 2, 2, 10), 2, 2)]).toEqual([1, 0]);
  });

  it('is that of trying all, for every shape', () => {
    const rng = createRng(3);
    for (let rows = 0; rows <= 6; rows++) {
      for (let columns = 0; columns <= 6; columns++) {
        for (let repeat = 0; repeat < 8; repeat++) {
          // Whole numbers make ties, negative ones are costs as well.
          const costs = Float64Array.from({ length: rows * columns }, () =>
            repeat < 4 ? rng.next() : rng.integer(5) - 2,
          );
          const assignment = solveAssignment(costs, rows, columns);
          const taken = [...assignment].filter((c) => c >= 0);
          expect(assignment.length).toBe(rows);
          expect(taken.length).toBe(Math.min(rows, columns));
          expect(new Set(taken).size).toBe(taken.length);
          expect(sumOf(costs, columns, assignment)).toBeCloseTo(smallestSum(costs, rows, columns), 9);
        }
      }
    }
  });

  it('finds a hidden permutation of three hundred', () => {
    const count = 300;
    const rng = createRng(8);
    const hidden = Int32Array.from({ length: count }, (_, i) => (i * 7 + 11) % count);
    const costs = Float64Array.from({ length: count * count }, () => 1 + rng.next());
    for (let r = 0; r < count; r++) costs[r * count + hidden[r]] = 0.5;
    expect([...solveAssignment(costs, count, count)]).toEqual([...hidden]);
  });

  it('refuses what has no answer', () => {
    const bad = expect.objectContaining({ code: 'bad-input' });
    expect(() => solveAssignment(Float64Array.of(1, 2), 2, 2)).toThrow(bad);
    expect(() => solveAssignment(Float64Array.of(Number.NaN), 1, 1)).toThrow(bad);
    expect(() => solveAssignment(Float64Array.of(Infinity), 1, 1)).toThrow(bad);
  });
});
