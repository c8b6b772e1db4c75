/** @file What the rig panel asks: weights for an edited skeleton, another skeleton for the same mesh. */

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
  const carry = (clip: Clip): Clip => {
    if (clip.poses.length === 0 || !skeleton || !skin)
      return { ...clip, poses: [], times: new Float32Array(0) };
    // One body in one rest pose: joints that lie in one place are one joint, and feet stand as they stood.
    const { clip: carried } = retargetMotion({ mesh, skeleton, skin }, rig, clip, {
      by: 'place',
      contacts: false,
    });
    return { ...carried, name: clip.name };
  };
  return {
    skeleton: rig.skeleton,
    skin: rig.skin,
    confidence,
    body,
    clips: clips.map(carry),
    findings,
  };
}
