/**
 * @file Many pictures on one page: a grid with a label under each and a title on top.
 */

import { PosespaceError } from '../base/errors.js';
import { THEMES, type ThemeName } from './color.js';
import { drawTextInto, fitText, measureText } from './draw-text.js';
import { createImage, type Image, pasteImageInto } from './image.js';

/** One picture of a contact sheet. */
export interface Tile {
  readonly image: Image;
  readonly label?: string;
  /** A second, quieter line. */
  readonly note?: string;
}

/** Options of `contactSheet`. */
export interface ContactSheetOptions {
  readonly title?: string;
  /** A quieter line under the title. */
  readonly subtitle?: string;
  /** Pictures per row; absent: as many as make the page about 1.6 times as wide as high. */
  readonly columns?: number;
  /** Space around and between pictures, pixels. */
  readonly gap?: number;
  /** Height of a line of a label, pixels. */
  readonly labelSize?: number;
  readonly theme?: ThemeName;
}

/** Defaults of `contactSheet`. */
export const CONTACT_SHEET_DEFAULTS = Object.freeze({
  gap: 16,
  labelSize: 18,
  theme: 'light',
} as const satisfies ContactSheetOptions);

const PAGE_ASPECT = 1.6;
const EMPTY_CELL_COST = 1.5;

/**
 * Lays pictures out on a page. Labels that do not fit are shortened; smaller pictures are centred in their
 * cell.
 */
export function contactSheet(tiles: readonly Tile[], options: ContactSheetOptions = {}): Image {
  const { title, subtitle, gap, labelSize, theme: themeName } = { ...CONTACT_SHEET_DEFAULTS, ...options };
  const theme = THEMES[themeName];
  if (tiles.length === 0) {
    throw new PosespaceError(
      'bad-usage',
      'render/contactSheet: needs at least one picture, got none; pass tiles',
    );
  }
  const cellWidth = Math.max(...tiles.map((tile) => tile.image.width));
  const pictureHeight = Math.max(...tiles.map((tile) => tile.image.height));
  const lines = tiles.some((tile) => tile.note) ? 2 : tiles.some((tile) => tile.label) ? 1 : 0;
  const labelHeight = lines > 0 ? Math.round(labelSize * (0.35 + lines)) : 0;
  const cellHeight = pictureHeight + labelHeight;
  const columns = Math.min(
    tiles.length,
    options.columns ?? pickColumns(tiles.length, cellWidth / cellHeight),
  );
  if (!(Number.isInteger(columns) && columns > 0)) {
    throw new PosespaceError(
      'bad-usage',
      `render/contactSheet: columns is a whole number, got ${columns}; pass 4`,
    );
  }
  const rows = Math.ceil(tiles.length / columns);
  const titleSize = Math.round(labelSize * 1.6);
  const header = (title ? titleSize : 0) + (subtitle ? Math.round(labelSize * 1.2) : 0);
  const headerHeight = header > 0 ? header + Math.round(gap / 2) : 0;
  const page = createImage(
    columns * (cellWidth + gap) + gap,
    headerHeight + rows * (cellHeight + gap) + gap,
    theme.page,
  );

  const room = page.width - 2 * gap;
  if (title) {
    drawTextInto(page, fitText(title, room, titleSize), gap, gap, {
      size: titleSize,
      color: theme.text,
      weight: 0.1,
    });
  }
  if (subtitle) {
    const top = gap + (title ? titleSize : 0);
    drawTextInto(page, fitText(subtitle, room, labelSize), gap, top, {
      size: labelSize,
      color: theme.mutedText,
    });
  }
  tiles.forEach((tile, i) => {
    const left = gap + (i % columns) * (cellWidth + gap);
    const top = gap + headerHeight + Math.floor(i / columns) * (cellHeight + gap);
    const { image } = tile;
    pasteImageInto(
      page,
      image,
      left + Math.floor((cellWidth - image.width) / 2),
      top + Math.floor((pictureHeight - image.height) / 2),
    );
    const write = (text: string | undefined, line: number, color: typeof theme.text) => {
      if (!text) return;
      const y = top + pictureHeight + labelSize * (0.4 + line);
      // Starting at the cell's edge beats being cut on both sides.
      const fitted = fitText(text, cellWidth, labelSize);
      const x = left + Math.max(0, (cellWidth - measureText(fitted, labelSize)) / 2);
      drawTextInto(page, fitted, x, y, { size: labelSize, color });
    };
    write(tile.label, 0, theme.text);
    write(tile.note, 1, theme.mutedText);
  });
  return page;
}

/** The number of columns whose page comes nearest to the wished aspect, counting empty cells against it. */
function pickColumns(count: number, cellAspect: number): number {
  let best = 1;
  let least = Infinity;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const aspect = (columns * cellAspect) / rows;
    const stretch = aspect > PAGE_ASPECT ? aspect / PAGE_ASPECT : PAGE_ASPECT / aspect;
    const cost = stretch + (EMPTY_CELL_COST * (rows * columns - count)) / count;
    if (cost < least - 1e-9) {
      least = cost;
      best = columns;
    }
  }
  return best;
}
