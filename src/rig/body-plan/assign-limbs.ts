/**
 * @file The last step of finding a body plan: the final label of each limb, given the trunk, and the kind of body.
 */

import type { BodyKind, BodyPlan, ExtraChain, ExtraKind } from './body-plan.js';
import type { BoneRegions } from './bone-regions.js';
import { type BodyTree, distance, type Limb, longestPath } from './find-limbs.js';
import type { Trunk } from './find-trunk.js';
import type { LimbLabel } from './label-limbs.js';

/** Limbs of the trunk shorter than this are spurs. */
const ARM_LENGTH = 0.08;
/** Limbs on the head of a legless body that are longer than this are fins. */
const FIN_LENGTH = 0.07;
/** Limbs of a legless body are arms if they are this round and long; otherwise fins. */
const ROUND_ARM = 0.8;
const LONG_ARM = 0.2;
/** The limbs of a legless body that are longer than this are wings of a flier, not fins of a fish. */
const FLIER_WING = 0.38;
/** A body without limbs is a serpent if its thickness is below this fraction of its length. */
const SERPENT_THICKNESS = 0.09;

/** A body thicker than this fraction of its half length is a blob. */
const BLOB_THICKNESS = 0.6;

type Final = 'leg' | 'arm' | 'wing' | ExtraKind;

/** Assigns limbs and names the kind of body. */
export function assignLimbs(
  tree: BodyTree,
  regions: BoneRegions,
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
  trunk: Trunk,
  decided: ReadonlySet<number> = new Set(),
): { plan: BodyPlan; kind: BodyKind } {
  const legged = labels.includes('leg') || labels.includes('tentacle');
  const headJoints = new Set([trunk.head, trunk.jaw]);
  for (const chain of trunk.branches) {
    if (headJoints.has(tree.parents[chain[0]])) for (const j of chain) headJoints.add(j);
  }
  const tailJoints = new Set(trunk.tail);
  const finals = limbs.map((limb, i): Final => {
    const label = labels[i];
    if (decided.has(i) && (label === 'leg' || label === 'arm' || label === 'wing')) return label;
    return finalPart(limb, label, headJoints, tailJoints, legged);
  });
  if (!legged) pickFins(limbs, finals, decided);

  const legs: number[][] = [];
  const arms: number[][] = [];
  const wings: number[][] = [];
  const extras: ExtraChain[] = [];
  const stems = new Set<number>();
  for (const i of inOrder(limbs)) {
    const limb = limbs[i];
    const final = finals[i];
    for (const j of limb.stem) stems.add(j);
    if (final === 'wing') {
      wings.push([...limb.joints]);
      continue;
    }
    const { chain, digits } = splitDigits(tree, limb);
    if (final === 'leg') legs.push(chain);
    else if (final === 'arm') arms.push(chain);
    else extras.push({ kind: final, joints: chain, side: limb.side });
    const digit = final === 'leg' ? 'toe' : final === 'arm' ? 'finger' : 'spur';
    for (const joints of digits) extras.push({ kind: digit, joints, side: limb.side });
  }
  for (const j of [...stems].sort((a, b) => a - b)) {
    extras.push({ kind: 'shoulder', joints: [j], side: tree.joints[j * 3] < 0 ? -1 : 1 });
  }
  for (const joints of trunk.branches)
    extras.push({ kind: branchKind(tree, regions, trunk, limbs, joints), joints, side: 0 });
  const feet = legs.map((leg) => leg[leg.length - 1]);
  const { spine, neck, head, jaw, tail } = trunk;
  const plan: BodyPlan = { spine, neck, head, jaw, tail, legs, arms, wings, feet, extras };
  return { plan, kind: kindOf(plan, tree, regions, labels) };
}

function finalPart(
  limb: Limb,
  label: LimbLabel,
  headJoints: ReadonlySet<number>,
  tailJoints: ReadonlySet<number>,
  legged: boolean,
): Final {
  if (label === 'leg') return 'leg';
  if (label === 'tentacle') return 'arm';
  // Bodies without legs have their fins on what is labelled the head.
  if (headJoints.has(limb.attach) && (legged || limb.length < FIN_LENGTH)) {
    const rises = limb.tip[1] - limb.base[1];
    if (limb.length > 0.12 && limb.radius < 0.25 * limb.length && rises > -0.02) return 'antenna';
    if (rises < 0) return 'palp';
    return limb.roundness < 0.75 ? 'ear' : 'horn';
  }
  // The tail feathers of a bird, the flukes of a whale.
  if (tailJoints.has(limb.attach)) return 'fin';
  if (label === 'wing') return 'wing';
  if (label === 'spur') return legged ? 'spur' : 'fin';
  if (!legged) return limb.roundness > ROUND_ARM && limb.length > LONG_ARM ? 'arm' : 'fin';
  return limb.length > ARM_LENGTH ? 'arm' : 'spur';
}

/** In a body without legs, the longest pair of flat limbs are wings; the other flat ones are fins. */
function pickFins(limbs: readonly Limb[], finals: Final[], decided: ReadonlySet<number>): void {
  const flat = limbs
    .map((_, i) => i)
    .filter(
      (i) => !decided.has(i) && (finals[i] === 'wing' || finals[i] === 'fin') && limbs[i].length > FIN_LENGTH,
    );
  const paired = flat.filter((i) => limbs[i].twin >= 0);
  const pairLength = (i: number) => (limbs[i].length + limbs[limbs[i].twin].length) / 2;
  const longest = paired.reduce(
    (kept, i) => (kept < 0 || pairLength(i) > pairLength(kept) + 1e-6 ? i : kept),
    -1,
  );
  for (const i of flat) {
    const first = longest >= 0 && (i === longest || i === limbs[longest].twin);
    if (limbs[i].length < FLIER_WING) finals[i] = first ? 'wing' : 'fin';
  }
}

/** Left before right, front before back. */
function inOrder(limbs: readonly Limb[]): number[] {
  return limbs
    .map((_, i) => i)
    .sort((a, b) => limbs[b].side - limbs[a].side || frontness(limbs, b) - frontness(limbs, a) || a - b);
}

/** The same for both limbs of a pair, so that the third leg on the left is the third on the right. */
function frontness(limbs: readonly Limb[], i: number): number {
  const pair = limbs[i].twin >= 0 ? [limbs[i], limbs[limbs[i].twin]] : [limbs[i]];
  return pair.reduce((sum, limb) => sum + 0.5 * limb.tip[2] + limb.base[2], 0) / pair.length;
}

/** The limb up to where it splits into digits, and each digit. */
function splitDigits(tree: BodyTree, limb: Limb): { chain: number[]; digits: number[][] } {
  const chain = [limb.root];
  const digits: number[][] = [];
  const reachOf = (at: number, c: number) => tree.reach[c] + distance(tree.joints, at, tree.joints, c);
  for (let at = limb.root; ; chain.push(at)) {
    const children = tree.children[at];
    if (children.length === 0) break;
    const longest = children.reduce((kept, c) => (reachOf(at, c) > reachOf(at, kept) + 1e-9 ? c : kept));
    // Two or more of similar length are digits; a single longest one continues the limb.
    const alike = children.filter((c) => reachOf(at, c) > 0.45 * reachOf(at, longest));
    const ends = alike.length > 1;
    for (const c of children) if (ends || c !== longest) collectDigits(tree, c, digits);
    if (ends) break;
    at = longest;
  }
  return { chain, digits };
}

function collectDigits(tree: BodyTree, root: number, out: number[][]): void {
  const path = longestPath(tree, root);
  out.push(path);
  for (const j of path) for (const c of tree.children[j]) if (!path.includes(c)) collectDigits(tree, c, out);
}

function branchKind(
  tree: BodyTree,
  regions: BoneRegions,
  trunk: Trunk,
  limbs: readonly Limb[],
  joints: readonly number[],
): ExtraKind {
  if (limbs.some((limb) => joints.includes(limb.attach))) return 'girdle';
  const attach = tree.parents[joints[0]];
  const last = joints[joints.length - 1];
  if (attach === trunk.head || attach === trunk.jaw) {
    return regions.tips[last * 3 + 1] > tree.joints[attach * 3 + 1] + 0.03 ? 'crest' : 'snout';
  }
  return regions.roundness[last] < 0.55 ? 'fin' : 'crest';
}

function kindOf(
  plan: BodyPlan,
  tree: BodyTree,
  regions: BoneRegions,
  labels: readonly LimbLabel[],
): BodyKind {
  const legs = plan.legs.length;
  if (labels.includes('tentacle')) return 'octopus';
  if (legs > 8) return 'arthropod';
  if (legs >= 7) return 'spider';
  if (legs >= 5) return 'insect';
  if (legs >= 3) return plan.wings.length > 0 ? 'dragon' : 'quadruped';
  if (legs >= 1) return plan.wings.length > 0 ? 'bird' : 'biped';
  if (plan.arms.length > 0) return 'biped';
  const wing = plan.wings[0];
  if (wing) return tree.reach[wing[0]] >= FLIER_WING ? 'flier' : 'fish';
  const line = [...plan.tail, ...plan.spine, ...plan.neck, plan.head].filter((j) => j >= 0);
  if (line.length < 2) return 'blob';
  let thickness = 0;
  for (const j of line) thickness = Math.max(thickness, regions.radius[j]);
  const length = tree.reach[plan.spine[0]] || 1;
  if (thickness < SERPENT_THICKNESS * 2 * length) return 'serpent';
  return plan.tail.length > 0 && thickness < BLOB_THICKNESS * length ? 'fish' : 'blob';
}
