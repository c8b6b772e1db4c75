/**
 * @file How many pixels of the screen a CSS pixel is drawn with. At rest as many as the screen has, two at most. A
 * processor that draws has no smooth edges to give: it draws more pixels instead while nothing moves, fewer while
 * something does.
 */

import type { Graphics } from './graphics.js';

const SHARPEST = 2;
export const COARSEST = 0.6;

export function restRatio(graphics: Graphics, screen: number): number {
  return Math.min(SHARPEST, graphics === 'processor' ? Math.max(1.5, screen) : screen);
}

/** To begin with, while something moves. */
export const busyRatio = (graphics: Graphics, screen: number): number =>
  graphics === 'processor' ? 0.75 : restRatio(graphics, screen);

/** After some slow frames. */
export const coarserRatio = (ratio: number): number => Math.max(COARSEST, ratio * 0.75);
