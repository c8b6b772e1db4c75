/**
 * @file The waves and soft edges that bodies move by. Phases count cycles: 0 to 1 is one.
 */

import { clamp } from '../../math/scalar.js';

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
