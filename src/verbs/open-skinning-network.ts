/** @file The skinning network that `rigModel` uses. */

import { loadSkinningNetwork } from '../io/load-skinning-network.js';
import {
  openSkinningModel,
  type SkinningModel,
  type SkinningModelFiles,
} from '../rig/learned/skinning-model.js';
import { createNetworkOpener, type NetworkSource } from './create-network-opener.js';

/** Where the skinning network comes from. */
export type SkinningNetworkSource = NetworkSource<SkinningModel, SkinningModelFiles>;

/** Opens the network, by default the one that ships with the package. */
export const openSkinningNetwork = createNetworkOpener<SkinningModel, SkinningModelFiles>(
  loadSkinningNetwork,
  openSkinningModel,
);
