/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging. */

import { rigModel, type WorkOptions } from 'posespace';
import {
  type FoundBodyPlan,
  findBodyPlan,
  type Landmark,
  mergeSkins,
  nameForConvention,
  type Skeleton,
  solveWeights,
} from 'posespace/rig';
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
  ...[model, { limbs = [], landmarks = [], ...options }]: Parameters<WorkerVerbs['rerig']>
): Promise<RerigResult> {
  const rigged = await rigModel(model, {
    ...work,
    ...options,
    landmarks: [...limbs, ...landmarks],
    mode: 'find',
    clips: 'retarget',
    network: networkAddress('skeleton'),
  });
  const { rig, confidence, body, findings } = rigged;
  const skeleton = limbs.length > 0 ? nameByPlan(rig.skeleton, body, landmarks) : rig.skeleton;
  return { skeleton, skin: rig.skin, confidence, body, clips: rigged.model.clips, findings };
}

/** The skeleton with the names of its body plan; only locked joints keep the names of their landmarks. */
function nameByPlan(skeleton: Skeleton, body: FoundBodyPlan, locked: readonly Landmark[]): Skeleton {
  const names = [...nameForConvention(body, skeleton, 'native').names];
  for (const { name = '' } of locked) {
    const joint = skeleton.names.indexOf(name);
    if (joint < 0) continue;
    // Names stay unique: a joint that already has the name swaps with the locked one.
    const holder = names.indexOf(name);
    if (holder >= 0) names[holder] = names[joint];
    names[joint] = name;
  }
  return { ...skeleton, names };
}
