/** @file The anatomy of a skeleton after an edit: joints keep what they are, removed ones leave, new ones join their chain. */

import { roleNumber } from '../anatomy/roles.js';
import type { Anatomy, Skeleton } from '../rig-records.js';
import type { EditedSkeleton } from './skeleton-draft.js';

/** The anatomy of an edited skeleton; `before` is the skeleton that it was edited from. */
export function transferAnatomy(anatomy: Anatomy, before: Skeleton, edited: EditedSkeleton): Anatomy {
  const { skeleton, source, heirs, partners } = edited;
  const index = new Map(Array.from(source, (old, j) => [old, j] as const).filter(([old]) => old >= 0));
  const moves = Int16Array.from(source, (old, j) => {
    const leader = old < 0 ? -1 : anatomy.moves[old];
    // What moves with its parent in the file goes on doing so; so does a new joint.
    if (old < 0 || leader === before.parents[old]) return skeleton.parents[j];
    return leader < 0 ? -1 : (index.get(leader) ?? heirs[leader]);
  });
  // A joint that divides a bone is of the chain below it; one at an end is of the chain above.
  const model = Array.from(source, (old, j) => {
    if (old >= 0) return old;
    const child = source.findIndex((other, c) => other >= 0 && skeleton.parents[c] === j);
    return child >= 0 ? source[child] : (source[skeleton.parents[j]] ?? -1);
  });
  const isLoose = (j: number) => source[j] < 0 && (model[j] < 0 || anatomy.limb[model[j]] < 0);
  const of = (values: ArrayLike<number>, loose: number) => (_: number, j: number) =>
    isLoose(j) ? loose : values[model[j]];
  return {
    ...anatomy,
    role: Uint8Array.from(source, of(anatomy.role, roleNumber('other'))),
    side: Int8Array.from(source, of(anatomy.side, 0)),
    limb: Int16Array.from(source, of(anatomy.limb, -1)),
    moves,
    partner: Int16Array.from(partners),
    confidence: Float32Array.from(source, (old) => (old < 0 ? 1 : anatomy.confidence[old])),
  };
}
