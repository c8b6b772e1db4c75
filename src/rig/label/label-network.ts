/** @file The labelling model: a card and one network, trained in lab/rig (label.py). */

import { type ModelCard, readModelFiles } from '../../nets/model-files.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';
import { ROLES } from '../learned/role-tokens.js';

const NETWORKS = ['label'] as const;

/** Directions that the network tells apart, from +Z towards +X. */
export const HEADINGS = 16;
/** Distances in the tree that the network tells apart; the last means that many or more. */
export const TREE_HOPS = 10;

/** What is needed of a card; it holds more for people to read. */
export interface LabelModelCard extends ModelCard<'label'> {
  readonly roles: readonly string[];
  readonly headings: number;
  readonly hops: number;
}

/** A model as bytes. */
export interface LabelModelFiles {
  readonly card: LabelModelCard;
  readonly label: Uint8Array;
}

/** A model ready to run; every rig can share it. */
export interface LabelModel {
  readonly card: LabelModelCard;
  /** Joints, tree, moments and names → roles, sides, what joints move with, partners, facing, up. */
  readonly label: Network;
  close(): Promise<void>;
}

/** Reads a model; `read` gets paths relative to the model's folder. */
export const loadLabelModel = (read: (path: string) => Promise<Uint8Array>): Promise<LabelModelFiles> =>
  readModelFiles<'label', LabelModelCard>(
    read,
    NETWORKS,
    ({ roles, headings, hops }) =>
      roles.join() === ROLES.join() && headings === HEADINGS && hops === TREE_HOPS,
  );

/** Opens the network of a model. */
export async function openLabelModel(
  files: LabelModelFiles,
  options: OpenNetworkOptions = {},
): Promise<LabelModel> {
  const label = await openNetwork(files.label, options);
  return { card: files.card, label, close: () => label.close() };
}
