/**
 * @file Speed along the keyframes: continuous at each of them, from rest to rest, slower the more sharply the path
 * bends at a keyframe. A monotone cubic in time (Fritsch and Carlson 1980).
 */

/** The part of a clip between two keyframes. */
export interface PacedSegment {
  /** Seconds. */
  readonly span: number;
  /** Length of the path, in any unit. */
  readonly length: number;
  /** 1 where the next segment continues in the same direction, −1 where it reverses. */
  readonly straight: number;
}

/** Speed at every keyframe: one more than there are segments. */
export function keySpeeds(segments: readonly PacedSegment[]): number[] {
  const speeds = [0];
  for (let i = 1; i < segments.length; i++) {
    const [before, after] = [segments[i - 1], segments[i]];
    const [a, b] = [before.length / before.span, after.length / after.span];
    if (!(a > 0 && b > 0)) {
      speeds.push(0);
      continue;
    }
    // A weighted harmonic mean never overshoots.
    const [u, v] = [before.span + 2 * after.span, 2 * before.span + after.span];
    speeds.push(((u + v) / (u / b + v / a)) * Math.max(0, before.straight));
  }
  return [...speeds, 0];
}

/** The share of a segment's path covered after a share of its time. */
export function pacedShare({ span, length }: PacedSegment, from: number, to: number, share: number): number {
  if (!(length > 0)) return share;
  const [a, b] = [(from * span) / length, (to * span) / length];
  const u = share;
  const covered = u * (1 - u) * (1 - u) * a + u * u * (3 - 2 * u) - u * u * (1 - u) * b;
  return Math.min(1, Math.max(0, covered));
}
