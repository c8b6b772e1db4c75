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
  const squares = new Float64Array(width * height).fill(FAR);
  const nearest = new Int32Array(width * height).fill(-1);
  scanColumns(squares, nearest, chosen, width, height);
  const distance = new Float32Array(width * height);
  const line = new Float64Array(width);
  const row = new Int32Array(width);
  const at = new Int32Array(width);
  const border = new Float64Array(width + 1);
  for (let y = 0; y < height; y++) {
    const o = y * width;
    for (let x = 0; x < width; x++) {
      line[x] = squares[o + x];
      row[x] = nearest[o + x];
    }
    const last = lowerEnvelope(line, at, border);
    for (let x = 0, top = 0; x < width; x++) {
      while (top < last && border[top + 1] < x) top++;
      const k = at[top];
      distance[o + x] = last < 0 ? Infinity : Math.sqrt((x - k) * (x - k) + line[k]);
      nearest[o + x] = last < 0 ? -1 : row[k];
    }
  }
  return { width, height, distance, nearest };
}

const FAR = 1e12;

/** Squared distance to the nearest chosen pixel of the same column: down, then up. */
function scanColumns(
  squares: Float64Array,
  nearest: Int32Array,
  chosen: Uint8Array,
  width: number,
  height: number,
): void {
  const seen = new Int32Array(width);
  for (const step of [1, -1]) {
    seen.fill(-1);
    for (let n = 0, y = step > 0 ? 0 : height - 1; n < height; n++, y += step) {
      for (let x = 0, o = y * width; x < width; x++, o++) {
        if (chosen[o]) seen[x] = y;
        if (seen[x] < 0) continue;
        const square = (y - seen[x]) * (y - seen[x]);
        if (square >= squares[o]) continue;
        squares[o] = square;
        nearest[o] = seen[x] * width + x;
      }
    }
  }
}

/** The parabolas that are lowest somewhere: their places, and where each begins; returns the last one's number. */
function lowerEnvelope(line: Float64Array, at: Int32Array, border: Float64Array): number {
  let top = -1;
  for (let q = 0; q < line.length; q++) {
    if (line[q] >= FAR) continue;
    let s = -Infinity;
    while (top >= 0) {
      const k = at[top];
      s = (line[q] + q * q - (line[k] + k * k)) / (2 * (q - k));
      if (s > border[top]) break;
      top--;
      s = -Infinity;
    }
    top++;
    at[top] = q;
    border[top] = s;
  }
  return top;
}
