/**
 * @file `posespace rig` for a folder of meshes that share no vertices, one reconstruction per frame: the first is rigged,
 * and the others tell the motion of that rig.
 */

import { join } from 'node:path';
import type { Finding } from '../../base/finding.js';
import { readModelFile } from '../../io/node.js';
import { readMeshFolder } from '../../io/node-mesh-folder.js';
import { addClip } from '../../verbs/add-clip.js';
import { openPoseSpace } from '../../verbs/open-pose-space.js';
import { type RiggedModel, type RigModelOptions, rigModel } from '../../verbs/rig-model.js';
import { fitReconstructions } from '../../video/fit/fit-reconstructions.js';
import { type ReconstructionFacts, reconstructionFacts } from '../shared/reconstruction-facts.js';

/** A rig of the first mesh with the motion of all. */
export interface RiggedReconstructions {
  readonly rigged: RiggedModel;
  readonly facts: ReconstructionFacts;
}

/** Rigs the first mesh of a folder, and fits it to the others. `reason` is why they are no sequence. */
export async function rigReconstructions(
  folder: string,
  reason: string,
  options: RigModelOptions,
): Promise<RiggedReconstructions> {
  const { limits, signal, onProgress, frameRate = 30 } = options;
  const part = (from: number, to: number) => (progress: { stage: string; fraction: number }) =>
    onProgress?.({ stage: progress.stage, fraction: from + (to - from) * progress.fraction });
  const { names, meshes } = await readMeshFolder(folder, { limits, signal, onProgress: part(0, 0.1) });
  const anchor = await readModelFile(join(folder, names[0]), { limits });
  const rigged = await rigModel(anchor, { ...options, onProgress: part(0.1, 0.4) });
  const space = await openPoseSpace(rigged.model, { adapt: false, signal });
  const fitted = await fitReconstructions(space, meshes, {
    ...{ frameRate, name: 'motion', signal, onProgress: part(0.4, 1) },
  }).finally(() => space.close());
  const model = addClip(rigged.model, fitted.clip);
  return {
    rigged: { ...rigged, model, findings: [...rigged.findings, unregistered(reason), ...fitted.findings] },
    facts: reconstructionFacts(fitted),
  };
}

const unregistered = (reason: string): Finding => ({
  code: 'frames-not-registered',
  severity: 'info',
  message: `the frames share no vertices, so the first was rigged and fitted to each of them (${reason.replace(/^[^:]*: /, '').replace(/;.*/, '')})`,
  fix: 'If they are frames of one mesh, export them with the same vertices in the same order.',
});
