/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging. */

import type { WorkOptions } from 'posespace';
import { type Clip, retargetMotion } from 'posespace/motion';
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
  const transfer = (clip: Clip): Clip => {
    if (clip.poses.length === 0 || !skeleton || !skin)
      return { ...clip, poses: [], times: new Float32Array(0) };
    // Same body and rest pose: joints at the same position correspond, and contacts need no correction.
    const { clip: retargeted } = retargetMotion({ mesh, skeleton, skin }, rig, clip, {
      by: 'place',
      contacts: false,
    });
    return { ...retargeted, name: clip.name };
  };
  return {
    skeleton: rig.skeleton,
    skin: rig.skin,
    confidence,
    body,
    clips: clips.map(transfer),
    findings,
  };
}
