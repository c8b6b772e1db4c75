/** @file A picture in another size: the mean over the area that each new pixel covers. */

import { createImage, type Image } from '../../render/image.js';

/** The picture at `width` × `height`; sharp where it shrinks, blocks where it grows. */
export function resizeImage(image: Image, width: number, height: number): Image {
  if (image.width === width && image.height === height) return image;
  const out = createImage(width, height);
  if (image.width === 2 * width && image.height === 2 * height) return halveInto(out, image);
  const columns = spans(image.width, width);
  const rows = spans(image.height, height);
  const sum = new Float64Array(4);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 4) {
      sum.fill(0);
      for (const [row, rowShare] of rows[y]) {
        for (const [column, columnShare] of columns[x]) {
          const i = (row * image.width + column) * 4;
          const share = rowShare * columnShare;
          for (let k = 0; k < 4; k++) sum[k] += image.pixels[i + k] * share;
        }
      }
      for (let k = 0; k < 4; k++) out.pixels[o + k] = Math.round(sum[k]);
    }
  }
  return out;
}

/** The usual case, without looking up shares. */
function halveInto(out: Image, { width, pixels }: Image): Image {
  const row = width * 4;
  for (let y = 0, o = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const i = 2 * y * row + 8 * x;
      for (let k = 0; k < 4; k++, o++) {
        out.pixels[o] =
          (pixels[i + k] + pixels[i + k + 4] + pixels[i + k + row] + pixels[i + k + row + 4] + 2) >> 2;
      }
    }
  }
  return out;
}

/** For each new pixel the old ones that it covers, with their shares. */
function spans(from: number, to: number): [index: number, share: number][][] {
  const scale = from / to;
  return Array.from({ length: to }, (_, i) => {
    const [start, end] = [i * scale, (i + 1) * scale];
    const covered: [number, number][] = [];
    for (let k = Math.floor(start); k < Math.min(from, Math.ceil(end)); k++) {
      covered.push([k, (Math.min(end, k + 1) - Math.max(start, k)) / scale]);
    }
    return covered;
  });
}
