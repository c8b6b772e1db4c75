/**
 * @file The task of `eval rig` on one file: in a first pass its true skeleton is read, as an example of its category; in
 * a second, the skeleton that is found is measured.
 */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { findMeshSkeleton, type RigMethod } from '../../src/rig/rig-mesh.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import type { BoxSkeleton } from '../eval/category-skeleton.js';
import { measureRigFile, type RigRow, type RigTask, readExample } from '../eval/evaluate-rig.js';
import type { FileOutcome } from '../eval/outcome.js';
import { defineTask } from './task-pool.js';

export interface RigTaskInput extends RigTask {
  readonly kind: 'example' | 'measure';
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly method: RigMethod;
  /** Folder of the skeleton network; absent: the shipped one. */
  readonly network?: string;
}

export interface RigTaskValue {
  /** Of an example that has a skeleton. */
  readonly skeleton?: BoxSkeleton;
  /** Of a measurement. */
  readonly outcome?: FileOutcome<RigRow>;
}

export const rigTask = defineTask(
  import.meta.url,
  async ({ kind, folder, limits, method, network: source, ...task }: RigTaskInput): Promise<RigTaskValue> => {
    const read = (file: string) => readModelFile(join(folder, file), { limits });
    if (kind === 'example') return { skeleton: await readExample(task.row, read) };
    const network = method === 'geometric' ? undefined : await openSkeletonNetwork(source);
    return {
      outcome: await measureRigFile(
        task,
        read,
        (mesh) => findMeshSkeleton(mesh, { method, network }),
        () => performance.now(),
      ),
    };
  },
);
