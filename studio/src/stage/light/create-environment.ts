/**
 * @file The environment light: a procedural studio with a bright sky, a warm floor, a key light, a fill light and a
 * rim light, as an environment map. Lights are spherical Gaussians, and so, nearly, is the lobe of a rough surface,
 * so the reflection at any roughness has a closed form (Wang et al. 2009, "All-frequency rendering of dynamic,
 * spatially-varying reflectance"), and all blur levels are computed directly in milliseconds; PMREMGenerator took 30
 * s on a software renderer.
 */

import {
  CompressedCubeTexture,
  type CompressedTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
  type Texture,
} from 'three';

type Vector = readonly [number, number, number];

interface Lamp {
  /** Unit vector toward the light. */
  readonly direction: Vector;
  readonly color: Vector;
  /** Larger values are smaller lights. */
  readonly sharpness: number;
}

const SKY: Vector = [0.5, 0.53, 0.58];
const FLOOR: Vector = [0.2, 0.18, 0.16];
const LAMPS: readonly Lamp[] = [
  { direction: unit([0.5, 0.75, 0.55]), color: [9.4, 9, 8.4], sharpness: 14 },
  { direction: unit([-0.9, 0.25, 0.4]), color: [1.5, 1.7, 2], sharpness: 6 },
  { direction: unit([-0.35, 0.5, -0.85]), color: [4.6, 4.8, 5.2], sharpness: 16 },
];

/** Face sizes in pixels, sharpest level first. */
const SIZES = [64, 32, 16, 8] as const;
/** Sharpness of the lobe of a matte surface. */
const MATTE = 2.1;

/** The environment; any number of renderers may use it. */
export function createEnvironment(): Texture {
  const faces = Array.from({ length: 6 }, (_, face) => {
    const mipmaps = SIZES.map((size, level) => ({
      data: paintFace(face, size, level / (SIZES.length - 1)),
      width: size,
      height: size,
    }));
    return { width: SIZES[0], height: SIZES[0], mipmaps };
  });
  // Uncompressed despite the name: the only cube texture that accepts given mip levels.
  const texture = new CompressedCubeTexture(
    faces as unknown as CompressedTexture[],
    RGBAFormat as never,
    HalfFloatType,
  );
  texture.isPMREMTexture = true;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A cube face as reflected by a surface; `level` 0 is a mirror, 1 is matte. */
function paintFace(face: number, size: number, level: number): Uint16Array {
  const roughness = 1 - Math.sqrt(1 - level);
  const alpha = roughness * roughness;
  const lobe = alpha > 0 ? Math.max(MATTE, 0.5 / (alpha * alpha)) : Infinity;
  const pixels = new Uint16Array(size * size * 4);
  const one = DataUtils.toHalfFloat(1);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const toward = directionOf(face, (2 * column + 1) / size - 1, (2 * row + 1) / size - 1);
      const o = (row * size + column) * 4;
      for (let k = 0; k < 3; k++) pixels[o + k] = DataUtils.toHalfFloat(radianceAt(toward, k, lobe, alpha));
      pixels[o + 3] = one;
    }
  }
  return pixels;
}

function radianceAt(toward: Vector, channel: number, lobe: number, alpha: number): number {
  const width = 0.35 + 0.65 * alpha;
  const up = smooth((toward[1] + 0.1 + width) / (2 * width));
  let value = FLOOR[channel] + (SKY[channel] - FLOOR[channel]) * up;
  for (const { direction, color, sharpness } of LAMPS) {
    // The product of two Gaussians: the same energy, spread wider.
    const spread = lobe === Infinity ? sharpness : (sharpness * lobe) / (sharpness + lobe);
    const cosine = toward[0] * direction[0] + toward[1] * direction[1] + toward[2] * direction[2];
    value += ((color[channel] * spread) / sharpness) * Math.exp(spread * (cosine - 1));
  }
  return value;
}

/** Where a point of a face lies, in the face order and orientation of WebGL cube maps as Three.js samples them (x mirrored). */
function directionOf(face: number, u: number, v: number): Vector {
  switch (face) {
    case 0:
      return unit([-1, -v, -u]);
    case 1:
      return unit([1, -v, u]);
    case 2:
      return unit([-u, 1, v]);
    case 3:
      return unit([-u, -1, -v]);
    case 4:
      return unit([-u, -v, 1]);
    default:
      return unit([u, -v, -1]);
  }
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function smooth(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
