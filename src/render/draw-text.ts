/**
 * @file Text on a picture, in the stroke font of `font.ts`.
 */

import type { Color } from './color.js';
import { CAP_HEIGHT, EM_HEIGHT, glyphOf, LETTER_GAP } from './font.js';
import type { Image } from './image.js';
import { blendMaskInto, createStrokeMask, type StrokeMask, strokeInto } from './stroke.js';

export interface DrawTextOptions {
  /** Height of a line, pixels; capitals are 0.6 of it. Legible from 10 on. */
  readonly size?: number;
  readonly color?: Color;
  /** Which part of the text x stands for. */
  readonly align?: 'left' | 'center' | 'right';
  /** Width of the pen over the size, 0.03 to 0.2. */
  readonly weight?: number;
  /** A border around the letters, to be read on any background. */
  readonly halo?: Color;
}

export const DRAW_TEXT_DEFAULTS = Object.freeze({
  size: 16,
  color: [38, 43, 51],
  align: 'left',
  weight: 0.085,
} as const satisfies DrawTextOptions);

/** Width of one line of text, pixels. */
export function measureText(text: string, size: number = DRAW_TEXT_DEFAULTS.size): number {
  let units = 0;
  for (const character of text) units += glyphOf(character).width + LETTER_GAP;
  return text.length === 0 ? 0 : ((units - LETTER_GAP) * size) / EM_HEIGHT;
}

/** The text, or as much of its beginning as fits into `width` pixels, with two dots for the rest. */
export function fitText(text: string, width: number, size: number = DRAW_TEXT_DEFAULTS.size): string {
  if (measureText(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && measureText(`${characters.join('')}..`, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}..`;
}

/** Writes one line of text; (x, y) is on the top of its capitals. */
export function drawTextInto(
  image: Image,
  text: string,
  x: number,
  y: number,
  options: DrawTextOptions = {},
): void {
  const { size, color, align, weight, halo } = { ...DRAW_TEXT_DEFAULTS, ...options };
  const width = measureText(text, size);
  const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width;
  const scale = size / EM_HEIGHT;
  const pen = Math.max(0.5, (size * weight) / 2);
  const passes: readonly (readonly [Color, number])[] = halo
    ? [
        [halo, pen + Math.max(1.2, size * 0.09)],
        [color, pen],
      ]
    : [[color, pen]];
  for (const [ink, radius] of passes) {
    const pad = radius + 1;
    const bottom = y + (EM_HEIGHT - CAP_HEIGHT / 4) * scale;
    const mask = createStrokeMask(image, left - pad, y - pad, left + width + pad, bottom + pad);
    if (!mask) continue;
    strokeLine(mask, text, left, y, scale, radius);
    blendMaskInto(image, mask, ink);
  }
}

function strokeLine(
  mask: StrokeMask,
  text: string,
  left: number,
  top: number,
  scale: number,
  radius: number,
): void {
  let pen = left;
  for (const character of text) {
    const glyph = glyphOf(character);
    for (const points of glyph.strokes) {
      for (let i = 2; i < points.length; i += 2) {
        strokeInto(
          mask,
          pen + points[i - 2] * scale,
          top + points[i - 1] * scale,
          radius,
          pen + points[i] * scale,
          top + points[i + 1] * scale,
          radius,
        );
      }
    }
    pen += (glyph.width + LETTER_GAP) * scale;
  }
}
