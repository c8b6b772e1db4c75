/**
 * @file Device pixels per CSS pixel: at rest those of the screen, at most two. Software rendering has no
 * antialiasing: it draws more pixels at rest and fewer while something moves.
 */

import type { Graphics } from './graphics.js';

const SHARPEST = 2;
export const COARSEST = 0.6;

export function restRatio(graphics: Graphics, screen: number): number {
  return Math.min(SHARPEST, graphics === 'processor' ? Math.max(1.5, screen) : screen);
}

/** Initial ratio while something moves. */
export const busyRatio = (graphics: Graphics, screen: number): number =>
  graphics === 'processor' ? 0.75 : restRatio(graphics, screen);

/** After some slow frames. */
export const coarserRatio = (ratio: number): number => Math.max(COARSEST, ratio * 0.75);
