/**
 * @file Numbers as text: the fewest digits that read back as the same 32-bit float.
 */

/** Formats a float; what is not finite becomes 0. */
export function formatFloat(value: number): string {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return '0';
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(float.toPrecision(digits));
    if (Math.fround(text) === float) return String(text);
  }
  return String(Number(float.toPrecision(9)));
}
