/** @file Loads the motion prior in any environment. */

import { loadMotionPriorModel, type MotionPriorFiles } from '../video/distil/motion-prior-model.js';
import { openModelFolder } from './model-folder.js';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/motion-prior` itself and give its address.
 */
export const loadMotionPrior = (
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<MotionPriorFiles> => loadMotionPriorModel(openModelFolder('motion-prior', folder, options));
