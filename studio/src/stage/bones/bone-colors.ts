/** @file The colours of joints: sides, how sure the rigging is of them, what is selected or under the pointer. */

import type { Skeleton } from 'posespace/rig';
import type { StudioDocument } from '../../store/document.js';

export type Side = 'left' | 'right' | 'middle';

export interface BonePalette {
  readonly bone: string;
  readonly left: string;
  readonly right: string;
  readonly unsure: string;
  readonly accent: string;
  readonly outline: string;
}

export const PALETTES: Readonly<Record<'dark' | 'light', BonePalette>> = {
  dark: {
    bone: '#e9e2d3',
    left: '#5aa9f2',
    right: '#f2705a',
    unsure: '#f2c35a',
    accent: '#f2a65a',
    outline: '#1a1712',
  },
  light: {
    bone: '#f6f1e6',
    left: '#2f86d8',
    right: '#dc5340',
    unsure: '#d79a1e',
    accent: '#e07a1f',
    outline: '#2c2820',
  },
};

/** A joint is worth a warning colour below this. */
const SURE = 0.75;

/** Which side of the body each joint is on; all in the middle where partners are not known. */
export function jointSides(
  { rest }: Skeleton,
  partners: ArrayLike<number>,
  left: readonly number[] = [1, 0, 0],
): Side[] {
  return Array.from({ length: rest.length / 3 }, (_, j) => {
    const other = partners[j];
    if (!(other >= 0) || other === j) return 'middle';
    let across = 0;
    for (let k = 0; k < 3; k++) across += (rest[j * 3 + k] - rest[other * 3 + k]) * left[k];
    return across > 0 ? 'left' : across < 0 ? 'right' : 'middle';
  });
}

export interface ColorOptions {
  readonly sides: boolean;
  /** Tints joints that the rigging is not sure of. */
  readonly confidence: boolean;
}

/** The colour of each joint, as hexadecimal. */
export function jointColors(
  { model, partners, body, confidence }: Pick<StudioDocument, 'model' | 'partners' | 'body' | 'confidence'>,
  palette: BonePalette,
  options: ColorOptions,
): string[] {
  const sides = options.sides ? jointSides(model.skeleton!, partners, body?.left) : null;
  return Array.from(model.skeleton!.parents, (_, j) => {
    if (options.confidence && confidence && confidence[j] < SURE) return palette.unsure;
    const side = sides?.[j] ?? 'middle';
    return side === 'middle' ? palette.bone : palette[side];
  });
}
