/** @file Gaussian blur of one picture of floats by three box blurs (Wells 1986): the same time for any width. */

/** out = a picture [S, S, 3] blurred by `sigma` pixels; below a quarter it is copied. */
export function blurFrameInto(out: Float32Array, frame: Float32Array, side: number, sigma: number): void {
  out.set(frame);
  if (!(sigma >= 0.25)) return;
  // Three boxes of 2 r + 1 have a variance of r (r + 1).
  const radius = Math.max(1, Math.round((Math.sqrt(1 + 4 * sigma * sigma) - 1) / 2));
  const line = new Float32Array(side);
  for (let pass = 0; pass < 3; pass++) {
    for (let i = 0; i < side; i++) {
      for (let c = 0; c < 3; c++) {
        blurLine(out, line, i * side * 3 + c, 3, side, radius);
        blurLine(out, line, i * 3 + c, side * 3, side, radius);
      }
    }
  }
}

/** Box blur in place; beyond the ends is nothing. */
function blurLine(
  values: Float32Array,
  line: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  for (let i = 0; i < count; i++) line[i] = values[start + i * step];
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += line[i];
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += line[i + radius];
    if (i > radius) sum -= line[i - radius - 1];
    values[start + i * step] = sum / (2 * radius + 1);
  }
}
