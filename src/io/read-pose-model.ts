/** @file Reads a pose model from a folder, for Node; by default the one that ships with the package. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPoseModel, type PoseModelFiles } from '../pose/pose-model.js';
import { readBytes } from './node.js';

/** Where the weights of this package are. */
const SHIPPED = new URL('../../models/pose/', import.meta.url);

export async function readPoseModel(folder: string = fileURLToPath(SHIPPED)): Promise<PoseModelFiles> {
  return loadPoseModel((path) => readBytes(join(folder, path)));
}
