/**
 * @file The timing of steps and the waves that bodies move by. Phases count cycles: 0 to 1 is one.
 */

import { clamp } from '../../math/scalar.js';

/** What one foot does at a moment of a gait. */
export interface Step {
  /** How far the foot has come from its rest place, in cycles of travel: constant while it stands. */
  readonly travel: number;
  /** 0 on the ground to 1 at the top of the swing. */
  readonly lift: number;
  /** How far the swing is, 0 to 1; 0 while standing. */
  readonly swing: number;
  /** How far the stance is, 0 to 1; 1 while swinging. */
  readonly stance: number;
}

/**
 * The foot of a leg that lands at phase −`offset` and stands for the share `duty` of each cycle. A foot is
 * under its hip in the middle of its stance; it leaves and meets the ground with no speed along it.
 */
export function stepAt(phase: number, offset: number, duty: number): Step {
  const cycles = phase + offset;
  const cycle = Math.floor(cycles + 1e-9);
  const within = Math.max(0, cycles - cycle);
  const place = cycle + duty / 2 - offset;
  if (within < duty) return { travel: place, lift: 0, swing: 0, stance: within / duty };
  const u = clamp((within - duty) / (1 - duty), 0, 1);
  return { travel: place + ease(u), lift: Math.sin(Math.PI * u), swing: u, stance: 1 };
}

/** From 0 to 1 with no speed and no acceleration at either end. */
export function ease(u: number): number {
  const t = clamp(u, 0, 1);
  return t * t * t * (t * (6 * t - 15) + 10);
}

/** A sine with its phase in cycles. */
export const wave = (phase: number, lag = 0): number => Math.sin(2 * Math.PI * (phase - lag));

/** 0 → 1 → 0: rises over [a, b], holds, falls over [c, d]. */
export function hold(phase: number, a: number, b: number, c: number, d: number): number {
  return ease((phase - a) / (b - a)) * (1 - ease((phase - c) / (d - c)));
}

/** 0 → 1 → 0 over one interval, softly. */
export function bump(phase: number, from: number, to: number): number {
  const u = clamp((phase - from) / (to - from), 0, 1);
  return Math.sin(Math.PI * u) ** 2;
}
