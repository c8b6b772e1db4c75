/** @file The task of `eval body` on one file: its body is read, as it is and after changes that must not matter. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile, writeBytesFile } from '../../src/io/node.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { encodePng } from '../../src/render/encode-png.js';
import { describeBody } from '../../src/rig/body-plan/describe-body.js';
import { findMeshSkeleton, type RigMethod } from '../../src/rig/rig-mesh.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import { makeUnseenBody } from '../bodies/make-bodies.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import { type BodyLabel, labelOfBody } from '../eval/body-label.js';
import type { BodyMeasure, BodyReading } from '../eval/evaluate-body.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { PERTURBATION_NAMES, perturbMesh } from '../eval/perturb-mesh.js';
import { drawBodySheet, nameBodySheet } from './body-sheet.js';
import { defineTask } from './task-pool.js';

export interface BodyTaskInput {
  /** Absent: the body is made. */
  readonly folder?: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  /** Absent: by the joints of the file's own rig. */
  readonly label?: BodyLabel;
  /** Number of the body that is made where there is no folder. */
  readonly made?: number;
  readonly method: RigMethod;
  /** Folder of the skeleton network; absent: the shipped one. */
  readonly network?: string;
  /** Whether the mesh is changed in all ways as well. */
  readonly stability: boolean;
  readonly seed: number;
  /** Folder of pictures. */
  readonly sheet?: string;
}

export const bodyTask = defineTask(
  import.meta.url,
  async (input: BodyTaskInput): Promise<FileOutcome<BodyMeasure>> => {
    const { row, method, sheet } = input;
    const { file } = row;
    const known = await readKnownBody(input);
    if (!known) return { file, skipped: 'no known body plan' };
    const network = method === 'geometric' ? undefined : await openSkeletonNetwork(input.network);
    const find = async (mesh: Mesh) => findMeshSkeleton(mesh, { method, network });
    const start = performance.now();
    const { skeleton, anatomy } = await find(known.mesh);
    const seconds = (performance.now() - start) / 1000;
    const body = describeBody(anatomy);
    const measure: BodyMeasure = {
      file,
      label: known.label,
      body,
      joints: skeleton.parents.length,
      seconds,
      ...(input.stability && { perturbed: await readPerturbed(known.mesh, input.seed, find) }),
    };
    if (sheet !== undefined) {
      const image = drawBodySheet(known.mesh, skeleton, measure);
      await writeBytesFile(join(sheet, nameBodySheet(measure)), await encodePng(image));
    }
    return { row: measure };
  },
);

/** The mesh and what is known of it. */
async function readKnownBody({ folder, limits, row, label, made = 0, seed }: BodyTaskInput) {
  if (folder !== undefined && label)
    return { label, mesh: (await readModelFile(join(folder, row.file), { limits })).mesh };
  const body = folder === undefined ? makeUnseenBody(made, seed) : await readLabelledRig(folder, row, limits);
  if ('reason' in body || !body.counts) return undefined;
  return { label: labelOfBody(body.whole, body.kind, body.counts), mesh: body.mesh };
}

async function readPerturbed(
  mesh: Mesh,
  seed: number,
  find: (mesh: Mesh) => ReturnType<typeof findMeshSkeleton>,
): Promise<BodyMeasure['perturbed']> {
  const readings: [string, BodyReading][] = [];
  for (const name of PERTURBATION_NAMES) {
    const { skeleton, anatomy } = await find(await perturbMesh(mesh, name, seed));
    readings.push([name, { body: describeBody(anatomy), joints: skeleton.parents.length }]);
  }
  return Object.fromEntries(readings);
}
