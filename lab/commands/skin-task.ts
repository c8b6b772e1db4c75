/** @file The task of `eval skin`: one file, read from the disk, its weights solved and measured. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { solveLearnedWeights } from '../../src/rig/learned/solve-learned-weights.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import { solveWeights } from '../../src/rig/weights/solve-weights.js';
import { openSkinningNetwork } from '../../src/verbs/open-skinning-network.js';
import { measureSkinFile, type SkinRow } from '../eval/evaluate-skin.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { stripSkeleton } from '../skins/list-skins.js';
import { defineTask } from './task-pool.js';

export interface SkinTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  /** Folder of the skinning network, '' for the shipped one; absent: it is not measured. */
  readonly skinning?: string;
  /** Whether names and orientations are hidden, as a finder leaves them. */
  readonly bare: boolean;
}

export const skinTask = defineTask(
  import.meta.url,
  async ({ folder, limits, row, skinning, bare }: SkinTaskInput): Promise<FileOutcome<SkinRow>> => {
    const network = skinning === undefined ? undefined : await openSkinningNetwork(skinning || undefined);
    const seen = (skeleton: Skeleton) => (bare ? stripSkeleton(skeleton) : skeleton);
    return measureSkinFile(
      row,
      (file) => readModelFile(join(folder, file), { limits }),
      (mesh, skeleton) => solveWeights(mesh, seen(skeleton)),
      () => performance.now(),
      network && { learned: (mesh, skeleton) => solveLearnedWeights(mesh, seen(skeleton), { network }) },
    );
  },
);
