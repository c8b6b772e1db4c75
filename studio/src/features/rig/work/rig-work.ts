/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging. */

import { retargetToRig, type WorkOptions } from 'posespace';
import { findBodyPlan, mergeSkins, rigMesh, solveWeights } from 'posespace/rig';
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

type Again = Parameters<WorkerVerbs['rerig']>;

export async function rerig(
  work: Required<WorkOptions>,
  { mesh, skeleton, skin, clips }: Again[0],
  options: Again[1],
): Promise<RerigResult> {
  const { rig, confidence, body, findings } = await rigMesh(mesh, { ...work, ...options });
  const old = skeleton && skin && { mesh, skeleton, skin };
  return {
    skeleton: rig.skeleton,
    skin: rig.skin,
    confidence,
    body,
    clips: old
      ? retargetToRig(old, rig, clips)
      : clips.map((clip) => ({ ...clip, poses: [], times: new Float32Array(0) })),
    findings,
  };
}
