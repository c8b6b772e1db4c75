/** @file sRGB bytes to CIELAB (D65), where distances are about as large as they look. */

import { LINEAR_OF_BYTE } from '../../render/color.js';

/** L 0 to 100, a and b about −100 to 100. */
export function labColor(red: number, green: number, blue: number): readonly [number, number, number] {
  const [r, g, b] = [LINEAR_OF_BYTE[red], LINEAR_OF_BYTE[green], LINEAR_OF_BYTE[blue]];
  const x = cube((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = cube(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cube((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const cube = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
