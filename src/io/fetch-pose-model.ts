/** @file Fetches a pose model from a server, for browsers. */

import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import { fetchModelFolder } from './model-folder.js';

/** Fetches the model in the folder at `url`. */
export const fetchPoseModel = (
  url: string | URL,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PoseModelFiles> => loadPoseModel(fetchModelFolder(url, options));
