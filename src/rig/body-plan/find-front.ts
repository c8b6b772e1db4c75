/**
 * @file Which way a body faces, as a sum of votes: feet point forward, a head is thicker and higher than a tail, antennae
 * are on heads, arms, wings and fins attach nearer to the head than legs or the middle, wings and fins sweep back, the
 * many legs of a spider or an insect attach in front of its abdomen, an octopus leans its mantle back.
 *
 * The sum is positive where z is forward. Most files follow the glTF convention (+Z forward): a faint vote for it decides
 * what nothing else does. The weights are chosen by hand.
 */

import { vectorAt } from '../../math/vector.js';
import type { BoneRegions } from './bone-regions.js';
import { type BodyTree, distance, type Limb } from './find-limbs.js';
import type { LimbLabel } from './label-limbs.js';

/** An end of the midline: a leaf of it, or a root with one midline child. */
export interface MidlineEnd {
  readonly joint: number;
  /** Where the body ends. */
  readonly tip: readonly [number, number, number];
  /** Mean thickness near the end, flat parts counted less. */
  readonly thickness: number;
}

export interface Front {
  /** Sum of the votes; its sign is the answer. */
  readonly vote: number;
  readonly votes: Readonly<Record<string, number>>;
}

/** Weights of the votes, each in −1 to 1. */
const WEIGHTS = {
  feet: 1.5,
  thickness: 1,
  elevation: 1.2,
  antennae: 1,
  foreLimbs: 0.8,
  sweep: 0.4,
  manyLegs: 1.5,
  mantle: 1.5,
  face: 0.5,
  convention: 0.1,
} as const;

/** Length at an end over which its thickness is measured. */
const END_STRETCH = 0.1;

/** Votes on whether z is forward. */
export function findFront(
  tree: BodyTree,
  regions: BoneRegions,
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
  height: number,
  facesConvention: number,
): Front {
  const ends = midlineEnds(tree, regions);
  const of = (label: LimbLabel) => limbs.filter((_, i) => labels[i] === label);
  const legs = of('leg');
  const fore = ends.reduce((kept, end) => (end.tip[2] > kept.tip[2] ? end : kept));
  const rear = ends.reduce((kept, end) => (end.tip[2] < kept.tip[2] ? end : kept));
  const middle = (fore.tip[2] + rear.tip[2]) / 2;
  const many = legs.length >= 6;
  const votes: Record<keyof typeof WEIGHTS, number> = {
    feet: many ? 0 : feetVote(regions, legs),
    thickness: 0,
    elevation: 0,
    antennae: 0,
    foreLimbs: 0,
    sweep: sweepVote(of('wing').filter((limb) => !nearEnd(tree, limb, fore) && !nearEnd(tree, limb, rear))),
    manyLegs: many ? clamp((mean(legs, (limb) => limb.base[2]) - middle) / 0.1) : 0,
    mantle: 0,
    face: 0,
    convention: facesConvention,
  };
  // Ends above each other say nothing about front and back.
  const apart = clamp((fore.tip[2] - rear.tip[2]) / 0.3);
  const tentacled = labels.includes('tentacle');
  if (tentacled) {
    // An octopus leans its mantle back.
    const top = ends.reduce((kept, end) => (end.tip[1] > kept.tip[1] ? end : kept));
    votes.mantle = clamp((tree.joints[2] - top.tip[2]) / 0.1);
  } else if (fore !== rear) {
    const ratio = Math.log((fore.thickness + 1e-3) / (rear.thickness + 1e-3));
    // Without feet, the shape of the ends is nearly all there is.
    votes.thickness = many ? 0 : apart * (legs.length > 0 ? clamp(ratio) : 2 * clamp(ratio));
    votes.elevation = many
      ? 0
      : apart * clamp((2 * (fore.tip[1] - rear.tip[1])) / height) * (legs.length ? 1 : 0.3);
  }
  const antennae = limbs.filter((limb, i) => labels[i] !== 'leg' && limb.length < 0.35);
  votes.antennae = clamp(
    antennae.reduce((sum, limb) => sum + nearEnd(tree, limb, fore) - nearEnd(tree, limb, rear), 0) / 2,
  );
  const upper = limbs
    .filter((limb, i) => labels[i] !== 'leg' && !antennae.includes(limb))
    .concat(antennae.filter((limb) => !nearEnd(tree, limb, fore) && !nearEnd(tree, limb, rear)));
  if (upper.length > 0 && !many && !tentacled && legs.length < 4) {
    const reference = legs.length > 0 ? mean(legs, (limb) => limb.base[2]) : middle;
    votes.foreLimbs = clamp((mean(upper, (limb) => limb.base[2]) - reference) / 0.08);
  }
  votes.face = faceVote(tree, regions, ends, legs);
  const vote = Object.entries(WEIGHTS).reduce(
    (sum, [name, weight]) => sum + weight * votes[name as keyof typeof WEIGHTS],
    0,
  );
  return { vote, votes };
}

/** The ends of the midline tree, at least one. */
export function midlineEnds(tree: BodyTree, regions: BoneRegions): MidlineEnd[] {
  const ends: MidlineEnd[] = [];
  for (let j = 0; j < tree.parents.length; j++) {
    if (!tree.midline[j]) continue;
    const inner = tree.children[j].filter((c) => tree.midline[c]).length;
    if (inner > 0 && !(j === 0 && inner === 1)) continue;
    ends.push({ joint: j, tip: vectorAt(regions.tips, j), thickness: endThickness(tree, regions, j) });
  }
  return ends;
}

function endThickness(tree: BodyTree, regions: BoneRegions, end: number): number {
  let [sum, weight, travelled] = [0, 0, 0];
  for (let j = end; j > 0 && travelled < END_STRETCH; j = tree.parents[j]) {
    sum += regions.share[j] * regions.width[j] * Math.sqrt(regions.roundness[j]);
    weight += regions.share[j];
    travelled += distance(tree.joints, j, tree.joints, tree.parents[j]);
  }
  return weight > 0 ? sum / weight : 0;
}

/** How far the soles extend in front of the shins, over the height of the leg. */
function feetVote(regions: BoneRegions, legs: readonly Limb[]): number {
  if (legs.length === 0) return 0;
  const legOf = new Int16Array(regions.tips.length / 3).fill(-1);
  for (const [i, limb] of legs.entries()) for (const j of limb.joints) legOf[j] = i;
  // Per leg: sum of z and number, first of the sole, then of the shin.
  const sums = new Float64Array(legs.length * 4);
  for (let i = 0; i < regions.owner.length; i++) {
    const leg = legOf[regions.owner[i]];
    if (leg < 0) continue;
    const at = regions.points[i * 3 + 1] / Math.max(1e-6, legs[leg].base[1]);
    const band = at < 0.1 ? 0 : at > 0.15 && at < 0.4 ? 2 : -1;
    if (band < 0) continue;
    sums[leg * 4 + band] += regions.points[i * 3 + 2];
    sums[leg * 4 + band + 1]++;
  }
  let vote = 0;
  for (let leg = 0; leg < legs.length; leg++) {
    const [sole, soleCount, shin, shinCount] = sums.subarray(leg * 4, leg * 4 + 4);
    if (soleCount < 3 || shinCount < 3) continue;
    const ahead = (sole / soleCount - shin / shinCount) / Math.max(0.02, legs[leg].base[1]);
    vote += clamp(ahead / 0.08) / legs.length;
  }
  return vote;
}

const sweepVote = (wings: readonly Limb[]): number =>
  wings.length > 0 ? clamp(mean(wings, (wing) => wing.base[2] - wing.tip[2]) / 0.1) : 0;

/** 1 if a limb is attached to the last two joints of an end of the midline. */
const nearEnd = (tree: BodyTree, limb: Limb, end: MidlineEnd): number =>
  +(
    limb.attach === end.joint ||
    (end.joint > 0 && limb.attach === tree.parents[end.joint] && limb.attach !== 0)
  );

/** For an upright body: muzzle and nose stand out in front of the head's axis farther than the nape behind it. */
function faceVote(
  tree: BodyTree,
  regions: BoneRegions,
  ends: readonly MidlineEnd[],
  legs: readonly Limb[],
): number {
  const top = ends.reduce((kept, end) => (end.tip[1] > kept.tip[1] ? end : kept));
  if (legs.length === 0 || legs.length > 2) return 0;
  const z: number[] = [];
  for (let i = 0; i < regions.owner.length; i++) {
    if (regions.owner[i] === top.joint && regions.along[i] > 0.5) z.push(regions.points[i * 3 + 2]);
  }
  if (z.length < 30) return 0;
  z.sort((a, b) => a - b);
  const axis = tree.joints[top.joint * 3 + 2];
  const front = z[z.length - 1] - axis;
  const back = axis - z[0];
  return clamp((2 * (front - back)) / Math.max(1e-6, front + back));
}

const clamp = (x: number): number => Math.max(-1, Math.min(1, x));

const mean = (limbs: readonly Limb[], of: (limb: Limb) => number): number =>
  limbs.reduce((sum, limb) => sum + of(limb), 0) / limbs.length;
