/** @file The anatomy of a skeleton after an edit: joints keep what they are, removed ones leave, new ones join their chain. */

import { roleNumber } from '../anatomy/roles.js';
import { spine } from '../anatomy/views.js';
import type { Anatomy, Skeleton } from '../rig-records.js';
import type { EditedSkeleton } from './skeleton-draft.js';

const [HIPS, OTHER, CONTROL] = (['hips', 'other', 'control'] as const).map(roleNumber);

/** The anatomy of an edited skeleton; `before` is the skeleton that it was edited from. */
export function transferAnatomy(anatomy: Anatomy, before: Skeleton, edited: EditedSkeleton): Anatomy {
  const { skeleton, source } = edited;
  // A joint that divides a bone is of the chain below it; one at an end is of the chain above.
  const model = Array.from(source, (old, j) => {
    if (old >= 0) return old;
    const child = source.findIndex((other, c) => other >= 0 && skeleton.parents[c] === j);
    return child >= 0 ? source[child] : (source[skeleton.parents[j]] ?? -1);
  });
  const isLoose = (j: number) => source[j] < 0 && (model[j] < 0 || anatomy.limb[model[j]] < 0);
  const of = (values: ArrayLike<number>, loose: number) => (_: number, j: number) =>
    isLoose(j) ? loose : values[model[j]];
  // What is added to a control is no part of the body either.
  const role = Uint8Array.from(source, (_, j) =>
    isLoose(j) && anatomy.role[model[j]] !== CONTROL ? OTHER : (anatomy.role[model[j]] ?? OTHER),
  );
  const next: Anatomy = {
    ...anatomy,
    role,
    side: Int8Array.from(source, of(anatomy.side, 0)),
    limb: withoutGaps(Int16Array.from(source, of(anatomy.limb, -1))),
    moves: transferMoves(anatomy, before, edited, role),
    partner: transferPartners(anatomy, edited),
    confidence: Float32Array.from(model, (old) => (old < 0 ? 1 : anatomy.confidence[old])),
  };
  // The trunk begins with the hips, also where those were removed.
  const [first] = spine(next);
  if (first !== undefined && anatomy.role.includes(HIPS) && !role.includes(HIPS)) role[first] = HIPS;
  return next;
}

/** What each joint moves with. */
function transferMoves(
  { moves }: Anatomy,
  before: Skeleton,
  { skeleton, source, heirs }: EditedSkeleton,
  role: Uint8Array,
): Int16Array {
  const next = Int16Array.from(source, (old, j) => {
    const leader = old < 0 ? -1 : moves[old];
    // What moves with its parent in the file goes on doing so; so does a new joint.
    if (old < 0 || leader === before.parents[old]) return skeleton.parents[j];
    return leader < 0 || heirs[leader] === j ? -1 : heirs[leader];
  });
  for (let j = 0; j < next.length; j++) {
    if (leadsBack(next, j)) next[j] = skeleton.parents[j];
    // The body does not move with a control, but with what that follows.
    if (role[j] !== CONTROL) while (next[j] >= 0 && role[next[j]] === CONTROL) next[j] = next[next[j]];
  }
  return next;
}

/** Whether a joint moves with itself, however far up. */
function leadsBack(moves: Int16Array, joint: number): boolean {
  let j = moves[joint];
  for (let steps = 0; j >= 0 && j !== joint && steps < moves.length; steps++) j = moves[j];
  return j === joint;
}

/** Partners as the edit has them; where it was given none, those that there were. */
function transferPartners({ partner }: Anatomy, { source, partners }: EditedSkeleton): Int16Array {
  const index = new Map(Array.from(source, (old, j) => [old, j]));
  const next = Int16Array.from(source, (old, j) =>
    partners[j] >= 0 || old < 0 ? partners[j] : (index.get(partner[old]) ?? -1),
  );
  return next.map((other, j) => (other >= 0 && next[other] === j ? other : -1));
}

/** Limbs numbered without gaps, in their order. */
function withoutGaps(limb: Int16Array): Int16Array {
  const numbers = [...new Set(limb)].filter((one) => one >= 0).sort((a, b) => a - b);
  return limb.map((one) => (one < 0 ? -1 : numbers.indexOf(one)));
}
