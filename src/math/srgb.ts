/**
 * @file The sRGB transfer curve (IEC 61966-2-1), both ways, on 0..1. Out of range is clamped, NaN is 0.
 */

/** sRGB to linear light. */
export function linear(value: number): number {
  const v = clampUnit(value);
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

/** Linear light to sRGB. */
export function srgb(value: number): number {
  const v = clampUnit(value);
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
}

export const clampUnit = (value: number): number => (value > 0 ? Math.min(1, value) : 0);
