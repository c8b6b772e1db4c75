/**
 * @file Which way up a bare mesh is, where nobody says so: scans and OBJ files often lie. It is turned only where the
 * network is sure and sees a body; a file with a skeleton or clips is believed.
 */

import type { Finding } from '../base/finding.js';
import type { Model } from '../io/model.js';
import type { Vec3 } from '../math/vector.js';
import { windAlike } from '../mesh/wind-alike.js';
import { nameAxis } from '../rig/body-plan/describe-body.js';
import { findUp } from '../rig/learned/find-up.js';
import type { SkeletonModel } from '../rig/learned/skeleton-model.js';
import type { RigMeshOptions } from '../rig/rig-mesh.js';

/** From this chance on a mesh is turned. */
const SURE = 0.8;

/** And from this chance on of the body that is then seen. */
const SEEN = 0.3;

/** The up direction of a bare mesh, and what is said about it; empty where the mesh stands or it cannot be told. */
export async function findUpright(
  { mesh, skeleton, clips }: Model,
  network: SkeletonModel | undefined,
  {
    up,
    forward,
    landmarks,
    skeletonFrom,
  }: Pick<RigMeshOptions, 'up' | 'forward' | 'landmarks'> & { skeletonFrom?: unknown },
): Promise<{ readonly up?: Vec3; readonly findings: readonly Finding[] }> {
  // Who gives directions or places knows how the mesh stands.
  const isTold = up ?? forward ?? landmarks ?? skeletonFrom ?? skeleton;
  if (!network || isTold || clips.length > 0) return { ...(up && { up }), findings: [] };
  const found = await findUp(network, windAlike(mesh));
  if (found.body < SEEN || found.chance < SURE || found.up[1] === 1) return { findings: [] };
  return { up: found.up, findings: [lyingFinding(found.up, found.chance)] };
}

const lyingFinding = (up: Vec3, chance: number): Finding => ({
  code: 'found-up',
  severity: 'warning',
  message: `The mesh seems to lie: ${nameAxis(up)} was read as up, with a chance of ${Math.round(100 * chance)} %.`,
  fix: 'Say which way is up if that is wrong (option up, --up); +y leaves the mesh as it is.',
});
