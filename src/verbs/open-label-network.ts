/** @file The labelling network that commands read other makers' rigs with. */

import { loadLabelNetwork } from '../io/load-label-network.js';
import { type LabelModel, type LabelModelFiles, openLabelModel } from '../rig/label/label-network.js';
import { createNetworkOpener, type NetworkSource } from './create-network-opener.js';

/** Where the labelling network comes from. */
export type LabelNetworkSource = NetworkSource<LabelModel, LabelModelFiles>;

/** Opens the network, by default the one that ships with the package. */
export const openLabelNetwork = createNetworkOpener<LabelModel, LabelModelFiles>(
  loadLabelNetwork,
  openLabelModel,
);
