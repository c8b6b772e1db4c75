/** @file A file of a data folder as a labelled body: poses of its own clips help to find the anatomical tree. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { modelRig } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import type { IndexRow } from '../eval/index-row.js';
import { poseBody } from './body-poses.js';
import { familyOf } from './held-out-family.js';
import { labelRig } from './label-rig.js';
import type { LabelledBody } from './labelled-body.js';
import type { RefusedRig } from './plan-roles.js';

/** Poses that are enough to tell controls from bones. */
const POSES = 24;

/** Reads and labels the file of a row. */
export async function readLabelledRig(
  folder: string,
  row: IndexRow,
  limits: Partial<ReadLimits> = {},
): Promise<LabelledBody | RefusedRig> {
  if (row.flatRig) return { reason: 'flat rig' };
  const model = await readModelFile(join(folder, row.file), { limits });
  const rig = modelRig(model);
  if (!rig) return { reason: 'no mesh, skeleton or skin' };
  const poses = model.clips.flatMap((clip) => clip.poses);
  const step = Math.max(1, Math.ceil(poses.length / POSES));
  const some = poses.filter((_, i) => i % step === 0);
  const facts = {
    name: row.name ?? model.name,
    family: familyOf(row),
    source: row.source ?? 'unknown',
    category: row.category,
  };
  const body = labelRig(rig, facts, some);
  return 'reason' in body ? body : { ...body, poses: poseBody(rig, some, body) };
}
