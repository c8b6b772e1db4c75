/** @file The pose model: a card and two networks. */

import { type ModelCard, readModelFiles } from '../../nets/model-files.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';
import { STATE_CHANNELS, STATE_SCALE } from '../records/pose-state.js';
import { FEATURE_COUNT } from '../records/rig-features.js';

/** What is needed of a card; it holds more for people to read. */
export interface PoseModelCard extends ModelCard<'encoder' | 'step'> {
  readonly features: number;
  readonly state: number;
  readonly handles: number;
  readonly scales: { readonly rotation: number; readonly height: number; readonly position: number };
}

/** A model as bytes. */
export interface PoseModelFiles {
  readonly card: PoseModelCard;
  readonly encoder: Uint8Array;
  readonly step: Uint8Array;
}

/** A model ready to run; many pose spaces can share it. */
export interface PoseModel {
  readonly card: PoseModelCard;
  /** Once per rig: features, hops, relations → context, bias. */
  readonly encoder: Network;
  /** One step: state, time, handles, context, bias → clean. */
  readonly step: Network;
  close(): Promise<void>;
}

/** Channels per joint that encode handles: a flag, a position and a displacement. */
export const HANDLE_CHANNELS = 7;

/** Reads a model; `read` gets paths relative to the model's folder. */
export async function loadPoseModel(read: (path: string) => Promise<Uint8Array>): Promise<PoseModelFiles> {
  return readModelFiles<'encoder' | 'step', PoseModelCard>(read, ['encoder', 'step'], isKnown);
}

/** Opens the networks of a model. */
export async function openPoseModel(
  files: PoseModelFiles,
  options: OpenNetworkOptions = {},
): Promise<PoseModel> {
  const encoder = await openNetwork(files.encoder, options);
  // What is to be said of the runtime is said once.
  const step = await openNetwork(files.step, { ...options, onFinding: undefined });
  return {
    card: files.card,
    encoder,
    step,
    close: async () => {
      await encoder.close();
      await step.close();
    },
  };
}

function isKnown({ features, state, handles, scales }: PoseModelCard): boolean {
  const { rotation, height, position } = scales ?? {};
  return (
    features === FEATURE_COUNT &&
    state === STATE_CHANNELS &&
    handles === HANDLE_CHANNELS &&
    rotation === STATE_SCALE.rotation &&
    height === STATE_SCALE.height &&
    position === STATE_SCALE.position
  );
}
