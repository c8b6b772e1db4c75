/** @file Loads the labelling network in any environment. */

import { type LabelModelFiles, loadLabelModel } from '../rig/label/label-network.js';
import { openModelFolder } from './model-folder.js';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/label` itself and give its address.
 */
export const loadLabelNetwork = (
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<LabelModelFiles> => loadLabelModel(openModelFolder('label', folder, options));
