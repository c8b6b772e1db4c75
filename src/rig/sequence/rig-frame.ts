/** @file A skeleton by the network alone and weights, from one mesh: what the learned rigger gives a single frame. */

import type { WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { findNetworkSkeleton } from '../learned/find-combined-skeleton.js';
import type { SkeletonModel } from '../learned/skeleton-model.js';
import { solveWeights } from '../weights/solve-weights.js';
import type { StartRig } from './rig-anchor.js';

/** Rigs a frame by the network. */
export async function rigFrame(
  mesh: Mesh,
  network: SkeletonModel,
  options: WorkOptions = {},
): Promise<StartRig> {
  const { skeleton, findings } = await findNetworkSkeleton(mesh, { ...options, network });
  const solved = solveWeights(mesh, skeleton, { signal: options.signal });
  return { skeleton, skin: solved.skin, findings: [...findings, ...solved.findings] };
}
