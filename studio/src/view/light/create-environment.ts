/**
 * @file The light around the stage: a soft studio painted by code, as small as it can be. A bright sky, a large soft box
 * up to the left of the camera's usual place, a weaker one opposite, a rim behind, warm floor. Given to three as an
 * environment map, it lights every material without a light in the scene; no file is loaded.
 */

import {
  DataTexture,
  DataUtils,
  EquirectangularReflectionMapping,
  HalfFloatType,
  LinearFilter,
  LinearSRGBColorSpace,
  PMREMGenerator,
  RGBAFormat,
  type Texture,
  type WebGLRenderer,
} from 'three';

type Vector = readonly [number, number, number];

interface SoftBox {
  /** Towards the lamp. */
  readonly direction: Vector;
  readonly color: Vector;
  /** Cosine of the angle at which it has faded out. */
  readonly edge: number;
}

const SKY: Vector = [0.62, 0.66, 0.72];
const FLOOR: Vector = [0.3, 0.27, 0.24];
const BOXES: readonly SoftBox[] = [
  { direction: [0.55, 0.68, 0.48], color: [7.2, 6.9, 6.4], edge: 0.8 },
  { direction: [-0.85, 0.3, 0.43], color: [1.5, 1.7, 2.1], edge: 0.72 },
  { direction: [-0.3, 0.45, -0.84], color: [3.4, 3.5, 3.8], edge: 0.86 },
];

const WIDTH = 256;
const HEIGHT = 128;

/** The environment of a renderer; free it with `dispose`. */
export function createEnvironment(renderer: WebGLRenderer): Texture {
  const picture = new DataTexture(
    paintStudio(WIDTH, HEIGHT),
    WIDTH,
    HEIGHT,
    RGBAFormat,
    HalfFloatType,
    EquirectangularReflectionMapping,
  );
  picture.magFilter = LinearFilter;
  picture.minFilter = LinearFilter;
  picture.colorSpace = LinearSRGBColorSpace;
  picture.needsUpdate = true;
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromEquirectangular(picture);
  picture.dispose();
  generator.dispose();
  return texture;
}

function paintStudio(width: number, height: number): Uint16Array {
  const pixels = new Uint16Array(width * height * 4);
  const one = DataUtils.toHalfFloat(1);
  for (let row = 0; row < height; row++) {
    const latitude = ((row + 0.5) / height - 0.5) * Math.PI;
    for (let column = 0; column < width; column++) {
      const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
      const ring = Math.cos(latitude);
      const toward: Vector = [ring * Math.cos(longitude), Math.sin(latitude), ring * Math.sin(longitude)];
      const o = (row * width + column) * 4;
      for (let k = 0; k < 3; k++) pixels[o + k] = DataUtils.toHalfFloat(radianceAt(toward, k));
      pixels[o + 3] = one;
    }
  }
  return pixels;
}

function radianceAt(toward: Vector, channel: number): number {
  const up = smooth((toward[1] + 0.35) / 0.8);
  let value = FLOOR[channel] + (SKY[channel] - FLOOR[channel]) * up;
  for (const { direction, color, edge } of BOXES) {
    const cosine = toward[0] * direction[0] + toward[1] * direction[1] + toward[2] * direction[2];
    value += color[channel] * smooth((cosine - edge) / (1 - edge));
  }
  return value;
}

function smooth(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
