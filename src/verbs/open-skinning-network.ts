/** @file The skinning network that `rigModel` uses: opened once per folder and kept, as every mesh can share it. */

import { loadSkinningNetwork } from '../io/load-skinning-network.js';
import {
  openSkinningModel,
  type SkinningModel,
  type SkinningModelFiles,
} from '../rig/learned/skinning-model.js';

/** An open network, which is left open; its files; or the folder or address to load it from. */
export type SkinningNetworkSource = SkinningModel | SkinningModelFiles | string | URL;

const opened = new Map<string | SkinningModelFiles, Promise<SkinningModel>>();

/** Opens the network, by default the one that ships with the package. */
export function openSkinningNetwork(source?: SkinningNetworkSource): Promise<SkinningModel> {
  if (typeof source === 'object' && 'close' in source) return Promise.resolve(source);
  const files = typeof source === 'object' && 'card' in source ? source : undefined;
  const key = files ?? `${source ?? ''}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = (async () =>
    openSkinningModel(files ?? (await loadSkinningNetwork(source as string | URL | undefined))))();
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}
