/** @file Loads the pose network in any environment. */

import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import { openModelFolder } from './model-folder.js';

/**
 * Loads the network in a folder: a path or file address in Node, an address in browsers; by default the one that ships
 * with the package. A bundled page has to serve `models/pose` itself and give its address.
 */
export const loadPoseNetwork = (
  folder?: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PoseModelFiles> => loadPoseModel(openModelFolder('pose', folder, options));
