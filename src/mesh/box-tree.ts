/**
 * @file The shape of a balanced box tree: halves at the median along the longest side of the centres until a leaf
 * is small. The caller provides the boxes: of triangles (`triangle-tree.ts`) or of points (`nearest-point.ts`).
 * Nodes lie in preorder: the left child of n is n + 1, so a backward loop sees children before parents.
 */

export interface BoxTree {
  /** Items in leaf order. [N] */
  readonly order: Uint32Array;
  /** First entry of `order` below each node. [M] */
  readonly first: Uint32Array;
  /** Number of entries of `order` below each node. [M] */
  readonly size: Uint32Array;
  /** Right child of each node, 0 for a leaf. [M] */
  readonly right: Uint32Array;
}

/** Builds the tree over items, given as indices into finite centres [·, 3]. */
export function buildBoxTree(
  items: Uint32Array,
  centers: Float64Array | Float32Array,
  leafSize: number,
): BoxTree {
  const order = items.slice();
  const first: number[] = [];
  const size: number[] = [];
  const right: number[] = [];
  // An explicit stack; an entry says which node waits for this one as its right child.
  const stack = order.length > 0 ? [{ start: 0, end: order.length, parent: -1 }] : [];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { start, end, parent } = task;
    const node = first.length;
    if (parent >= 0) right[parent] = node;
    first.push(start);
    size.push(end - start);
    right.push(0);
    if (end - start <= leafSize) continue;
    const middle = (start + end) >> 1;
    selectMedian(order, centers, longestAxis(order, centers, start, end), start, end - 1, middle);
    stack.push({ start: middle, end, parent: node }, { start, end: middle, parent: -1 });
  }
  return {
    order,
    first: Uint32Array.from(first),
    size: Uint32Array.from(size),
    right: Uint32Array.from(right),
  };
}

/** Empties box i. Boxes are least x, y, z, greatest x, y, z. [·, 6] */
export function emptyBox(boxes: Float32Array, i: number): void {
  boxes[i * 6] = boxes[i * 6 + 1] = boxes[i * 6 + 2] = Infinity;
  boxes[i * 6 + 3] = boxes[i * 6 + 4] = boxes[i * 6 + 5] = -Infinity;
}

/** Makes box i hold box j of others too. */
export function growBox(boxes: Float32Array, i: number, others: Float32Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    if (others[j * 6 + k] < boxes[i * 6 + k]) boxes[i * 6 + k] = others[j * 6 + k];
    if (others[j * 6 + 3 + k] > boxes[i * 6 + 3 + k]) boxes[i * 6 + 3 + k] = others[j * 6 + 3 + k];
  }
}

function longestAxis(
  order: Uint32Array,
  centers: Float64Array | Float32Array,
  start: number,
  end: number,
): number {
  let best = 0;
  let bestLength = -1;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = start; i < end; i++) {
      const value = centers[order[i] * 3 + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > bestLength) {
      bestLength = high - low;
      best = k;
    }
  }
  return best;
}

/** Reorders order[low..high] so that entry `middle` has all smaller ones before it (Hoare's selection). */
function selectMedian(
  order: Uint32Array,
  centers: Float64Array | Float32Array,
  axis: number,
  low: number,
  high: number,
  middle: number,
): void {
  const key = (i: number) => centers[order[i] * 3 + axis];
  while (low < high) {
    const pivot = medianOfThree(key(low), key((low + high) >> 1), key(high));
    let i = low;
    let j = high;
    // Equal keys are swapped too: a thousand items in one place still halve.
    while (i <= j) {
      while (key(i) < pivot) i++;
      while (key(j) > pivot) j--;
      if (i > j) break;
      const swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

const medianOfThree = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
