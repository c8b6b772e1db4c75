/** @file The cubic between nothing and all. */

/** 0 below 0, 1 above 1, smooth between. */
export function smoothStep(x: number): number {
  const t = Math.min(1, Math.max(0, x));
  return t * t * (3 - 2 * t);
}
