/**
 * @file Linear blend skinning in WASM SIMD (native/skin.cpp). A `Skinner` holds one skin in the kernel's
 * memory, so that a frame costs one pass over the vertices and no copies but the result.
 *
 * Each skinner has a memory of its own: disposing is dropping the reference, growth never moves another
 * skinner's arrays.
 */

import { PosespaceError } from '../base/errors.js';
import { KERNELS_WASM } from './kernels-wasm.js';
import type { SkinArrays, SkinGradients } from './skinner.reference.js';

interface KernelExports {
  readonly __heap_base: WebAssembly.Global;
  skin_forward(v: number, k: number, p: number, j: number, w: number, m: number, out: number): void;
  skin_backward(
    v: number,
    k: number,
    p: number,
    j: number,
    w: number,
    m: number,
    dOut: number,
    dM: number,
    dP: number,
    dW: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** Compiled at first use: a few kilobytes, under a millisecond, so synchronously. */
function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNELS_WASM), (c) => c.charCodeAt(0)));
  return compiled;
}

/** Skins vertices by joint matrices. */
export interface Skinner {
  /** Σ_k w_k M_k (v, 1). Writes to `out` where given. [V, 3] from [J, 16] */
  forward(matrices: Float32Array, out?: Float32Array): Float32Array;
  /** The same without a copy: a view of the kernel's memory, good until the next call. [V, 3] */
  forwardInPlace(matrices: Float32Array): Float32Array;
  /** Reverse pass from dL/dout. [V, 3] */
  backward(matrices: Float32Array, gradient: Float32Array): SkinGradients;
}

/** Loads a skin into the kernel. `jointCount` bounds every index in `skin.joints`. */
export function createSkinner(skin: SkinArrays, jointCount: number): Skinner {
  const vertexCount = skin.positions.length / 3;
  const { influenceCount } = skin;
  if (skin.joints.length !== vertexCount * influenceCount || skin.weights.length !== skin.joints.length) {
    throw new PosespaceError(
      'bad-input',
      `kernels/createSkinner: joints and weights need ${vertexCount} × ${influenceCount} entries, ` +
        `got ${skin.joints.length} and ${skin.weights.length}`,
    );
  }
  for (const joint of skin.joints) {
    if (joint >= jointCount) {
      throw new PosespaceError(
        'bad-input',
        `kernels/createSkinner: a vertex follows joint ${joint}, the skeleton has ${jointCount}`,
      );
    }
  }

  // (1) Lay out the arrays; the reverse pass' share comes last and is only reserved when first used.
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = new WebAssembly.Instance(kernelModule(), { env: { memory } })
    .exports as unknown as KernelExports;
  let end = (kernel.__heap_base.value + 15) & ~15;
  const reserve = (bytes: number): number => {
    const at = end;
    end = (end + bytes + 15) & ~15;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  };
  const floats = (at: number, length: number) => new Float32Array(memory.buffer, at, length);

  const positions = reserve(skin.positions.byteLength);
  const joints = reserve(skin.joints.byteLength);
  const weights = reserve(skin.weights.byteLength);
  const matrixAt = reserve(jointCount * 64);
  // One number more than there are: the kernel stores four at a time.
  const outAt = reserve(vertexCount * 12 + 4);
  floats(positions, skin.positions.length).set(skin.positions);
  floats(weights, skin.weights.length).set(skin.weights);
  new Uint16Array(memory.buffer, joints, skin.joints.length).set(skin.joints);

  const load = (matrices: Float32Array) => {
    if (matrices.length !== jointCount * 16) {
      throw new PosespaceError(
        'bad-input',
        `kernels/skinner: needs ${jointCount} matrices of 16, got ${matrices.length} numbers`,
      );
    }
    floats(matrixAt, matrices.length).set(matrices);
  };

  // (2) The two passes.
  let reverse: { dMatrices: number; dPositions: number; dWeights: number } | undefined;
  const forwardInPlace = (matrices: Float32Array): Float32Array => {
    load(matrices);
    kernel.skin_forward(vertexCount, influenceCount, positions, joints, weights, matrixAt, outAt);
    return floats(outAt, vertexCount * 3);
  };
  return {
    forwardInPlace,
    forward(matrices, out = new Float32Array(vertexCount * 3)) {
      out.set(forwardInPlace(matrices));
      return out;
    },
    backward(matrices, gradient) {
      load(matrices);
      reverse ??= {
        dMatrices: reserve(jointCount * 64),
        dPositions: reserve(vertexCount * 12),
        dWeights: reserve(skin.weights.byteLength),
      };
      floats(outAt, vertexCount * 3).set(gradient);
      floats(reverse.dMatrices, jointCount * 16).fill(0);
      kernel.skin_backward(
        vertexCount,
        influenceCount,
        positions,
        joints,
        weights,
        matrixAt,
        outAt,
        reverse.dMatrices,
        reverse.dPositions,
        reverse.dWeights,
      );
      return {
        matrices: floats(reverse.dMatrices, jointCount * 16).slice(),
        positions: floats(reverse.dPositions, vertexCount * 3).slice(),
        weights: floats(reverse.dWeights, skin.weights.length).slice(),
      };
    },
  };
}
