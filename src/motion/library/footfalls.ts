/**
 * @file The order in which feet land, for any number of legs.
 *
 * Two legs take turns. Four walk in lateral sequence (a hind foot, then the front foot of its side), trot in diagonal
 * pairs, gallop hind pair and front pair (Hildebrand, "The quadrupedal gaits of vertebrates", 1989). Six go in tripods,
 * eight in alternating tetrapods; along more legs a wave runs from the back to the front (Wilson, "Insect walking",
 * 1966). Three legs land one after the other.
 */

import type { MotionLeg } from './measure-legs.js';

export type FootfallPattern = 'walk' | 'trot' | 'gallop' | 'together';

/** When the foot of each leg lands, in cycles. */
export function footfalls(legs: readonly MotionLeg[], pattern: FootfallPattern): number[] {
  const rows = Math.max(0, ...legs.map(({ row }) => row)) + 1;
  const odd = legs.length % 2 === 1;
  if (pattern === 'together') return legs.map(({ row }) => (rows > 1 && row === 0 ? 0.42 : 0));
  if (odd && legs.length <= 3) return legs.map((_, i) => i / legs.length);
  return legs.map(({ side, row }) => {
    const half = side > 0 ? 0 : 0.5;
    if (rows === 1) return half;
    if (rows === 2) return quadruped(pattern, side, row, half);
    if (rows <= 4) return (half + 0.5 * (row % 2) + 0.04 * (rows - 1 - row)) % 1;
    return (half + (rows - 1 - row) / 3) % 1;
  });
}

function quadruped(pattern: FootfallPattern, side: 1 | -1, row: number, half: number): number {
  const fore = row === 0;
  if (pattern === 'walk') return (half + (fore ? 0.25 : 0)) % 1;
  if (pattern === 'trot') return (half + (fore ? 0.5 : 0)) % 1;
  return fore ? (side > 0 ? 0.46 : 0.58) : side > 0 ? 0 : 0.1;
}
