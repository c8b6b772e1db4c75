/**
 * @file The pose networks of a worker. The interactive worker solves one pose at a time, for which WASM has the
 * lowest latency. The background worker samples batches: it uses WebGPU where there is a graphics card (its runtime
 * of 25 MB is fetched only then), and WASM where that fails or is not faster.
 */

import { type NetworkRuntime, openPoseModel, type PoseModel, type PoseModelFiles } from 'posespace/pose';
import type { BodyFacts } from '../../../workers/worker-protocol.js';
import { fetchPoseNetworks } from './fetch-networks.js';

export interface OpenNetworks {
  readonly model: PoseModel;
  readonly provider: BodyFacts['provider'];
}

/** Most threads; more do not speed up small networks. */
const MOST_THREADS = 4;

/**
 * Threads per worker: half of the cores, which both workers and the page share. Threads that wait for a core are slower
 * (two on two busy cores: 250 instead of 120 ms for eight poses, 50 instead of 30 for one). More than one thread needs
 * a cross-origin isolated page.
 */
export const threadCount = (): number =>
  globalThis.crossOriginIsolated
    ? Math.max(1, Math.min(MOST_THREADS, Math.floor(navigator.hardwareConcurrency / 2)))
    : 1;

/** Pause after the last single-pose call before batches run, milliseconds. */
const QUIET = 120;

/**
 * A network that yields to incoming messages (a drag, a cancel) before each run, which blocks the worker. In the
 * interactive worker, batches wait while single poses are solved.
 */
function withYield({ run, close }: PoseModel['step']): PoseModel['step'] {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  let lastSingle = -Infinity;
  return {
    async run(inputs) {
      await new Promise<void>((go) => {
        waiting.push(go);
        port2.postMessage(null);
      });
      if (isBackground()) return run(inputs);
      if (inputs.state.dims[0] === 1) lastSingle = performance.now();
      while (inputs.state.dims[0] > 1 && performance.now() - lastSingle < QUIET) await delay(QUIET / 2);
      return run(inputs);
    },
    close,
  };
}

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds));

let networks: Promise<OpenNetworks> | undefined;

/** The networks, shared by all bodies. */
export function openNetworks(): Promise<OpenNetworks> {
  networks ??= open().catch((error) => {
    networks = undefined;
    throw error;
  });
  return networks;
}

/** Timeout of the WebGPU trial, and longest time for a warm batch, milliseconds. */
const TRIAL_TIMEOUT = 8000;
const TRIAL_BATCH = 120;

let isCardProven = false;

/** Creates something from the networks; `trial` runs a batch that decides whether WebGPU is fast enough. */
export async function withNetworks<Thing>(
  make: (model: PoseModel) => Promise<Thing>,
  trial: (thing: Thing) => Promise<unknown>,
): Promise<Thing> {
  const { model, provider } = await openNetworks();
  if (provider === 'wasm' || isCardProven) return make(model);
  const tried = (async () => {
    const thing = await make(model);
    await trial(thing);
    const start = performance.now();
    await trial(thing);
    return performance.now() - start < TRIAL_BATCH ? thing : undefined;
  })().catch(() => undefined);
  const thing = await Promise.race([tried, delay(TRIAL_TIMEOUT).then(() => undefined)]);
  isCardProven = thing !== undefined;
  if (thing) return thing;
  networks = open('wasm');
  return make((await networks).model);
}

async function open(only?: 'wasm'): Promise<OpenNetworks> {
  const files = await fetchPoseNetworks();
  const onCard =
    !only && isBackground() && (await hasGraphicsCard())
      ? await openOnCard(files).catch(() => undefined)
      : undefined;
  const { model, provider } = onCard ?? { model: await openOnProcessor(files), provider: 'wasm' };
  return { model: { ...model, step: withYield(model.step) }, provider };
}

async function openOnProcessor(files: PoseModelFiles): Promise<PoseModel> {
  const threads = threadCount();
  try {
    return await openPoseModel(files, { threads });
  } catch (error) {
    if (threads === 1) throw error;
    return openPoseModel(files);
  }
}

async function openOnCard(files: PoseModelFiles): Promise<OpenNetworks> {
  const runtime: NetworkRuntime = await import('onnxruntime-web/webgpu');
  return { model: await openPoseModel(files, { runtime, providers: ['webgpu'] }), provider: 'webgpu' };
}

/** The part of WebGPU used here, which the DOM types lack. */
interface Graphics {
  requestAdapter(): Promise<{ readonly info?: { readonly isFallbackAdapter?: boolean } } | null>;
}

/** Whether there is a real graphics card, not a software fallback. */
async function hasGraphicsCard(): Promise<boolean> {
  try {
    const adapter = await (navigator as { readonly gpu?: Graphics }).gpu?.requestAdapter();
    return adapter ? !adapter.info?.isFallbackAdapter : false;
  } catch {
    return false;
  }
}

/** Workers are named by their role. */
export const isBackground = (): boolean => (globalThis as { readonly name?: string }).name === 'background';
