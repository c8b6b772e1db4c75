/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging. */

import { rigModel, type WorkOptions } from 'posespace';
import { findBodyPlan, mergeSkins, solveWeights } from 'posespace/rig';
import { networkAddress } from '../../../workers/network-address.js';
import type { RerigResult, SolvedBody, WorkerVerbs } from '../../../workers/worker-protocol.js';

export function solveBody(
  work: Required<WorkOptions>,
  ...[mesh, skeleton, kept]: Parameters<WorkerVerbs['weights']>
): SolvedBody {
  const { skin: solved, findings } = solveWeights(mesh, skeleton, work);
  const skin = kept ? mergeSkins(kept.skin, solved, kept.touched) : solved;
  const body = findBodyPlan(mesh, skeleton, { skin });
  return { skin, body, findings: [...body.findings, ...findings] };
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
  const { rig, confidence, body, findings } = rigged;
  const { skeleton, skin } = rig;
  return { skeleton, skin, confidence, body, clips: rigged.model.clips, findings };
}
