/** @file The colours of a model for the renderer: base-colour textures, materials and vertex colours of its file. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { decodePicture } from '../render/decode-picture.js';
import type { Image } from '../render/image.js';
import type { SurfacePaint } from '../render/surface-paint.js';
import { readAppearance } from './appearance.js';
import type { Model } from './model.js';

/** What a model is painted with; without `paint` it has no colours at all. */
export interface ReadPaint {
  readonly paint?: SurfacePaint;
  /** Textures that could not be decoded. */
  readonly findings: readonly Finding[];
}

/** Reads textures and colours of a model. */
export async function readSurfacePaint(model: Model): Promise<ReadPaint> {
  const { colors, groups, images, materials, uvs } = await readAppearance(model);
  const findings: Finding[] = [];
  const decoded = new Map<number, Image | undefined>();
  for (const { colorTexture } of materials) {
    if (colorTexture === undefined || decoded.has(colorTexture)) continue;
    decoded.set(
      colorTexture,
      await decodePicture(images[colorTexture].bytes).catch((error: unknown) => {
        if (!(error instanceof PosespaceError)) throw error;
        findings.push(unreadTexture(error.message));
        return undefined;
      }),
    );
  }
  const plain = materials.every(({ color, colorTexture }) => colorTexture === undefined && isWhite(color));
  if (plain && !colors) return { findings };
  const triangleMaterials = new Uint16Array(model.mesh.triangles.length / 3);
  for (const { triangleStart, triangleCount, material } of groups) {
    triangleMaterials.fill(material, triangleStart, triangleStart + triangleCount);
  }
  return {
    findings,
    paint: {
      materials: materials.map(({ color: [r, g, b], colorTexture }) => ({
        color: [r, g, b],
        texture: colorTexture === undefined ? undefined : decoded.get(colorTexture),
      })),
      triangleMaterials,
      uvs,
      colors: colors && dropAlpha(colors),
    },
  };
}

const isWhite = ([r, g, b]: readonly number[]): boolean => r === 1 && g === 1 && b === 1;

const dropAlpha = (colors: Float32Array): Float32Array => colors.filter((_, i) => i % 4 !== 3);

const unreadTexture = (reason: string): Finding => ({
  code: 'texture-not-drawn',
  severity: 'warning',
  message: `a texture could not be drawn: ${reason}`,
  fix: 'Convert it to PNG or JPEG.',
});
