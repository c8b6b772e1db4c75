/** @file Loads the skinning network in any environment. */

import { loadSkinningModel, type SkinningModelFiles } from '../rig/learned/skinning-model.js';
import { openModelFolder } from './model-folder.js';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/skinning` itself and give its address.
 */
export const loadSkinningNetwork = (
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SkinningModelFiles> => loadSkinningModel(openModelFolder('skinning', folder, options));
