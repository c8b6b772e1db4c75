/** @file The pose space of `eval pose`: a model read once per thread, opened for one rig after the other. */

import { join } from 'node:path';
import { readBytes } from '../../src/io/node.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import type { OpenSpace } from '../eval/evaluate-pose.js';

const models = new Map<string, Promise<PoseModel>>();

/** Opens the model of a folder; what it opens takes bodies as they stand, on their anatomical tree. */
export async function openMeasuredSpace(folder: string): Promise<OpenSpace> {
  let opening = models.get(folder);
  if (!opening) {
    opening = loadPoseModel((path) => readBytes(join(folder, path))).then((files) => openPoseModel(files));
    models.set(folder, opening);
  }
  const model = await opening;
  return async ({ skeleton, rig }) => {
    const whole = await openRigPoseSpace(rig ?? { skeleton }, model, { anatomy: 'as-is' });
    return { ...whole, whole };
  };
}
