/**
 * @file Opens an ONNX network: one interface over ONNX Runtime, its native library in Node and its WASM build in
 * browsers.
 *
 * The runtime is imported when the first network is opened, so programs that never do pay nothing. The Node
 * package is imported by a name that bundlers cannot follow: it holds a native library, which no page can use and
 * every bundler chokes on. Where neither import suits (a CDN, WebGPU, a worker with its own copy) the caller hands
 * the runtime in. One thread is the default: sums are then made in one order and the numbers stay the same.
 */

import type { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node';
import { PosespaceError } from '../base/errors.js';
import type { Network, Tensor, Tensors } from './network.js';

/** What is needed of a module `onnxruntime-*`. */
export interface NetworkRuntime {
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof RuntimeTensor;
  readonly env: { readonly wasm: { numThreads?: number; wasmPaths?: unknown } };
}

export interface OpenNetworkOptions {
  /** Threads within an operator, 1 or more. In browsers more than 1 needs a cross-origin isolated page. */
  readonly threads?: number;
  /** Execution providers in order of preference, as ONNX Runtime names them; the processor by default. */
  readonly providers?: readonly string[];
  /** A module of ONNX Runtime to use instead of the one that suits the environment. */
  readonly runtime?: NetworkRuntime;
}

export const OPEN_NETWORK_DEFAULTS = Object.freeze({ threads: 1 });

/** Opens a network from the bytes of an ONNX file. */
export async function openNetwork(bytes: Uint8Array, options: OpenNetworkOptions = {}): Promise<Network> {
  const { threads } = { ...OPEN_NETWORK_DEFAULTS, ...options };
  if (!Number.isInteger(threads) || threads < 1) {
    throw new PosespaceError('bad-usage', `nets/openNetwork: ${threads} threads; give a whole number from 1`);
  }
  const runtime = options.runtime ?? (await loadRuntime());
  // Read by the WASM build when it starts; the native one takes the session's option.
  runtime.env.wasm.numThreads = threads;
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: [...(options.providers ?? [inNode() ? 'cpu' : 'wasm'])],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // What goes wrong is thrown; the console belongs to the program.
    logSeverityLevel: 4,
  }).catch((error) => {
    throw new PosespaceError(
      'bad-input',
      `nets/openNetwork: ${bytes.length} bytes are no network that can run here (${inWords(error)}); get the file again`,
    );
  });
  return wrapSession(runtime, session);
}

function wrapSession(runtime: NetworkRuntime, session: InferenceSession): Network {
  // A session of the WASM build runs one call at a time.
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    run: (inputs) =>
      inOrder(async () => {
        if (closed) throw new PosespaceError('bad-usage', 'nets/run: the network is closed; open it again');
        const feeds: Record<string, RuntimeTensor> = {};
        for (const name of session.inputNames) feeds[name] = toRuntime(runtime, name, inputs[name]);
        const results = await session.run(feeds).catch((error) => {
          const shapes = Object.entries(inputs).map(([name, { dims }]) => `${name} [${dims}]`);
          throw new PosespaceError(
            'bad-input',
            `nets/run: the network does not take ${shapes.join(', ')} (${inWords(error)}); check the shapes`,
          );
        });
        return fromRuntime(session, results);
      }),
    close: () =>
      inOrder(async () => {
        if (!closed) await session.release();
        closed = true;
      }),
  };
}

function toRuntime(runtime: NetworkRuntime, name: string, tensor: Tensor | undefined): RuntimeTensor {
  const length = tensor?.dims.reduce((product, size) => product * size, 1);
  if (!tensor || tensor.data.length !== length) {
    throw new PosespaceError(
      'bad-input',
      `nets/run: input "${name}" is ${tensor ? `${tensor.data.length} numbers for [${tensor.dims}]` : 'missing'}; give what the shape says`,
    );
  }
  return tensor.data instanceof BigInt64Array
    ? new runtime.Tensor('int64', tensor.data, tensor.dims)
    : new runtime.Tensor('float32', tensor.data, tensor.dims);
}

function fromRuntime(session: InferenceSession, results: InferenceSession.ReturnType): Tensors {
  const outputs: Record<string, Tensor> = {};
  for (const name of session.outputNames) {
    outputs[name] = { data: results[name].data as Tensor['data'], dims: results[name].dims };
  }
  return outputs;
}

/** Not a literal, so that bundlers leave the import alone. */
const NODE_RUNTIME = 'onnxruntime-node';

async function loadRuntime(): Promise<NetworkRuntime> {
  try {
    return inNode()
      ? await import(/* @vite-ignore */ /* webpackIgnore: true */ NODE_RUNTIME)
      : ((await import('onnxruntime-web/wasm')) as unknown as NetworkRuntime);
  } catch (error) {
    throw new PosespaceError(
      'unsupported',
      `nets/openNetwork: ONNX Runtime cannot be loaded (${inWords(error)}); install it or hand it in as \`runtime\``,
    );
  }
}

const inNode = (): boolean => typeof process === 'object' && process.release?.name === 'node';

const inWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);
