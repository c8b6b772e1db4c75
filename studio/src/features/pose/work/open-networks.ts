/**
 * @file The networks of the model beside the page, opened once a worker. The hand asks small questions, which the
 * processor answers before a graphics card has been asked: it takes WASM. The bench draws poses in batches: it takes
 * WebGPU where there is a card, whose runtime of 25 MB is fetched only then, and WASM where anything goes wrong with it
 * or it is no faster.
 */

import { fetchPoseModel } from 'posespace/io';
import { type NetworkRuntime, openPoseModel, type PoseModel, type PoseModelFiles } from 'posespace/pose';
import type { BodyFacts } from '../../../workers/worker-protocol.js';

export interface OpenNetworks {
  readonly model: PoseModel;
  readonly provider: BodyFacts['provider'];
}

/** More threads than this make small networks no faster. */
const MOST_THREADS = 4;

/**
 * Threads that networks get here: half of the cores, as hand, bench and page share them; threads that wait for a core
 * make it slower (two on two busy cores: 250 instead of 120 ms for eight poses, 50 instead of 30 for one). More than
 * one need a page that is isolated from others.
 */
export const threadCount = (): number =>
  globalThis.crossOriginIsolated
    ? Math.max(1, Math.min(MOST_THREADS, Math.floor(navigator.hardwareConcurrency / 2)))
    : 1;

/** The hand is at work until it has asked nothing for this long, milliseconds. */
const QUIET = 120;

/**
 * A network that lets what came in meanwhile, a drag or a cancel, go first, as it runs without a pause. While a hand
 * is at work, which asks about one pose at a time, batches wait.
 */
function yielding({ run, close }: PoseModel['step']): PoseModel['step'] {
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

const delay = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

let networks: Promise<OpenNetworks> | undefined;

/** The networks, whichever body they are asked for. */
export function openNetworks(): Promise<OpenNetworks> {
  networks ??= open().catch((error) => {
    networks = undefined;
    throw error;
  });
  return networks;
}

/** How long a card may take to answer at all, and how long for a batch once it is warm, milliseconds. */
const CARD_PATIENCE = 8000;
const CARD_BATCH = 120;

let isCardProven = false;

/** Makes something of the networks; `trial` runs a batch, by which a graphics card shows that it is worth it. */
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
    return performance.now() - start < CARD_BATCH ? thing : undefined;
  })().catch(() => undefined);
  const thing = await Promise.race([tried, delay(CARD_PATIENCE).then(() => undefined)]);
  isCardProven = thing !== undefined;
  if (thing) return thing;
  networks = open('wasm');
  return make((await networks).model);
}

async function open(only?: 'wasm'): Promise<OpenNetworks> {
  const files = await fetchPoseModel(new URL('models/pose/', pageAddress()));
  const onCard =
    !only && isBackground() && (await hasGraphicsCard())
      ? await openOnCard(files).catch(() => undefined)
      : undefined;
  const { model, provider } = onCard ?? { model: await openOnProcessor(files), provider: 'wasm' };
  return { model: { ...model, step: yielding(model.step) }, provider };
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

/** What is known here of WebGPU; the page's types have none of it. */
interface Graphics {
  requestAdapter(): Promise<{ readonly info?: { readonly isFallbackAdapter?: boolean } } | null>;
}

/** Whether there is a card, and not a processor that pretends to be one. */
async function hasGraphicsCard(): Promise<boolean> {
  try {
    const adapter = await (navigator as { readonly gpu?: Graphics }).gpu?.requestAdapter();
    return adapter ? !adapter.info?.isFallbackAdapter : false;
  } catch {
    return false;
  }
}

/** The client names its workers by what they are for. */
export const isBackground = (): boolean => (globalThis as { readonly name?: string }).name === 'background';

/** Workers lie in `assets/`, the page above it. */
const pageAddress = (): URL => new URL('../', globalThis.location.href);
