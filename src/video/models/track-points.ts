/**
 * @file Point tracks in the forms that models take: one point per frame at another rate, or points with a speed. ATI's
 * models read 121 points at 24 per second, whatever the length of the video (`process_tracks` of ComfyUI's Wan nodes).
 */

import type { TrackPoint } from './video-request.js';

/** Points and rate of ATI's models. */
export const ATI_TRACKS = Object.freeze({ count: 121, rate: 24 });

/** A track at another rate, with as many points as wanted; after its end it stays where it is. */
export function resampleTrack(
  points: readonly TrackPoint[],
  fps: number,
  { rate, count }: { readonly rate: number; readonly count: number },
): TrackPoint[] {
  return Array.from({ length: points.length === 0 ? 0 : count }, (_, i) => {
    const at = Math.min(points.length - 1, (i * fps) / rate);
    const [low, high] = [Math.floor(at), Math.ceil(at)];
    const mix = (axis: 'x' | 'y') =>
      round(points[low][axis] + (at - low) * (points[high][axis] - points[low][axis]));
    return { x: mix('x'), y: mix('y') };
  });
}

/**
 * A track whose points say how fast the next one is reached, proportional to the distance: every step then takes one
 * frame. No speed is 0.
 */
export function speedTrack(points: readonly TrackPoint[]): (TrackPoint & { readonly speed: number })[] {
  const steps = points.map(({ x, y }, i) => {
    const next = points[i + 1] ?? { x, y };
    return Math.hypot(next.x - x, next.y - y);
  });
  const mean = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, points.length - 1);
  return points.map(({ x, y }, i) => ({
    x: round(x),
    y: round(y),
    speed: mean > 0 ? Math.max(0.01, round(steps[i] / mean)) : 1,
  }));
}

/** Hundredths of a pixel: files stay small. */
const round = (value: number): number => Math.round(value * 100) / 100;
