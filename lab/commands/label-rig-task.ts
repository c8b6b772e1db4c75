/** @file The task of `dataset joints` on one file: its joints labelled, as its maker left them and as the body alone. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { modelRig } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { familyOf, isHeldOutFamily } from '../bodies/held-out-family.js';
import type { LabelledBody } from '../bodies/labelled-body.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import type { IndexRow } from '../eval/index-row.js';
import { type JointSample, sampleJoints } from '../labels/joint-sample.js';
import { labelByNames } from '../labels/label-by-names.js';
import { labelGivenRig } from '../labels/label-given-rig.js';
import { truthByConvention } from '../labels/maker-conventions.js';
import { defineTask } from './task-pool.js';

export interface LabelRigInput {
  readonly folder: string;
  readonly row: IndexRow;
  readonly limits: Partial<ReadLimits>;
}

/** Sources of many makers, on whose habits nothing can be built. */
const SINGLE_ARTISTS = /^(sketchfab|sceneview|opendungeons|dm_control|babylon)/;

/** Two samples of a file, or why there is none. */
export const labelRigTask = defineTask(
  import.meta.url,
  async ({ folder, row, limits }: LabelRigInput): Promise<JointSample[] | { readonly reason: string }> => {
    const heldOut = isHeldOutFamily(familyOf(row));
    const rig = modelRig(await readModelFile(join(folder, row.file), { limits }));
    const { file, name = file, rigFamily: family = file, source = 'unknown' } = row;
    const written = rig && labelByNames(file, rig);
    if (written) return [sampleJoints(written.rig, written.labels, { name, family, source, heldOut })];
    if (SINGLE_ARTISTS.test(source)) return { reason: 'nobody wrote down what its names do not say' };
    const body = await readLabelledRig(folder, row, limits);
    if ('reason' in body) return body;
    const truths = rig && truthByConvention(row, rig.skeleton.names);
    const given = rig && labelGivenRig(rig, body, truths);
    const facts = { name: body.name, family: body.family, source: body.source, heldOut };
    return [
      ...(given ? [sampleJoints(given.rig, given.labels, facts)] : []),
      ...sampleBodyJoints(body, facts.heldOut),
    ];
  },
);

/** The joints of a labelled body alone. */
export function sampleBodyJoints(body: LabelledBody, heldOut: boolean): JointSample[] {
  const { mesh, skeleton, skin, roles, sides, name, family, source } = body;
  if (!skeleton || !skin || skeleton.parents.length < 2) return [];
  const rig: Rig = { mesh, skeleton, skin };
  const labels = roles.map((role, j) => ({ role, side: sides[j], moves: skeleton.parents[j] }));
  return [sampleJoints(rig, labels, { name, family, source, heldOut })];
}
