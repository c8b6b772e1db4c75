/**
 * @file Numbers as text, with as few digits as read back as the same 32-bit float.
 */

/** Formats a float; what is not finite becomes 0. */
export function formatFloat(value: number): string {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return '0';
  // Numbers that people typed need at most seven digits, all others nearly always nine: no use in trying eight.
  const short = Number(float.toPrecision(7));
  return String(Math.fround(short) === float ? short : Number(float.toPrecision(9)));
}
