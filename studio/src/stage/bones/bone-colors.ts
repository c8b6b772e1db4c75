/** @file Joint colours: left and right, uncertainty, selection and hover. */

import { type Anatomy, levelOf } from 'posespace/rig';
import type { StudioDocument } from '../../store/document.js';

export type Side = 'left' | 'right' | 'middle';

export interface BonePalette {
  readonly bone: string;
  readonly left: string;
  readonly right: string;
  readonly uncertain: string;
  readonly accent: string;
  readonly outline: string;
}

export const PALETTES: Readonly<Record<'dark' | 'light', BonePalette>> = {
  dark: {
    bone: '#e9e2d3',
    left: '#5aa9f2',
    right: '#f2705a',
    uncertain: '#f2c35a',
    accent: '#f2a65a',
    outline: '#1a1712',
  },
  light: {
    bone: '#f6f1e6',
    left: '#2f86d8',
    right: '#dc5340',
    uncertain: '#d79a1e',
    accent: '#e07a1f',
    outline: '#2c2820',
  },
};

/** The side of each joint. */
export const jointSides = (anatomy: Anatomy | undefined): Side[] =>
  Array.from(anatomy?.side ?? [], (side) => (side > 0 ? 'left' : side < 0 ? 'right' : 'middle'));

export interface ColorOptions {
  readonly sides: boolean;
  /** Colours joints with a low confidence. */
  readonly confidence: boolean;
}

/** The colour of each joint, as hexadecimal. */
export function jointColors(
  { model, confidence }: Pick<StudioDocument, 'model' | 'confidence'>,
  palette: BonePalette,
  options: ColorOptions,
): string[] {
  const sides = options.sides ? jointSides(model.anatomy) : null;
  return Array.from(model.skeleton!.parents, (_, j) => {
    if (options.confidence && confidence && levelOf(confidence[j]) === 'unsure') return palette.uncertain;
    const side = sides?.[j] ?? 'middle';
    return side === 'middle' ? palette.bone : palette[side];
  });
}
