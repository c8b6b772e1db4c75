/** @file The task of `eval skin`: one file, read from the disk, its weights solved and measured. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { solveLearnedWeights } from '../../src/rig/learned/solve-learned-weights.js';
import { findMeshSkeleton } from '../../src/rig/rig-mesh.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import { solveWeights } from '../../src/rig/weights/solve-weights.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import { openSkinningNetwork } from '../../src/verbs/open-skinning-network.js';
import { measureSkinFile, type SkinRow, type SolveSkin } from '../eval/evaluate-skin.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { projectSkin } from '../eval/project-skin.js';
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
  /** Whether weights are solved for skeletons that are found, and told in the true joints. */
  readonly found: boolean;
}

export const skinTask = defineTask(
  import.meta.url,
  async ({ folder, limits, row, skinning, bare, found }: SkinTaskInput): Promise<FileOutcome<SkinRow>> => {
    const network = skinning === undefined ? undefined : await openSkinningNetwork(skinning || undefined);
    const seen = (skeleton: Skeleton) => (bare ? stripSkeleton(skeleton) : skeleton);
    const skeletonNetwork = found ? await openSkeletonNetwork() : undefined;
    // Found once for all solvers that are compared on a mesh.
    const skeletons = new Map<Mesh, Promise<Skeleton>>();
    const find = (mesh: Mesh): Promise<Skeleton> => {
      const known = skeletons.get(mesh);
      if (known) return known;
      const finding = findMeshSkeleton(mesh, { network: skeletonNetwork }).then(({ skeleton }) => skeleton);
      skeletons.set(mesh, finding);
      return finding;
    };
    const solveBy =
      (solve: SolveSkin): SolveSkin =>
      async (mesh, skeleton) => {
        if (!skeletonNetwork) return solve(mesh, seen(skeleton));
        const own = await find(mesh);
        const solved = await solve(mesh, own);
        return { ...solved, skin: projectSkin(solved.skin, own, skeleton) };
      };
    return measureSkinFile(
      row,
      (file) => readModelFile(join(folder, file), { limits }),
      solveBy((mesh, skeleton) => solveWeights(mesh, skeleton)),
      () => performance.now(),
      network && { learned: solveBy((mesh, skeleton) => solveLearnedWeights(mesh, skeleton, { network })) },
    );
  },
);
