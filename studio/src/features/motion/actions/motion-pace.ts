/**
 * @file How fast the body goes along its keys: without a jump in speed at any of them, from rest to rest, slower the more
 * sharply the way turns at a key. A cubic in time for the way covered, kept from running back (Fritsch and Carlson 1980).
 */

/** A segment between two keys. */
export interface PacedSegment {
  /** Seconds. */
  readonly span: number;
  /** How far it is, in any unit. */
  readonly length: number;
  /** 1 where the next segment goes on as this one ends, −1 where it goes back. */
  readonly straight: number;
}

/** Speed at every key: one more than there are segments. */
export function keySpeeds(segments: readonly PacedSegment[]): number[] {
  const speeds = [0];
  for (let i = 1; i < segments.length; i++) {
    const [before, after] = [segments[i - 1], segments[i]];
    const [a, b] = [before.length / before.span, after.length / after.span];
    if (!(a > 0 && b > 0)) {
      speeds.push(0);
      continue;
    }
    // The harmonic mean never overshoots; the nearer neighbour counts more.
    const [u, v] = [before.span + 2 * after.span, 2 * before.span + after.span];
    speeds.push(((u + v) / (u / b + v / a)) * Math.max(0, before.straight));
  }
  return [...speeds, 0];
}

/** Which share of a segment is behind, a share of its time after it began. */
export function pacedShare({ span, length }: PacedSegment, from: number, to: number, share: number): number {
  if (!(length > 0)) return share;
  const [a, b] = [(from * span) / length, (to * span) / length];
  const u = share;
  const way = u * (1 - u) * (1 - u) * a + u * u * (3 - 2 * u) - u * u * (1 - u) * b;
  return Math.min(1, Math.max(0, way));
}
