/**
 * @file A thinned solid as a tree of points: the cheapest path from every cell of the curve to the root, where thin parts
 * cost more. A loop is cut where two paths meet; since a contact between two limbs is thin, the loop is cut there.
 */

import { cellCentreInto, neighbourSteps, type VoxelGrid } from './voxel-grid.js';

/** Points on curves inside a body. */
export interface CurveTree {
  /** Metres. [N, 3] */
  readonly positions: Float64Array;
  /** Distance to the surface, metres. [N] */
  readonly radii: Float64Array;
  /** Part of the body that is nearest to the point, cubic metres. [N] */
  readonly volumes: Float64Array;
  /** A parent comes before its children; −1 for the root, point 0. [N] */
  readonly parents: Int32Array;
}

export interface TracedCurve {
  readonly tree: CurveTree;
  /** Independent loops that were cut. */
  readonly loopCount: number;
}

/** Joins curve cells that touch into a tree around the cell `root`. */
export function traceCurve(
  grid: VoxelGrid,
  curve: Int32Array,
  distance: Float32Array,
  root: number,
  thinCost = 1,
): TracedCurve {
  const steps = neighbourSteps(grid.size);
  const numberOf = new Map<number, number>();
  for (let i = 0; i < curve.length; i++) numberOf.set(curve[i], i);
  const cost = new Float64Array(curve.length).fill(Infinity);
  const before = new Int32Array(curve.length).fill(-1);
  const order: number[] = [];
  const done = new Uint8Array(curve.length);
  const queue = createQueue(cost);
  const start = numberOf.get(root)!;
  cost[start] = 0;
  queue.push(start);
  for (let at = queue.pop(); at >= 0; at = queue.pop()) {
    if (done[at] !== 0) continue;
    done[at] = 1;
    order.push(at);
    for (let s = 0; s < 26; s++) {
      const other = numberOf.get(curve[at] + steps[s]);
      if (other === undefined || done[other] !== 0) continue;
      const length = s < 6 ? 1 : s < 18 ? Math.SQRT2 : Math.sqrt(3);
      const depth = Math.min(distance[curve[at]], distance[curve[other]]) / grid.spacing;
      const through = cost[at] + length * (1 + thinCost / depth);
      if (!(through < cost[other])) continue;
      cost[other] = through;
      before[other] = at;
      queue.push(other);
    }
  }
  return {
    tree: toTree(grid, curve, distance, order, before),
    loopCount: countLoops(curve, numberOf, steps),
  };
}

function toTree(
  grid: VoxelGrid,
  curve: Int32Array,
  distance: Float32Array,
  order: readonly number[],
  before: Int32Array,
): CurveTree {
  const { spacing } = grid;
  const rank = new Int32Array(curve.length).fill(-1);
  order.forEach((at, i) => {
    rank[at] = i;
  });
  const positions = new Float64Array(order.length * 3);
  const radii = new Float64Array(order.length);
  const volumes = new Float64Array(order.length);
  const cellCounts = countNearestCells(grid, curve);
  const parents = new Int32Array(order.length);
  order.forEach((at, i) => {
    const cell = curve[at];
    cellCentreInto(positions, i * 3, grid, cell);
    radii[i] = distance[cell];
    volumes[i] = cellCounts[at] * spacing ** 3;
    parents[i] = before[at] < 0 ? -1 : rank[before[at]];
  });
  return { positions, radii, volumes, parents };
}

/** How many solid cells are nearest to each curve cell, by steps inside the solid. [C] */
function countNearestCells({ size, cells }: VoxelGrid, curve: Int32Array): Int32Array {
  const faces = neighbourSteps(size).subarray(0, 18);
  const owner = new Int32Array(cells.length).fill(-1);
  const queue = new Int32Array(cells.length);
  const counts = new Int32Array(curve.length).fill(1);
  let tail = 0;
  for (let i = 0; i < curve.length; i++) {
    owner[curve[i]] = i;
    queue[tail++] = curve[i];
  }
  for (let head = 0; head < tail; head++) {
    const cell = queue[head];
    for (let s = 0; s < faces.length; s++) {
      const other = cell + faces[s];
      if (cells[other] === 0 || owner[other] >= 0) continue;
      owner[other] = owner[cell];
      counts[owner[cell]]++;
      queue[tail++] = other;
    }
  }
  return counts;
}

/** Edges beyond those of a tree, where of three cells that all touch each other one edge does not count. */
function countLoops(curve: Int32Array, numberOf: ReadonlyMap<number, number>, steps: Int32Array): number {
  // Cells where curves meet are counted as one: junctions are little clumps, full of loops that are none.
  const group = new Int32Array(curve.length).map((_, i) => i);
  const find = (i: number): number => {
    while (group[i] !== i) i = group[i];
    return i;
  };
  const neighbours = (i: number): number[] => {
    const found: number[] = [];
    for (let s = 0; s < 26; s++) {
      const other = numberOf.get(curve[i] + steps[s]);
      if (other !== undefined) found.push(other);
    }
    return found;
  };
  const adjacency = Array.from(curve, (_, i) => neighbours(i));
  adjacency.forEach((others, i) => {
    if (others.length <= 2) return;
    for (const other of others) {
      if (adjacency[other].length > 2) group[Math.max(find(i), find(other))] = Math.min(find(i), find(other));
    }
  });
  const edges = new Set<number>();
  const roots = new Set<number>();
  adjacency.forEach((others, i) => {
    roots.add(find(i));
    for (const other of others) {
      const [low, high] = [Math.min(find(i), find(other)), Math.max(find(i), find(other))];
      if (low < high) edges.add(low * curve.length + high);
    }
  });
  return edges.size - roots.size + 1;
}

/** A binary heap of numbers by cost; a number may be pushed again when its cost has fallen. */
export function createQueue(cost: Float64Array): { push(item: number): void; pop(): number } {
  const items: number[] = [];
  const keys: number[] = [];
  return {
    push(item) {
      let at = items.length;
      const key = cost[item];
      while (at > 0) {
        const up = (at - 1) >> 1;
        if (keys[up] <= key) break;
        items[at] = items[up];
        keys[at] = keys[up];
        at = up;
      }
      items[at] = item;
      keys[at] = key;
    },
    pop() {
      if (items.length === 0) return -1;
      const first = items[0];
      const item = items.pop()!;
      const key = keys.pop()!;
      const count = items.length;
      if (count === 0) return first;
      let at = 0;
      for (let child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && keys[child + 1] < keys[child]) child++;
        if (keys[child] >= key) break;
        items[at] = items[child];
        keys[at] = keys[child];
        at = child;
      }
      items[at] = item;
      keys[at] = key;
      return first;
    },
  };
}
