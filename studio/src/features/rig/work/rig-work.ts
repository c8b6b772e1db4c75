/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging, corrections. */

import { rigModel, type WorkOptions } from 'posespace';
import { type Anatomy, editAnatomy, mergeSkins, readAnatomy, solveWeights } from 'posespace/rig';
import { networkAddress } from '../../../workers/network-address.js';
import type { RerigResult, SolvedSkin, WorkerVerbs } from '../../../workers/worker-protocol.js';

export function solveSkin(
  work: Required<WorkOptions>,
  ...[mesh, skeleton, kept]: Parameters<WorkerVerbs['weights']>
): SolvedSkin {
  const { skin: solved, findings } = solveWeights(mesh, skeleton, work);
  const skin = kept ? mergeSkins(kept.skin, solved, kept.touched) : solved;
  return { skin, findings };
}

export async function rerig(
  work: Required<WorkOptions>,
  ...[model, options]: Parameters<WorkerVerbs['rerig']>
): Promise<RerigResult> {
  const rigged = await rigModel(model, {
    ...work,
    ...options,
    mode: 'find',
    clips: 'retarget',
    network: networkAddress('skeleton'),
  });
  const { rig, confidence, findings } = rigged;
  const { skeleton, anatomy, skin } = rig;
  return { skeleton, skin, anatomy, confidence, clips: rigged.model.clips, findings };
}

/** The anatomy of a body with what the user says of it; read again where all that was said is forgotten. */
export const correctAnatomy = (
  _: WorkOptions,
  ...[body, said]: Parameters<WorkerVerbs['correct']>
): Anatomy => (said ? editAnatomy(body, said) : readAnatomy(body, { poses: body.examples }).anatomy);
