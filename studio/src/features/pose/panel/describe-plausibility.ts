/** @file A distance from the pose space in words. */

/** Up to 1 is inside; the words for how far outside, and the tone that goes with them. */
export function describePlausibility(distance: number | undefined): {
  readonly words: string;
  readonly tone: 'good' | 'warn' | 'bad';
} {
  if (distance === undefined) return { words: 'measuring…', tone: 'good' };
  const figure = distance.toFixed(distance < 10 ? 1 : 0);
  if (distance <= 1) return { words: `inside · ${figure}`, tone: 'good' };
  if (distance <= 1.5) return { words: `just outside · ${figure}`, tone: 'warn' };
  return { words: `${distance <= 2.5 ? '' : 'far '}outside · ${figure}`, tone: 'bad' };
}
