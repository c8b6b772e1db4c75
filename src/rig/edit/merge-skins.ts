/**
 * @file New weights where an edit has an effect, the old ones elsewhere: moving a toe does not cost an artist's painted
 * weights. An edit affects the joints that changed, their parents and their children.
 */

import type { Skin } from '../rig-records.js';
import type { EditableSkeleton, EditedSkeleton } from './skeleton-draft.js';

/** Weights up to this count as zero. */
const NEGLIGIBLE = 1e-3;

/** Joints of an edited skeleton whose weights the edit affects. */
export function findAffectedJoints(before: EditableSkeleton, edited: EditedSkeleton): Set<number> {
  const { skeleton, source, heirs } = edited;
  const { parents, rest } = skeleton;
  const changed = new Set<number>();
  const indices = new Map([...source.entries()].filter(([, old]) => old >= 0).map(([j, old]) => [old, j]));
  for (let j = 0; j < parents.length; j++) {
    const old = source[j];
    const moved = old < 0 || [0, 1, 2].some((k) => rest[j * 3 + k] !== before.skeleton.rest[old * 3 + k]);
    const parent = old < 0 ? -1 : before.skeleton.parents[old];
    if (moved || (indices.get(parent) ?? -1) !== parents[j]) changed.add(j);
  }
  before.skeleton.parents.forEach((_, old) => {
    if (!indices.has(old)) changed.add(heirs[old]);
  });
  const affected = new Set(changed);
  for (let j = 0; j < parents.length; j++) {
    if (changed.has(j) && parents[j] >= 0) affected.add(parents[j]);
    if (changed.has(parents[j])) affected.add(j);
  }
  return affected;
}

/** Rows of `solved` where either skin has weight on an affected joint, rows of `kept` elsewhere. */
export function mergeSkins(kept: Skin, solved: Skin, affected: ReadonlySet<number>): Skin {
  const influenceCount = Math.max(kept.influenceCount, solved.influenceCount);
  const vertexCount = kept.joints.length / kept.influenceCount;
  const joints = new Uint16Array(vertexCount * influenceCount);
  const weights = new Float32Array(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    const from = hasWeightOn(kept, v, affected) || hasWeightOn(solved, v, affected) ? solved : kept;
    const start = v * from.influenceCount;
    joints.set(from.joints.subarray(start, start + from.influenceCount), v * influenceCount);
    weights.set(from.weights.subarray(start, start + from.influenceCount), v * influenceCount);
  }
  return { joints, weights, influenceCount };
}

function hasWeightOn(
  { joints, weights, influenceCount }: Skin,
  v: number,
  affected: ReadonlySet<number>,
): boolean {
  for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
    if (weights[i] > NEGLIGIBLE && affected.has(joints[i])) return true;
  }
  return false;
}
