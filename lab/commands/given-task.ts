/** @file The task of `eval body --given` on one file: its rig read with names and with names hidden. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { openLabelNetwork } from '../../src/verbs/open-label-network.js';
import { familyOf, isHeldOutFamily } from '../bodies/held-out-family.js';
import { type GivenMeasure, scoreGiven } from '../eval/given/evaluate-given.js';
import { findGivenTruth, parseWrittenTruths } from '../eval/given/given-truth.js';
import { readGivenRig } from '../eval/given/read-given-rig.js';
import type { IndexRow } from '../eval/index-row.js';
import { type FileOutcome, rigToMeasure } from '../eval/outcome.js';
import { CONTROL_WEIGHT, movingJoints } from '../labels/moving-joints.js';
import { defineTask } from './task-pool.js';

export interface GivenTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  /** Folder of the labelling network; `none` reads without it. */
  readonly network?: string;
}

const WRITTEN = new URL('../eval/given/foreign-rigged.json', import.meta.url);

export const givenTask = defineTask(
  import.meta.url,
  async ({ folder, limits, row, network }: GivenTaskInput): Promise<FileOutcome<GivenMeasure>> => {
    const { file, source = 'unknown' } = row;
    const written = parseWrittenTruths(JSON.parse(await readFile(WRITTEN, 'utf8')));
    const rig = rigToMeasure(row, await readModelFile(join(folder, file), { limits }));
    if (typeof rig === 'string') return { file, skipped: rig };
    const truth = findGivenTruth(row, rig.skeleton, written, movingJoints(rig, CONTROL_WEIGHT));
    if (!truth) return { file, skipped: 'no known body plan' };
    const model = network === 'none' ? undefined : await openLabelNetwork(network);
    const score = async (given: Rig) => scoreGiven(given, truth, await readGivenRig(given, model));
    return {
      row: {
        file,
        maker: written[file] ? 'foreign' : source,
        heldOut: isHeldOutFamily(familyOf(row)),
        named: await score(rig),
        hidden: await score(hideNames(rig)),
      },
    };
  },
);

/** The rig with the names that Blender gives to bones that nobody named. */
const hideNames = (rig: Rig): Rig => ({
  ...rig,
  skeleton: {
    ...rig.skeleton,
    names: rig.skeleton.names.map((_, j) => (j === 0 ? 'Bone' : `Bone.${String(j).padStart(3, '0')}`)),
  },
});
