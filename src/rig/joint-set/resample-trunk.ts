/**
 * @file The joints of a trunk: hips to chest, neck, head and tail. Where a detail asks for exact numbers, these depend on
 * the body plan alone: how finely the chains were found, or where the neck begins, changes with every vertex of a mesh.
 */

import { distance, lerp } from '../../math/vector.js';
import type { ByLength, DetailCounts } from './detail-counts.js';
import { placeChain } from './place-chain.js';
import type { PartJoint, PlanDraft, PlannedSkeleton } from './plan-draft.js';

export type Chain = readonly PartJoint[];

export interface Resampler {
  readonly draft: PlanDraft;
  /** Whether chains that have fewer joints than their targets get more. */
  readonly grows: boolean;
  /** The chain with joints near the targets; the others leave the draft. */
  readonly resample: (chain: Chain, targets: readonly number[]) => PartJoint[];
  /** Even targets for a chain, as many as its length asks for. */
  readonly evenly: (chain: Chain, count: ByLength) => number[];
}

/** A tail's first and last joint are this far from its ends, over its length. */
const TAIL_MARGIN = 0.05;
/** One or two joints of a neck are not at its ends, where chest and head are. */
const NECK = [[0.5], [0.3, 0.9]];
/** Where they are between chest and head. */
const CHEST_TO_HEAD = [[0.5], [0.3, 0.65]];

/** Resamples spine, neck and tail. */
export function resampleTrunk(resampler: Resampler, { body }: PlannedSkeleton, counts: DetailCounts): void {
  const { draft, resample, evenly, grows } = resampler;
  const { plan, kind } = body;
  const isLimbless = kind === 'serpent' || plan.legs.length + plan.arms.length + plan.wings.length === 0;
  if (isLimbless || kind === 'fish') {
    resampleLength(resampler, kind === 'fish' ? counts.fish : counts.serpent);
    return;
  }
  if (grows) extendSpine(draft);
  draft.spine = resample(draft.spine, evenly(draft.spine, counts.spine));
  const toHead = draft.head ? [...draft.neck, draft.head] : draft.neck;
  const isUpright = kind === 'biped' && plan.arms.length > 0;
  const neck = evenly(toHead, isUpright ? counts.uprightNeck : counts.neck);
  if (grows && draft.head && neck.length <= CHEST_TO_HEAD.length)
    placeNeck(draft, CHEST_TO_HEAD[neck.length - 1]);
  else draft.neck = resample(draft.neck, NECK[neck.length - 1] ?? neck);
  const tail = evenly(draft.tail, counts.tail);
  draft.tail = resample(
    draft.tail,
    tail.map((target) => TAIL_MARGIN + (1 - 2 * TAIL_MARGIN) * target),
  );
}

/** A trunk that is one joint, with the head right above it, gets a chest halfway to it. */
function extendSpine(draft: PlanDraft): void {
  const next = draft.neck[0] ?? draft.head;
  const [hips] = draft.spine;
  if (draft.spine.length !== 1 || !next || next.parent !== hips) return;
  draft.spine = placeChain(draft, draft.spine, [hips.position, lerp(hips.position, next.position, 0.5)]);
  next.parent = draft.spine[1];
}

/** Neck joints at fractions of the way from chest to head. */
function placeNeck(draft: PlanDraft, fractions: readonly number[]): void {
  const chest = draft.spine[draft.spine.length - 1];
  const head = draft.head as PartJoint;
  const way = [chest, ...draft.neck, head];
  if (!isUnbroken(way) || draft.neck.some(({ fixed }) => fixed)) return;
  const total = lengthOfChain(way);
  const placed = fractions.map((fraction) => {
    let left = fraction * total;
    let i = 1;
    for (; i < way.length - 1; i++) {
      const bone = distance(way[i - 1].position, way[i].position);
      if (left <= bone) break;
      left -= bone;
    }
    const bone = distance(way[i - 1].position, way[i].position) || 1;
    return lerp(way[i - 1].position, way[i].position, Math.min(1, left / bone));
  });
  draft.neck = placeChain(draft, draft.neck, placed, chest);
  head.parent = draft.neck[draft.neck.length - 1] ?? chest;
}

/** A body of mere length: a number of joints for all of it, shared by its chains in proportion to their lengths. */
function resampleLength({ draft, resample, evenly, grows }: Resampler, count: ByLength): void {
  const names = ['spine', 'neck', 'tail'] as const;
  const chains = names.map((name) => draft[name]);
  const lengths = chains.map(lengthOfChain);
  const total = evenly(chains.flat(), count).length;
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  const shares = grows
    ? shareOut(
        total,
        lengths,
        chains.map(({ length }) => length),
      )
    : lengths.map((length) => Math.max(1, Math.round((total * length) / whole)));
  names.forEach((name, i) => {
    draft[name] = resample(chains[i], evenTargets(shares[i]));
  });
}

/** Numbers that sum up to a total, in proportion to lengths; a chain of one joint keeps it, an empty one none. */
function shareOut(total: number, lengths: readonly number[], have: readonly number[]): number[] {
  const shares = have.map((count) => Math.min(1, count));
  const growing = have.flatMap((count, i) => (count > 1 ? [i] : []));
  for (let left = total - shares.reduce((a, b) => a + b, 0); left > 0 && growing.length > 0; left--) {
    const neediest = growing.reduce((kept, i) =>
      lengths[i] / shares[i] > lengths[kept] / shares[kept] ? i : kept,
    );
    shares[neediest]++;
  }
  return shares;
}

/** Targets from 0 to 1. */
export const evenTargets = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (count > 1 ? i / (count - 1) : 0));

/** Whether each joint of a chain is the parent of the next. */
export const isUnbroken = (chain: Chain): boolean =>
  chain.every((joint, i) => i === 0 || joint.parent === chain[i - 1]);

/** Along a chain. */
export function lengthOfChain(chain: Chain): number {
  let length = 0;
  for (let i = 1; i < chain.length; i++) length += distance(chain[i - 1].position, chain[i].position);
  return length;
}
