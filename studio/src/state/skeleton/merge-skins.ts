/**
 * @file New weights where an edit reaches, the old ones elsewhere: weights that an artist painted are not lost because a
 * toe was moved. An edit reaches the joints that changed and those that they hang from or that hang from them.
 */

import type { Skin } from 'posespace/rig';
import { heirsOf } from './carry-skin.js';
import type { EditedTree, JointTree } from './draft.js';

/** Weights up to this are nothing. */
const FAINT = 1e-3;

/** The joints of an edited tree whose weights the edit reaches. */
export function touchedBy(before: JointTree, edited: EditedTree): Set<number> {
  const { skeleton, source } = edited;
  const { parents, rest } = skeleton;
  const changed = new Set<number>();
  const numbers = new Map([...source.entries()].filter(([, old]) => old >= 0).map(([j, old]) => [old, j]));
  const heirs = heirsOf(before, edited);
  for (let j = 0; j < parents.length; j++) {
    const old = source[j];
    const moved = old < 0 || [0, 1, 2].some((k) => rest[j * 3 + k] !== before.skeleton.rest[old * 3 + k]);
    const parent = old < 0 ? -1 : before.skeleton.parents[old];
    if (moved || (numbers.get(parent) ?? -1) !== parents[j]) changed.add(j);
  }
  before.skeleton.parents.forEach((_, old) => {
    if (!numbers.has(old)) changed.add(heirs[old]);
  });
  const touched = new Set(changed);
  for (let j = 0; j < parents.length; j++) {
    if (changed.has(j) && parents[j] >= 0) touched.add(parents[j]);
    if (changed.has(parents[j])) touched.add(j);
  }
  return touched;
}

/** Rows of `solved` where either skin has weight on a touched joint, rows of `kept` elsewhere. */
export function mergeSkins(kept: Skin, solved: Skin, touched: ReadonlySet<number>): Skin {
  const influenceCount = Math.max(kept.influenceCount, solved.influenceCount);
  const vertexCount = kept.joints.length / kept.influenceCount;
  const joints = new Uint16Array(vertexCount * influenceCount);
  const weights = new Float32Array(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    const from = reaches(kept, v, touched) || reaches(solved, v, touched) ? solved : kept;
    const start = v * from.influenceCount;
    joints.set(from.joints.subarray(start, start + from.influenceCount), v * influenceCount);
    weights.set(from.weights.subarray(start, start + from.influenceCount), v * influenceCount);
  }
  return { joints, weights, influenceCount };
}

function reaches(
  { joints, weights, influenceCount }: Skin,
  v: number,
  touched: ReadonlySet<number>,
): boolean {
  for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
    if (weights[i] > FAINT && touched.has(joints[i])) return true;
  }
  return false;
}
