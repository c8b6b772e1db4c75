/**
 * @file Dense optical flow in WASM SIMD (native/flow.cpp): dense inverse search, as `optical-flow.reference.ts` says it.
 * One memory serves all calls and only grows; pictures are copied in, the flow is copied out.
 */

import { PosespaceError } from '../base/errors.js';
import { FLOW_WASM } from './flow-wasm.js';
import {
  type FlowLevel,
  halveLevel,
  LEAST_TEXTURE,
  OPTICAL_FLOW_DEFAULTS,
  type OpticalFlowOptions,
  SETTLED_STEP,
} from './optical-flow.reference.js';

export { OPTICAL_FLOW_DEFAULTS, type OpticalFlowOptions };

interface FlowExports {
  readonly __heap_base: WebAssembly.Global;
  flow_level(...numbers: number[]): void;
}

let kernel: { readonly exports: FlowExports; readonly memory: WebAssembly.Memory } | undefined;

/** Compiled at first use: a few kilobytes, under a millisecond, so synchronously. */
function openKernel(): NonNullable<typeof kernel> {
  if (kernel) return kernel;
  const module = new WebAssembly.Module(Uint8Array.from(atob(FLOW_WASM), (c) => c.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  kernel = { exports: exports as unknown as FlowExports, memory };
  return kernel;
}

/** Displacements from `source` to `target` at each pixel, x and y; zero where `wanted` is 0. [H, W, 2] */
export function findOpticalFlow(
  source: Float32Array,
  target: Float32Array,
  wanted: Uint8Array,
  width: number,
  height: number,
  options: OpticalFlowOptions = {},
): Float32Array {
  const settings = { ...OPTICAL_FLOW_DEFAULTS, ...options };
  const count = width * height;
  if (source.length !== count || target.length !== count || wanted.length !== count) {
    throw new PosespaceError(
      'bad-input',
      `kernels/findOpticalFlow: pictures of ${width} × ${height} have ${count} pixels, ` +
        `got ${source.length}, ${target.length} and ${wanted.length}`,
    );
  }
  const levels: FlowLevel[] = [{ width, height, source, target, wanted }];
  for (let last = levels[0]; levels.length < settings.levels; last = levels[levels.length - 1]) {
    if (Math.min(last.width, last.height) < 4 * settings.patchSize) break;
    levels.push(halveLevel(last));
  }
  let flow: Float32Array | undefined;
  for (let l = levels.length - 1; l >= 0; l--) flow = searchLevel(levels[l], flow, levels[l + 1], settings);
  return flow!;
}

function searchLevel(
  level: FlowLevel,
  coarse: Float32Array | undefined,
  above: FlowLevel | undefined,
  { patchSize, stride, iterations }: Required<OpticalFlowOptions>,
): Float32Array {
  const { exports, memory } = openKernel();
  const { width, height } = level;
  const count = width * height;
  let end = (exports.__heap_base.value + 15) & ~15;
  const reserve = (bytes: number): number => {
    const at = end;
    end = (end + bytes + 15) & ~15;
    return at;
  };
  const [source, target, wanted] = [reserve(count * 4), reserve(count * 4), reserve(count)];
  const coarseAt = coarse ? reserve(coarse.byteLength) : 0;
  const [sum, flow, scratch] = [reserve(count * 12), reserve(count * 8), reserve(patchSize * patchSize * 16)];
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  new Float32Array(memory.buffer, source, count).set(level.source);
  new Float32Array(memory.buffer, target, count).set(level.target);
  new Uint8Array(memory.buffer, wanted, count).set(level.wanted);
  if (coarse) new Float32Array(memory.buffer, coarseAt, coarse.length).set(coarse);
  new Float32Array(memory.buffer, sum, count * 3).fill(0);
  exports.flow_level(
    width,
    height,
    source,
    target,
    wanted,
    coarseAt,
    above?.width ?? 0,
    above?.height ?? 0,
    patchSize,
    stride,
    iterations,
    LEAST_TEXTURE,
    SETTLED_STEP,
    sum,
    flow,
    scratch,
  );
  return new Float32Array(memory.buffer, flow, count * 2).slice();
}
