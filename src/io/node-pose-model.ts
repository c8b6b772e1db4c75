/** @file Reads a pose model from a folder, for Node; by default the one that ships with the package. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import { readBytes } from './node.js';

/** The folder of the model that ships: beside the sources as well as beside what is built. */
export const POSE_MODEL_FOLDER = fileURLToPath(new URL('../../models/pose', import.meta.url));

export async function readPoseModel(folder: string = POSE_MODEL_FOLDER): Promise<PoseModelFiles> {
  return loadPoseModel((path) => readBytes(join(folder, path)));
}
