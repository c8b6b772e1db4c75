/**
 * @file The midline of a body that faces +z: tail, hips, spine, chest, neck, head and jaw, from back to front.
 *
 * The head is the end of the midline that is farthest to the front (and, on legs, highest); the tail is the end
 * that goes back farthest. Hips are where the rearmost legs grow, the chest is where the foremost legs, arms or
 * wings grow; what lies beyond the chest is neck and head, what lies behind the hips is tail.
 */

import { type MidlineEnd, midlineEnds } from './find-front.js';
import { type BodyTree, distance, type Limb } from './find-limbs.js';
import type { Flesh } from './measure-flesh.js';
import type { LimbPart } from './sort-limbs.js';

export interface Trunk {
  readonly spine: readonly number[];
  readonly neck: readonly number[];
  readonly head: number;
  readonly jaw: number;
  readonly tail: readonly number[];
  /** Chains of the midline that are none of these, from the body outwards. */
  readonly branches: readonly (readonly number[])[];
}

/** A shorter or less backward chain behind the hips is a rump, not a tail. */
const TAIL_LENGTH = 0.07;
const TAIL_BACK = 0.04;
/** Limbs that may mark the chest are at least this long. */
const CARRIER_LENGTH = 0.08;
/** The surface lies this far above a jaw's bone, over its distance from it: the bone is not in the middle. */
const JAW_RISE = 0.2;

export function readTrunk(
  tree: BodyTree,
  flesh: Flesh,
  limbs: readonly Limb[],
  parts: readonly LimbPart[],
): Trunk {
  const ends = midlineEnds(tree, flesh);
  const legCount = parts.filter((part) => part === 'leg').length;
  const headEnd = pickHeadEnd(ends, legCount, parts.includes('tentacle'));
  const toHead = pathTo(tree, headEnd.joint);
  if (toHead.length === 1) return finish(tree, { spine: [0], neck: [], head: -1, jaw: -1, tail: [] });
  if (parts.includes('tentacle')) {
    // The body of an octopus hangs over its arms: the head is next to them, the mantle beyond it.
    return finish(tree, { spine: [0], neck: [], head: toHead[1], jaw: -1, tail: toHead.slice(2) });
  }
  const { head, jaw } = findHead(tree, flesh, limbs, parts, toHead, headEnd);
  const carriers = limbs.filter(
    (limb, i) =>
      parts[i] === 'leg' || parts[i] === 'wing' || (limb.length > CARRIER_LENGTH && limb.attach !== head),
  );
  const headAt = toHead.indexOf(head);
  const tailChain = pickTail(tree, flesh, ends, toHead, headAt, carriers);

  // From the tip of the tail to the head; what the root has before the tail branches off belongs to the spine.
  const branchAt = tailChain.length > 0 ? toHead.indexOf(tree.parents[tailChain[0]]) : 0;
  const stub = toHead.slice(0, branchAt);
  const line = [...[...tailChain].reverse(), ...toHead.slice(branchAt, headAt + 1)];
  const place = (limb: Limb): number => {
    for (let j = limb.attach; j >= 0; j = tree.parents[j]) if (line.includes(j)) return line.indexOf(j);
    return line.indexOf(toHead[branchAt]);
  };
  const before = line.length - 1;
  const legPlaces = limbs.filter((_, i) => parts[i] === 'leg').map(place);
  const rootPlace = line.indexOf(toHead[branchAt]);
  const hips = Math.min(before, legPlaces.length > 0 ? Math.min(...legPlaces) : rootPlace);
  let chest = Math.max(hips, ...carriers.map(place).filter((at) => at < before));
  // Nothing but legs at the hips: where the chest ends is anybody's guess.
  if (chest === hips && legCount === 2) chest = hips + Math.floor(0.6 * (before - hips));
  if (carriers.length === 0) chest = hips + Math.floor((2 / 3) * (before - hips));
  // A root before the hips may be a tail that the tree grows from, or only a rump.
  const behind = line.slice(0, hips).reverse();
  const isTail = tailChain.length > 0 || goesBack(tree, line[hips], behind);
  const neckAt = Math.max(hips + 1, Math.min(chest + 1, before));
  return finish(tree, {
    spine: [...stub, ...(isTail ? [] : behind.reverse()), ...line.slice(hips, neckAt)],
    neck: line.slice(neckAt, before),
    head,
    jaw,
    tail: isTail ? behind : [],
  });
}

function goesBack(tree: BodyTree, hips: number, chain: readonly number[]): boolean {
  if (chain.length === 0) return false;
  const last = chain[chain.length - 1];
  const back = tree.joints[hips * 3 + 2] - tree.joints[last * 3 + 2];
  const drop = tree.joints[hips * 3 + 1] - tree.joints[last * 3 + 1];
  return back > TAIL_LENGTH && back > drop;
}

function pickHeadEnd(ends: readonly MidlineEnd[], legCount: number, tentacled: boolean): MidlineEnd {
  const lift = tentacled ? 3 : legCount > 0 && legCount <= 4 ? 1 : 0.2;
  const score = (end: MidlineEnd) => end.tip[2] + lift * end.tip[1];
  return ends.reduce((kept, end) => (score(end) > score(kept) + 1e-9 ? end : kept));
}

/** The head on the way to the foremost end: the end itself, or the joint before it where that end is jaw or snout. */
function findHead(
  tree: BodyTree,
  flesh: Flesh,
  limbs: readonly Limb[],
  parts: readonly LimbPart[],
  toHead: readonly number[],
  end: MidlineEnd,
): { head: number; jaw: number } {
  const last = end.joint;
  const before = tree.parents[last];
  if (toHead.length < 3) return { head: last, jaw: -1 };
  const borne = limbs.filter((limb) => limb.attach === before);
  const carries = borne.some((limb) => parts[limbs.indexOf(limb)] === 'leg');
  const isJaw = tree.children[last].length === 0 && flesh.rise[last] > JAW_RISE * flesh.radius[last];
  if (isJaw && !carries) return { head: before, jaw: last };
  const room = distance(tree.joints, before, flesh.tips, last);
  const bears = borne.length > 0 && borne.every((limb) => limb.length < 0.8 * room);
  return bears && !carries && room < 0.3 ? { head: before, jaw: -1 } : { head: last, jaw: -1 };
}

function pickTail(
  tree: BodyTree,
  flesh: Flesh,
  ends: readonly MidlineEnd[],
  toHead: readonly number[],
  headAt: number,
  carriers: readonly Limb[],
): readonly number[] {
  let best: readonly number[] = [];
  let farthest = carriers.length > 0 ? TAIL_BACK : 0;
  for (const end of ends) {
    const path = pathTo(tree, end.joint);
    let shared = 0;
    while (shared < Math.min(path.length, toHead.length) && path[shared] === toHead[shared]) shared++;
    const chain = path.slice(shared);
    if (chain.length === 0 || shared > headAt) continue;
    const from = path[shared - 1];
    const last = chain[chain.length - 1];
    const back = tree.joints[from * 3 + 2] - flesh.tips[last * 3 + 2];
    if (back > farthest && distance(tree.joints, from, flesh.tips, last) > TAIL_LENGTH) {
      best = chain;
      farthest = back;
    }
  }
  return best;
}

/** Adds the midline chains that have no part yet. */
function finish(tree: BodyTree, trunk: Omit<Trunk, 'branches'>): Trunk {
  const taken = new Set([...trunk.spine, ...trunk.neck, ...trunk.tail, trunk.head, trunk.jaw]);
  const branches: number[][] = [];
  for (let j = 0; j < tree.parents.length; j++) {
    if (!tree.midline[j] || taken.has(j)) continue;
    const chain = [j];
    for (let at = j; ; chain.push(at)) {
      const next = tree.children[at].find((c) => tree.midline[c] && !taken.has(c));
      if (next === undefined) break;
      at = next;
    }
    for (const each of chain) taken.add(each);
    branches.push(chain);
  }
  return { ...trunk, branches };
}

function pathTo(tree: BodyTree, joint: number): number[] {
  const path = [joint];
  while (tree.parents[path[0]] >= 0) path.unshift(tree.parents[path[0]]);
  return path;
}
