import { encode as encodeJpeg } from 'jpeg-js';
import { expect, it } from 'vitest';
import { decodePicture } from './decode-picture.js';
import { encodePng } from './encode-png.js';
import { createImage } from './image.js';
import { renderMesh } from './render-mesh.js';

/** A square that faces +Z, its texture upright. */
const SQUARE = {
  positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
};
const UVS = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0);

/** Red above, green below, blue on the right. */
const texture = createImage(64, 64, [200, 30, 30]);
for (let i = 0; i < 64 * 64; i++) {
  if (i >= 64 * 32) texture.pixels.set([30, 200, 30, 255], i * 4);
  if (i % 64 >= 48) texture.pixels.set([30, 30, 200, 255], i * 4);
}

const draw = (picture = texture) =>
  renderMesh(SQUARE, {
    width: 80,
    height: 80,
    camera: { view: 'front', elevation: 0, projection: 'orthographic', margin: 0 },
    background: [0, 0, 0],
    ground: false,
    shadows: false,
    surface: { materials: [{ color: [1, 1, 1], texture: picture }], uvs: UVS },
  });

/** Which channel is largest at a point of the picture, 0 to 1. */
function channelAt({ pixels, width, height }: ReturnType<typeof draw>, x: number, y: number): number {
  const i = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  const [r, g, b] = pixels.subarray(i, i + 3);
  return [r, g, b].indexOf(Math.max(r, g, b));
}

it('draws a base-colour texture the right way round', () => {
  const image = draw();
  expect([channelAt(image, 0.2, 0.2), channelAt(image, 0.2, 0.8), channelAt(image, 0.9, 0.5)]).toEqual([
    0, 1, 2,
  ]);
});

it('averages a texture that is finer than the pixels', () => {
  const fine = createImage(1024, 1024);
  for (let i = 0; i < 1024 * 1024; i++)
    fine.pixels.set((i + Math.floor(i / 1024)) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255], i * 4);
  const { pixels } = draw(fine);
  const middle = Array.from({ length: 20 }, (_, i) => pixels[(40 * 80 + 20 + i) * 4]);
  expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(6);
});

it('decodes PNG and JPEG, and says what is wrong with others', async () => {
  expect((await decodePicture(encodePng(texture))).pixels).toEqual(texture.pixels);
  const jpeg = await decodePicture(encodeJpeg({ ...texture, data: texture.pixels }, 95).data);
  expect(channelAt(draw(jpeg), 0.2, 0.2)).toBe(0);
  await expect(decodePicture(Uint8Array.of(1, 2, 3))).rejects.toThrow(/neither PNG nor JPEG/);
  await expect(decodePicture(encodePng(texture).subarray(0, 80))).rejects.toThrow(/damaged/);
  const claim = encodePng(texture).slice();
  new DataView(claim.buffer).setUint32(16, 0x7fffffff);
  await expect(decodePicture(claim)).rejects.toThrow(/claims/);
});
