import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { contactSheet } from './contact-sheet.js';
import { drawTextInto, fitText, measureText } from './draw-text.js';
import { encodePng } from './encode-png.js';
import { createImage, type Image } from './image.js';

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** Pixels darker than the paper in a rectangle. */
function ink(image: Image, left = 0, top = 0, right = image.width, bottom = image.height): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (image.pixels[(y * image.width + x) * 4] < 160) count++;
  }
  return count;
}

describe('drawTextInto', () => {
  it('has a shape of its own for every printable character, within its measured width', () => {
    const seen = new Set<string>();
    for (const character of PRINTABLE) {
      const image = createImage(60, 50, [255, 255, 255]);
      drawTextInto(image, character, 10, 10, { size: 30 });
      seen.add([...image.pixels].join());
      if (character === ' ') continue;
      expect(ink(image), character).toBeGreaterThan(5);
      expect(ink(image, 0, 0, 8)).toBe(0);
      expect(ink(image, Math.ceil(10 + measureText(character, 30)) + 2)).toBe(0);
    }
    expect(seen.size).toBe(PRINTABLE.length);
  });

  it('aligns, and is cut at the border of the picture', () => {
    const image = createImage(100, 30, [255, 255, 255]);
    drawTextInto(image, 'right', 98, 8, { align: 'right' });
    expect(ink(image, 0, 0, Math.floor(97 - measureText('right')))).toBe(0);
    expect(ink(image, 50)).toBeGreaterThan(20);
    expect(() => drawTextInto(image, 'far away', 5000, Number.NaN)).not.toThrow();
  });

  it('draws a box for what it does not know', () => {
    const [a, b] = [createImage(30, 30, [255, 255, 255]), createImage(30, 30, [255, 255, 255])];
    drawTextInto(a, 'é', 5, 5);
    drawTextInto(b, '日', 5, 5);
    expect(ink(a)).toBeGreaterThan(8);
    expect(a.pixels).toEqual(b.pixels);
  });

  it('shortens to fit', () => {
    expect(fitText('short', 200)).toBe('short');
    const cut = fitText('a rather long label', 80);
    expect(cut.endsWith('..')).toBe(true);
    expect(measureText(cut)).toBeLessThanOrEqual(80);
  });
});

describe('contactSheet', () => {
  const tile = (label?: string) => ({ image: createImage(80, 60, [200, 220, 240]), label });

  it('puts pictures in rows, with their labels under them', () => {
    const sheet = contactSheet([tile('one'), tile(), tile('three')], { columns: 2, gap: 10, labelSize: 20 });
    expect([sheet.width, sheet.height]).toEqual([2 * 80 + 30, 2 * (60 + 27) + 30]);
    expect([...sheet.pixels.subarray((15 * sheet.width + 15) * 4, (15 * sheet.width + 15) * 4 + 3)]).toEqual([
      200, 220, 240,
    ]);
    expect(ink(sheet, 10, 70, 90, 97)).toBeGreaterThan(20);
    expect(ink(sheet, 100, 70, 180, 97)).toBe(0);
    expect(ink(sheet, 10, 167, 90, 194)).toBeGreaterThan(20);
  });

  it('finds a number of columns that makes a page', () => {
    const columns = (count: number) => {
      const sheet = contactSheet(
        Array.from({ length: count }, () => ({ image: createImage(40, 40) })),
        { gap: 0 },
      );
      return sheet.width / 40;
    };
    expect([1, 2, 4, 6, 8, 12, 24].map(columns)).toEqual([1, 2, 2, 3, 4, 4, 6]);
  });

  it('writes a title', () => {
    const plain = contactSheet([tile()]);
    const titled = contactSheet([tile()], { title: 'Title' });
    expect(titled.height).toBeGreaterThan(plain.height);
    expect(ink(titled, 0, 0, titled.width, 40)).toBeGreaterThan(40);
  });

  it('refuses an empty page', () => {
    expect(() => contactSheet([])).toThrow('render/contactSheet');
  });
});

describe('encodePng', () => {
  it('decodes to the same pixels, with and without alpha', () => {
    const opaque = contactSheet([{ image: createImage(33, 21, [9, 8, 7]), label: 'Ag' }]);
    const decoded = decode(encodePng(opaque));
    expect([decoded.width, decoded.height, decoded.channels]).toEqual([opaque.width, opaque.height, 3]);
    expect(Uint8Array.from(decoded.data)).toEqual(opaque.pixels.filter((_, i) => i % 4 !== 3));
    const glass = createImage(5, 3, [10, 20, 30, 40]);
    expect(Uint8Array.from(decode(encodePng(glass)).data)).toEqual(glass.pixels);
  });
});
