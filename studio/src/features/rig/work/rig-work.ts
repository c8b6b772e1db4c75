/** @file Worker verbs of the rig panel: weights for an edited skeleton, re-rigging. */

import { rigModel, type WorkOptions } from 'posespace';
import {
  type Landmark,
  mergeSkins,
  nameForConvention,
  type Rig,
  type Skeleton,
  solveWeights,
} from 'posespace/rig';
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
  const { rig, confidence, findings } = rigged;
  const { anatomy, skin } = rig;
  const skeleton = limbs.length > 0 ? nameByPlan(rig, landmarks) : rig.skeleton;
  return { skeleton, skin, anatomy, confidence, clips: rigged.model.clips, findings };
}

/** The skeleton with the names of its body plan; only locked joints keep the names of their landmarks. */
function nameByPlan(rig: Required<Rig>, locked: readonly Landmark[]): Skeleton {
  const { skeleton } = rig;
  const names = [...nameForConvention(rig, rig.anatomy, 'native').names];
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
