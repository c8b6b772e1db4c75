/**
 * @file Smooths changes of a clip in time without losing their peaks: each track is first dilated (a frame takes its
 * neighbours' mean, weighted by size), then blurred by the same width. A plain blur of a one-frame change would leave
 * a fifth of it.
 */

/** Smooths tracks of rotation vectors [F, W, 3] over `reach` frames to both sides. */
export function smoothRotations(
  rotationVectors: Float64Array,
  frameCount: number,
  reach: number,
): Float64Array {
  const width = frameCount > 0 ? rotationVectors.length / frameCount : 0;
  const widened = new Float64Array(rotationVectors.length);
  const out = new Float64Array(rotationVectors.length);
  for (let o = 0; o < width; o += 3) {
    for (let f = 0; f < frameCount; f++) widen(widened, rotationVectors, f, o, width, frameCount, reach);
    for (let f = 0; f < frameCount; f++) blur(out, widened, f, o, width, frameCount, reach);
  }
  return out;
}

/** The length is the largest around, the direction the mean weighted by length. */
function widen(
  out: Float64Array,
  rotationVectors: Float64Array,
  f: number,
  o: number,
  width: number,
  frameCount: number,
  reach: number,
): void {
  let [x, y, z, largest] = [0, 0, 0, 0];
  for (let g = Math.max(0, f - reach); g <= Math.min(frameCount - 1, f + reach); g++) {
    const i = g * width + o;
    const size = Math.sqrt(
      rotationVectors[i] ** 2 + rotationVectors[i + 1] ** 2 + rotationVectors[i + 2] ** 2,
    );
    x += size * rotationVectors[i];
    y += size * rotationVectors[i + 1];
    z += size * rotationVectors[i + 2];
    largest = Math.max(largest, size);
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? largest / length : 0;
  const i = f * width + o;
  out[i] = x * scale;
  out[i + 1] = y * scale;
  out[i + 2] = z * scale;
}

/** Mean under a raised cosine. */
function blur(
  out: Float64Array,
  rotationVectors: Float64Array,
  f: number,
  o: number,
  width: number,
  frameCount: number,
  reach: number,
): void {
  let total = 0;
  const i = f * width + o;
  for (let d = -reach; d <= reach; d++) {
    // The first and the last frame go on for ever.
    const g = Math.min(frameCount - 1, Math.max(0, f + d)) * width + o;
    const weight = 1 + Math.cos((Math.PI * d) / (reach + 1));
    total += weight;
    for (let k = 0; k < 3; k++) out[i + k] += weight * rotationVectors[g + k];
  }
  for (let k = 0; k < 3; k++) out[i + k] /= total;
}
