/**
 * @file The midline of a body that faces +z: tail, hips, spine, chest, neck, head and jaw, from back to front.
 *
 * The head is the end of the midline that is farthest to the front (and, with legs, highest); the tail is the end that
 * goes back farthest. Hips are where the rearmost legs attach, the chest is where the foremost legs, arms or wings
 * attach; neck and head lie beyond the chest, the tail behind the hips. The position of the tree's root does not matter:
 * it may be in a spider's abdomen or in the mantle of an octopus.
 */

import type { BoneRegions } from './bone-regions.js';
import { type MidlineEnd, midlineEnds } from './find-front.js';
import { type BodyTree, distance, type Limb } from './find-limbs.js';
import type { LimbLabel } from './label-limbs.js';

export interface Trunk {
  readonly spine: readonly number[];
  readonly neck: readonly number[];
  readonly head: number;
  readonly jaw: number;
  readonly tail: readonly number[];
  /** Other chains of the midline, from the body outwards. */
  readonly branches: readonly (readonly number[])[];
}

/** A shorter or less backward chain behind the hips is a rump, not a tail. */
const TAIL_LENGTH = 0.07;
const TAIL_BACK = 0.05;
/** So is one that is nearly as thick as the hips and ends this near to them, in their radii: a frog's. */
const RUMP_THICKNESS = 0.6;
const RUMP_LENGTH = 2;
/** How far an abdomen extends behind the last legs. */
const ABDOMEN = 0.1;
/** Limbs that may mark the chest are at least this long. */
const CHEST_LIMB_LENGTH = 0.08;
/** Height of the surface above a jaw's bone, over its distance from it: the bone is not in the middle. */
const JAW_RISE = 0.2;

/** Joints that the user knows to be in the head and in the tail. */
export interface KnownEnds {
  readonly head?: number;
  readonly tail?: number;
}

/** Finds the trunk. */
export function findTrunk(
  tree: BodyTree,
  regions: BoneRegions,
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
  known: KnownEnds = {},
): Trunk {
  const ends = midlineEnds(tree, regions);
  const tentacled = labels.includes('tentacle');
  if (ends.length < 2 && !tentacled)
    return finish(tree, { spine: [0], neck: [], head: -1, jaw: -1, tail: [] });
  const legs = limbs.filter((_, i) => labels[i] === 'leg');
  if (tentacled) return findMantle(tree, regions, ends, limbs, labels);

  // (1) The line from the head to the end that goes back farthest behind the last legs.
  const headEnd = nearestEnd(tree, ends, known.head) ?? pickHeadEnd(ends, legs.length);
  const tailEnd = nearestEnd(
    tree,
    ends.filter((end) => end !== headEnd),
    known.tail,
  );
  const { line, hips, isTail } = pickLine(tree, regions, ends, headEnd, legs, tailEnd);

  // (2) Head and jaw, then chest.
  const { at, head, jaw } = findHead(tree, regions, limbs, labels, line, hips);
  const chestLimbs = limbs.filter(
    (limb, i) =>
      labels[i] === 'leg' ||
      labels[i] === 'wing' ||
      (limb.length > CHEST_LIMB_LENGTH && limb.attach !== head),
  );
  const indices = chestLimbs.map((limb) => indexOn(tree, line, limb.attach)).filter((index) => index > at);
  let chest = Math.min(hips, ...indices);
  // Only legs at the hips, or no limbs at all: the chest is a guess.
  if (chest === hips && legs.length === 2) chest = hips - Math.floor(0.6 * (hips - at));
  if (chestLimbs.length === 0) chest = hips - Math.floor((2 / 3) * (hips - at));
  chest = Math.max(chest, Math.min(at + 1, hips));

  // (3) A root beside the line, and a rump that is not a tail, belong to the spine.
  const stub = line.includes(0) ? [] : pathBetween(tree, 0, line[indexOn(tree, line, 0)]).slice(0, -1);
  const behind = line.slice(hips + 1);
  return finish(tree, {
    spine: [...stub, ...(isTail ? [] : behind.reverse()), ...line.slice(chest, hips + 1).reverse()],
    neck: line.slice(at + 1, chest).reverse(),
    head,
    jaw,
    tail: isTail ? behind : [],
  });
}

/** The body of an octopus is above its arms: the head is next to them, the mantle beyond it. */
function findMantle(
  tree: BodyTree,
  regions: BoneRegions,
  ends: readonly MidlineEnd[],
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
): Trunk {
  // The mantle may be above a root that has arms on all sides, and so is no end of the midline.
  let [top, height] = [0, regions.tips[1]];
  for (const end of ends) if (end.tip[1] > height) [top, height] = [end.joint, end.tip[1]];
  const hubs = new Set(limbs.filter((_, i) => labels[i] === 'tentacle').map((limb) => limb.attach));
  let line: number[] = [];
  for (const hub of hubs) {
    const path = pathBetween(tree, hub, top);
    if (line.length === 0 || path.length < line.length) line = path;
  }
  const [hub, head, ...mantle] = line;
  return finish(tree, { spine: [hub], neck: [], head: head ?? -1, jaw: -1, tail: mantle });
}

/** The end of the midline that is nearest to a known joint. */
function nearestEnd(
  tree: BodyTree,
  ends: readonly MidlineEnd[],
  joint: number | undefined,
): MidlineEnd | undefined {
  if (joint === undefined || ends.length === 0) return undefined;
  const away = (end: MidlineEnd) => distance(tree.joints, end.joint, tree.joints, joint);
  return ends.reduce((kept, end) => (away(end) < away(kept) ? end : kept));
}

function pickHeadEnd(ends: readonly MidlineEnd[], legCount: number): MidlineEnd {
  const lift = legCount > 0 && legCount <= 4 ? 1 : 0.2;
  const score = (end: MidlineEnd) => end.tip[2] + lift * end.tip[1];
  return ends.reduce((kept, end) => (score(end) > score(kept) + 1e-9 ? end : kept));
}

interface Line {
  /** Midline joints from the head end to the other end. */
  readonly line: readonly number[];
  /** Index of the hips on it. */
  readonly hips: number;
  /** Whether the part behind the hips is a tail. */
  readonly isTail: boolean;
}

function pickLine(
  tree: BodyTree,
  regions: BoneRegions,
  ends: readonly MidlineEnd[],
  headEnd: MidlineEnd,
  legs: readonly Limb[],
  tailEnd: MidlineEnd | undefined,
): Line {
  let best: Line | undefined;
  let farthest = -Infinity;
  for (const end of ends) {
    if (end === headEnd || (tailEnd && end !== tailEnd)) continue;
    const line = pathBetween(tree, headEnd.joint, end.joint);
    const indices = legs.map((limb) => indexOn(tree, line, limb.attach));
    let hips = legs.length > 0 ? Math.max(...indices) : Math.max(0, indexOn(tree, line, 0));
    // Where hind legs attach to the abdomen itself, most of it is still behind them.
    const overhang = tree.joints[end.joint * 3 + 2] - end.tip[2];
    if (legs.length >= 6 && hips === line.length - 1 && hips > 0 && overhang > ABDOMEN) hips--;
    const from = line[hips];
    const back = tree.joints[from * 3 + 2] - end.tip[2];
    const drop = tree.joints[from * 3 + 1] - end.tip[1];
    const length = distance(tree.joints, from, regions.tips, end.joint);
    const isRump =
      legs.length > 0 &&
      regions.radius[end.joint] > RUMP_THICKNESS * regions.radius[from] &&
      length < RUMP_LENGTH * regions.radius[from];
    const isTail =
      hips < line.length - 1 &&
      (tailEnd !== undefined ||
        (back > TAIL_BACK && (legs.length === 0 || back > 0.25 * drop) && length > TAIL_LENGTH && !isRump));
    // Without a tail, the line that passes the most legs is the spine.
    const score = isTail ? 10 + back : new Set(indices).size + 0.01 * line.length;
    if (score > farthest + 1e-9) {
      farthest = score;
      best = { line, hips, isTail };
    }
  }
  return best ?? { line: [headEnd.joint], hips: 0, isTail: false };
}

/** The head: the foremost end itself, or the joint behind it where that end is a jaw or a snout. */
function findHead(
  tree: BodyTree,
  regions: BoneRegions,
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
  line: readonly number[],
  hips: number,
): { at: number; head: number; jaw: number } {
  const last = line[0];
  if (hips < 2) return { at: 0, head: last, jaw: -1 };
  const before = line[1];
  const attached = limbs.filter((limb) => limb.attach === before);
  const hasLeg = attached.some((limb) => labels[limbs.indexOf(limb)] === 'leg');
  const isJaw = tree.children[last].length === 0 && regions.rise[last] > JAW_RISE * regions.radius[last];
  if (isJaw && !hasLeg) return { at: 1, head: before, jaw: last };
  const room = distance(tree.joints, before, regions.tips, last);
  const isHead = attached.length > 0 && attached.every((limb) => limb.length < 0.8 * room);
  return isHead && !hasLeg && room < 0.3 ? { at: 1, head: before, jaw: -1 } : { at: 0, head: last, jaw: -1 };
}

/** Index on a line of midline joints where a midline joint is attached. */
function indexOn(tree: BodyTree, line: readonly number[], joint: number): number {
  for (let j = joint; j >= 0; j = tree.parents[j]) {
    const index = line.indexOf(j);
    if (index >= 0) return index;
  }
  // Not a descendant of the line: the line descends from it, by its joint nearest to the root.
  let top = 0;
  for (let i = 1; i < line.length; i++) if (line[i] === tree.parents[line[top]]) top = i;
  return top;
}

/** The path through the tree from one joint to another, both included. */
function pathBetween(tree: BodyTree, from: number, to: number): number[] {
  const up = [from];
  while (tree.parents[up[up.length - 1]] >= 0) up.push(tree.parents[up[up.length - 1]]);
  const down = [to];
  while (!up.includes(down[0])) down.unshift(tree.parents[down[0]]);
  return [...up.slice(0, up.indexOf(down[0])), ...down];
}

/** Adds the midline chains that are not labelled yet. */
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
