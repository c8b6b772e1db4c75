/**
 * @file Finds equal rows, in linear time: merges face corners into vertices. Formats that index positions, normals
 * and texture coordinates apart, or nothing at all (STL), become one index; a seam stays a seam because its rows
 * differ.
 */

export interface IndexedRows {
  /** For each row the number of its first equal. [N] */
  readonly indices: Uint32Array;
  /** For each distinct row where it first stood. [M] */
  readonly first: Uint32Array;
}

/** Numbers the distinct rows of `width` words in the order in which they first appear. */
export function indexRows(rows: Uint32Array, width: number): IndexedRows {
  const count = rows.length / width;
  let capacity = 16;
  while (capacity < count * 2) capacity *= 2;
  const table = new Int32Array(capacity).fill(-1);
  const mask = capacity - 1;
  const indices = new Uint32Array(count);
  const first = new Uint32Array(count);
  let distinct = 0;
  for (let r = 0; r < count; r++) {
    let hash = 0;
    for (let k = 0; k < width; k++) {
      hash = Math.imul(hash ^ rows[r * width + k], 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const found = table[slot];
      if (found < 0) {
        table[slot] = distinct;
        indices[r] = distinct;
        first[distinct++] = r;
        break;
      }
      if (equalRows(rows, first[found] * width, r * width, width)) {
        indices[r] = found;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { indices, first: first.slice(0, distinct) };
}

function equalRows(rows: Uint32Array, a: number, b: number, width: number): boolean {
  for (let k = 0; k < width; k++) if (rows[a + k] !== rows[b + k]) return false;
  return true;
}

/** The bits of numbers as rows for `indexRows`; −0 counts as 0. */
export function bitsOf(values: Float32Array): Uint32Array {
  const copy = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) copy[i] = values[i] + 0;
  return new Uint32Array(copy.buffer);
}

/** Takes rows of `width` numbers by index. */
export function gatherRows(
  values: ArrayLike<number>,
  width: number,
  indices: ArrayLike<number>,
): Float32Array {
  const out = new Float32Array(indices.length * width);
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < width; k++) out[i * width + k] = values[indices[i] * width + k];
  }
  return out;
}
