/** @file The skinning model: a card and one network, trained in lab/rig (skinning.py). */

import { type ModelCard, readModelFiles } from '../../nets/model-files.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';

const NETWORKS = ['skinning'] as const;

/** Distances in the tree that the network tells apart; the last means that many or more. */
export const HOP_BUCKETS = 10;
/** Even points of the surface that the network sees as a whole. */
export const SKINNING_SAMPLE = 256;

/** What is needed of a card; it holds more for people to read. */
export interface SkinningModelCard extends ModelCard<'skinning'> {
  readonly sample: number;
  readonly hops: number;
}

/** A model as bytes. */
export interface SkinningModelFiles {
  readonly card: SkinningModelCard;
  readonly skinning: Uint8Array;
}

/** A model ready to run; every mesh can share it. */
export interface SkinningModel {
  readonly card: SkinningModelCard;
  /** Points, bones and the solver's weights → weights. */
  readonly skinning: Network;
  close(): Promise<void>;
}

/** Reads a model; `read` gets paths relative to the model's folder. */
export const loadSkinningModel = (read: (path: string) => Promise<Uint8Array>): Promise<SkinningModelFiles> =>
  readModelFiles<'skinning', SkinningModelCard>(
    read,
    NETWORKS,
    ({ sample, hops }) => sample === SKINNING_SAMPLE && hops === HOP_BUCKETS,
  );

/** Opens the network of a model. */
export async function openSkinningModel(
  files: SkinningModelFiles,
  options: OpenNetworkOptions = {},
): Promise<SkinningModel> {
  const skinning = await openNetwork(files.skinning, options);
  return { card: files.card, skinning, close: () => skinning.close() };
}
