/**
 * @file Gaussian kernels that follow joints, drawn and differentiated in WASM SIMD (native/splat.cpp; the definition is
 * splatter.reference.ts). A `Splatter` holds one set of kernels and one size of picture; a frame costs the joints'
 * matrices in and the pixels out.
 *
 * Each splatter has a memory of its own: disposing is dropping the reference.
 */

import { PosespaceError } from '../base/errors.js';
import { SPLAT_WASM } from './splat-wasm.js';
import type { SplatArrays, SplatGradients, SplatView } from './splatter.reference.js';

export type { SplatArrays, SplatGradients, SplatView } from './splatter.reference.js';

interface SplatExports {
  readonly memory: WebAssembly.Memory;
  splat_create(kernels: number, influences: number, joints: number, width: number, height: number): number;
  splat_array(index: number): number;
  splat_stride(): number;
  splat_forward(): void;
  splat_backward(): void;
}

/** The order of the arrays in native/splat.cpp. */
const ARRAYS = [
  'positions',
  'covariances',
  'colors',
  'opacities',
  'joints',
  'weights',
  'matrices',
  'camera',
  'background',
  'image',
  'dImage',
  'dPositions',
  'dCovariances',
  'dColors',
  'dOpacities',
  'dMatrices',
] as const;

let compiled: WebAssembly.Module | undefined;

/** Compiled at first use: 16 kilobytes, a millisecond. */
function splatModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(SPLAT_WASM), (c) => c.charCodeAt(0)));
  return compiled;
}

/** Draws kernels that follow joints, and differentiates the picture. */
export interface Splatter {
  /** Draws a picture. `matrices` [J, 16] as `skinningMatricesInto` lays them out; `background` and result [H, W, 3]. */
  forward(
    matrices: Float32Array,
    view: SplatView,
    background: Float32Array,
    out?: Float32Array,
  ): Float32Array;
  /** Reverse pass of the last picture, once per picture, from dL/d pixels. [H, W, 3] */
  backward(gradient: Float32Array): SplatGradients;
}

/** Loads kernels, for pictures of one size. */
export function createSplatter(
  splats: SplatArrays,
  jointCount: number,
  [width, height]: readonly [number, number],
): Splatter {
  const count = splats.opacities.length;
  checkSplats(splats, jointCount);
  const kernel = new WebAssembly.Instance(splatModule()).exports as unknown as SplatExports;
  if (kernel.splat_create(count, splats.influenceCount, jointCount, width, height) === 0) {
    throw new PosespaceError(
      'unsupported',
      `kernels/createSplatter: ${count} kernels on ${width} × ${height} pixels do not fit into memory; use fewer`,
    );
  }
  // Memory grows only in splat_create, so addresses and the buffer stay.
  const { buffer } = kernel.memory;
  const floats = (name: (typeof ARRAYS)[number], length: number) =>
    new Float32Array(buffer, kernel.splat_array(ARRAYS.indexOf(name)), length);
  for (const name of ['positions', 'covariances', 'colors', 'opacities', 'weights'] as const) {
    floats(name, splats[name].length).set(splats[name]);
  }
  const joints = kernel.splat_array(ARRAYS.indexOf('joints'));
  new Uint16Array(buffer, joints, splats.joints.length).set(splats.joints);

  const stride = kernel.splat_stride();
  const matrices = floats('matrices', jointCount * 16);
  const camera = floats('camera', 16);
  const [background, image, dImage] = (['background', 'image', 'dImage'] as const).map((name) =>
    floats(name, stride * height * 3),
  );
  const size = { width, height, stride };
  let drawn = false;
  return {
    forward(joined, view, behind, out = new Float32Array(width * height * 3)) {
      expectLength('matrices', joined.length, jointCount * 16);
      expectLength('background', behind.length, width * height * 3);
      matrices.set(joined);
      camera.set([...view.eye, ...view.right, ...view.up, ...view.back]);
      camera.set([view.scale, view.perspective ? 1 : 0, view.ground, view.near], 12);
      toPlanes(background, behind, size);
      kernel.splat_forward();
      fromPlanes(out, image, size);
      drawn = true;
      return out;
    },
    backward(gradient) {
      expectLength('gradient', gradient.length, width * height * 3);
      if (!drawn) {
        throw new PosespaceError('bad-usage', 'kernels/splatter: backward follows forward, once; draw first');
      }
      drawn = false;
      toPlanes(dImage, gradient, size);
      kernel.splat_backward();
      return {
        positions: floats('dPositions', count * 3).slice(),
        covariances: floats('dCovariances', count * 6).slice(),
        colors: floats('dColors', count * 3).slice(),
        opacities: floats('dOpacities', count).slice(),
        matrices: floats('dMatrices', jointCount * 16).slice(),
      };
    },
  };
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Row length in the kernel, a multiple of four. */
  readonly stride: number;
}

/** [H, W, 3] to three planes of [H, stride]. */
function toPlanes(planes: Float32Array, pixels: Float32Array, { width, height, stride }: PictureSize): void {
  const plane = stride * height;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, o = y * stride; x < width; x++, o++) {
      planes[o] = pixels[i++];
      planes[plane + o] = pixels[i++];
      planes[2 * plane + o] = pixels[i++];
    }
  }
}

function fromPlanes(
  pixels: Float32Array,
  planes: Float32Array,
  { width, height, stride }: PictureSize,
): void {
  const plane = stride * height;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, o = y * stride; x < width; x++, o++) {
      pixels[i++] = planes[o];
      pixels[i++] = planes[plane + o];
      pixels[i++] = planes[2 * plane + o];
    }
  }
}

function expectLength(name: string, got: number, wanted: number): void {
  if (got === wanted) return;
  throw new PosespaceError('bad-input', `kernels/splatter: ${name} needs ${wanted} numbers, got ${got}`);
}

function checkSplats(splats: SplatArrays, jointCount: number): void {
  const count = splats.opacities.length;
  const lengths = {
    positions: 3,
    covariances: 6,
    colors: 3,
    joints: splats.influenceCount,
    weights: splats.influenceCount,
  };
  for (const [name, each] of Object.entries(lengths)) {
    expectLength(name, splats[name as keyof typeof lengths].length, count * each);
  }
  const joint = splats.joints.find((index) => index >= jointCount);
  if (joint === undefined) return;
  throw new PosespaceError(
    'bad-input',
    `kernels/createSplatter: a kernel follows joint ${joint}, the skeleton has ${jointCount}`,
  );
}
