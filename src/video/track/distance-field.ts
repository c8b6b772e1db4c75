/**
 * @file Exact Euclidean distances to a set of pixels, with the nearest pixel (Felzenszwalb and Huttenlocher, "Distance
 * transforms of sampled functions", 2012): lower envelopes of parabolas, columns first, then rows.
 */

/** Distance to the nearest chosen pixel, and which it is. */
export interface DistanceField {
  readonly width: number;
  readonly height: number;
  /** Pixels. [H, W] */
  readonly distance: Float32Array;
  /** Index of the nearest chosen pixel, −1 where none is chosen. [H, W] */
  readonly nearest: Int32Array;
}

/** The field of the pixels where `chosen` is not 0. */
export function createDistanceField(chosen: Uint8Array, width: number, height: number): DistanceField {
  const far = 1e12;
  const squares = new Float64Array(width * height);
  const nearest = new Int32Array(width * height);
  const size = Math.max(width, height);
  const line = new Float64Array(size);
  const source = new Int32Array(size);
  const envelope = { at: new Int32Array(size), border: new Float64Array(size + 1) };
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) line[y] = chosen[y * width + x] ? 0 : far;
    transformLine(line, height, source, envelope);
    for (let y = 0; y < height; y++) {
      squares[y * width + x] = line[y];
      nearest[y * width + x] = source[y] * width + x;
    }
  }
  const row = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      line[x] = squares[y * width + x];
      row[x] = nearest[y * width + x];
    }
    transformLine(line, width, source, envelope);
    for (let x = 0; x < width; x++) {
      squares[y * width + x] = line[x];
      nearest[y * width + x] = line[x] < far / 2 ? row[source[x]] : -1;
    }
  }
  return { width, height, distance: Float32Array.from(squares, Math.sqrt), nearest };
}

/** line[i] ← min_k line[k] + (i − k)², in place; source[i] is that k. */
function transformLine(
  line: Float64Array,
  length: number,
  source: Int32Array,
  { at, border }: { at: Int32Array; border: Float64Array },
): void {
  const values = line.slice(0, length);
  let top = 0;
  at[0] = 0;
  border[0] = -Infinity;
  border[1] = Infinity;
  for (let q = 1; q < length; q++) {
    let s = cross(values, q, at[top]);
    while (s <= border[top]) {
      top--;
      s = cross(values, q, at[top]);
    }
    top++;
    at[top] = q;
    border[top] = s;
    border[top + 1] = Infinity;
  }
  top = 0;
  for (let q = 0; q < length; q++) {
    while (border[top + 1] < q) top++;
    const k = at[top];
    line[q] = (q - k) ** 2 + values[k];
    source[q] = k;
  }
}

const cross = (values: Float64Array, q: number, k: number): number =>
  (values[q] + q * q - (values[k] + k * k)) / (2 * q - 2 * k);
