/** @file The anatomy of a model by the labelling network, where its file does not say it. */

import type { Model } from '../io/model.js';
import { labelJoints } from '../rig/label/label-joints.js';
import { hasNamesOfOurs, readAnatomy } from '../rig/reading/read-anatomy.js';
import { type LabelNetworkSource, openLabelNetwork } from './open-label-network.js';
import { withAnatomy } from './with-anatomy.js';

/** Options of `labelModel`. */
export interface LabelModelOptions {
  /** The labelling network: its files, or the folder or address to load it from; by default the one that ships. */
  readonly network?: LabelNetworkSource;
}

/**
 * The model with the anatomy of its joints: what its file says; else what the labelling network says of them, whoever made
 * the rig. A model without a skeleton stays as it is.
 *
 * @example
 * const model = await labelModel(await readModelFile('bear.glb'));
 * console.log(kindOf(model.anatomy), legs(model.anatomy).length);
 */
export async function labelModel(model: Model, { network }: LabelModelOptions = {}): Promise<Model> {
  const { skeleton, skin, mesh, anatomy } = model;
  if (!skeleton || anatomy) return model;
  if (hasNamesOfOurs(skeleton)) return withAnatomy(model);
  const rig = { skeleton, skin, mesh };
  const labels = await labelJoints(rig, await openLabelNetwork(network));
  const read = labels && readAnatomy(rig, { labels });
  return read
    ? { ...model, anatomy: read.anatomy, findings: [...model.findings, ...read.findings] }
    : withAnatomy(model);
}
