/** @file Loads the skeleton network in any environment. */

import { loadSkeletonModel, type SkeletonModelFiles } from '../rig/learned/skeleton-model.js';
import { openModelFolder } from './model-folder.js';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/skeleton` itself and give its address.
 */
export const loadSkeletonNetwork = (
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SkeletonModelFiles> => loadSkeletonModel(openModelFolder('skeleton', folder, options));
