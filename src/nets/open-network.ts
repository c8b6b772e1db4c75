/**
 * @file Opens an ONNX network: one interface over ONNX Runtime, its native library in Node and its WASM build elsewhere.
 *
 * The runtime is imported when the first network is opened, so programs that never do pay nothing. `onnxruntime-node` is
 * an optional peer: 301 MB, and its install script downloads CUDA. It is imported by a name that bundlers cannot follow,
 * and where it is missing Node runs the WASM build: the same numbers to 1e-5, several times slower. Where neither
 * suits (a CDN, WebGPU) the caller passes the runtime in. One thread is the default: sums keep their order.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import type { Network, Tensor, Tensors } from './network.js';

/** What is needed of a tensor of ONNX Runtime. */
export interface RuntimeTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** What is needed of a session of ONNX Runtime. */
export interface RuntimeSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, RuntimeTensor>): Promise<Readonly<Record<string, RuntimeTensor>>>;
  release(): Promise<void>;
}

/** What is needed of a module `onnxruntime-*`. Structural, so that none of them has to be installed for its types. */
export interface NetworkRuntime {
  readonly InferenceSession: {
    create(bytes: Uint8Array, options: RuntimeSessionOptions): Promise<RuntimeSession>;
  };
  readonly Tensor: new (
    type: 'float32' | 'int64',
    data: Float32Array | BigInt64Array,
    dims: readonly number[],
  ) => RuntimeTensor;
  readonly env: { readonly wasm: { numThreads?: number; wasmPaths?: unknown } };
}

/** How sessions are created. */
export interface RuntimeSessionOptions {
  executionProviders: string[];
  intraOpNumThreads: number;
  interOpNumThreads: number;
  graphOptimizationLevel: 'all';
  logSeverityLevel: 4;
}

/** How a network is run: threads, runtime. */
export interface OpenNetworkOptions {
  /** Threads within an operator, 1 or more. In browsers more than 1 needs a cross-origin isolated page. */
  readonly threads?: number;
  /** Execution providers in order of preference, as ONNX Runtime names them; the processor by default. */
  readonly providers?: readonly string[];
  /** A module of ONNX Runtime to use instead of the one that suits the environment. */
  readonly runtime?: NetworkRuntime;
  /** Called with `wasm-runtime` if the native runtime is not installed and the network runs more slowly. */
  readonly onFinding?: (finding: Finding) => void;
}

export const OPEN_NETWORK_DEFAULTS = Object.freeze({ threads: 1 });

/** Opens a network from the bytes of an ONNX file. */
export async function openNetwork(bytes: Uint8Array, options: OpenNetworkOptions = {}): Promise<Network> {
  const { threads } = { ...OPEN_NETWORK_DEFAULTS, ...options };
  if (!Number.isInteger(threads) || threads < 1) {
    throw new PosespaceError('bad-usage', `nets/openNetwork: ${threads} threads; give a whole number from 1`);
  }
  const { runtime, provider } = options.runtime
    ? { runtime: options.runtime, provider: inNode() ? 'cpu' : 'wasm' }
    : await loadRuntime(options.onFinding);
  // Read by the WASM build when it starts; the native one takes the session's option.
  runtime.env.wasm.numThreads = threads;
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: [...(options.providers ?? [provider])],
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

function wrapSession(runtime: NetworkRuntime, session: RuntimeSession): Network {
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
  return new runtime.Tensor(
    tensor.data instanceof BigInt64Array ? 'int64' : 'float32',
    tensor.data,
    tensor.dims,
  );
}

function fromRuntime(session: RuntimeSession, results: Readonly<Record<string, RuntimeTensor>>): Tensors {
  const outputs: Record<string, Tensor> = {};
  for (const name of session.outputNames) {
    outputs[name] = { data: results[name].data as Tensor['data'], dims: results[name].dims };
  }
  return outputs;
}

/** In Node, the best first. Not literals in `import`, so that bundlers for browsers leave them alone. */
const NODE_RUNTIMES = [
  { name: 'onnxruntime-node', provider: 'cpu' },
  { name: 'onnxruntime-web', provider: 'wasm' },
];

const WASM_RUNTIME: Finding = Object.freeze({
  code: 'wasm-runtime',
  severity: 'info',
  message: 'the network runs in WebAssembly, several times slower than the native runtime',
  fix: 'Install the native runtime: npm i onnxruntime-node.',
});

interface LoadedRuntime {
  readonly runtime: NetworkRuntime;
  readonly provider: string;
}

/** The runtime that suits the environment: native where it is installed, else WASM. */
async function loadRuntime(onFinding?: (finding: Finding) => void): Promise<LoadedRuntime> {
  try {
    if (!inNode()) return { runtime: await import('onnxruntime-web/wasm'), provider: 'wasm' };
    const [native, wasm] = NODE_RUNTIMES;
    return await importRuntime(native).catch(async () => {
      const loaded = await importRuntime(wasm);
      onFinding?.(WASM_RUNTIME);
      return loaded;
    });
  } catch (error) {
    throw new PosespaceError(
      'unsupported',
      `nets/openNetwork: ONNX Runtime cannot be loaded (${inWords(error)}); install onnxruntime-web or pass \`runtime\``,
    );
  }
}

const importRuntime = async ({ name, provider }: (typeof NODE_RUNTIMES)[number]): Promise<LoadedRuntime> => ({
  runtime: await import(/* @vite-ignore */ /* webpackIgnore: true */ name),
  provider,
});

const inNode = (): boolean => typeof process === 'object' && process.release?.name === 'node';

const inWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);
