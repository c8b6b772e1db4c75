/**
 * @file The limbs of a joint tree: subtrees that leave the mirror plane, cut into chains and measured.
 *
 * A subtree that leaves the plane is one limb, however it branches at its end (fingers, toes, the fingers of a wing),
 * unless it branches right at its root into parts that are long compared with the stem: then a shoulder is the parent of
 * several limbs (a wing and a front leg, the legs of one side of a spider).
 */

import { vectorAt } from '../../math/vector.js';
import { childrenOf } from '../joint-tree.js';
import type { BoneRegions } from './bone-regions.js';

/** A joint tree in body coordinates. */
export interface BodyTree {
  /** [J, 3] */
  readonly joints: Float64Array;
  readonly parents: Int16Array;
  readonly children: readonly (readonly number[])[];
  /** Mirror partner: itself on the plane, −1 without one. [J] */
  readonly partner: Int16Array;
  /** Whether the joint and all its ancestors lie on the plane. [J] */
  readonly midline: Uint8Array;
  /** Length of the longest path from each joint to the end of the body below it. [J] */
  readonly reach: Float64Array;
}

export interface Limb {
  /** First joint off the plane. */
  readonly root: number;
  /** Joint of the midline that it is attached to. */
  readonly attach: number;
  /** Stem shared with other limbs of that side, between `attach` and `root`. */
  readonly stem: readonly number[];
  /** All its joints, ascending. */
  readonly joints: readonly number[];
  /** The longest path from `root` outwards. */
  readonly chain: readonly number[];
  /** 1 left, −1 right. */
  readonly side: 1 | -1;
  /** Index of the limb on the other side, −1 where there is none. */
  readonly twin: number;
  readonly base: readonly [number, number, number];
  readonly tip: readonly [number, number, number];
  /** From `root` along the chain to the tip. */
  readonly length: number;
  /** Height of its lowest surface. */
  readonly lowest: number;
  readonly radius: number;
  readonly width: number;
  readonly roundness: number;
  /** Fraction of the surface. */
  readonly share: number;
  /** Height of the chain above the straight line from base to tip, over its length. */
  readonly arch: number;
  /** Thickness of the last part over that of the first. */
  readonly taper: number;
}

/** A branch counts if it is at least this fraction of its longest sibling, and this long compared with the body. */
const MAJOR_BRANCH = 0.4;
const MAJOR_LENGTH = 0.06;
/** A stem shorter than this fraction of its shortest major branch is a shoulder with several limbs. */
const SHOULDER_STEM = 0.3;

/** Builds the tree with its midline and reaches. */
export function createBodyTree(
  joints: Float64Array,
  parents: Int16Array,
  partner: Int16Array,
  regions: BoneRegions,
): BodyTree {
  const children = childrenOf(parents);
  const midline = new Uint8Array(parents.length);
  for (let j = 0; j < parents.length; j++) {
    midline[j] = +(partner[j] === j && (parents[j] < 0 || midline[parents[j]] === 1));
  }
  const reach = new Float64Array(parents.length);
  for (let j = parents.length - 1; j >= 0; j--) {
    if (children[j].length === 0) reach[j] = distance(joints, j, regions.tips, j);
    for (const c of children[j]) reach[j] = Math.max(reach[j], reach[c] + distance(joints, j, joints, c));
  }
  return { joints, parents, children, partner, midline, reach };
}

/** Finds the limbs, in order of their first joint. */
export function findLimbs(tree: BodyTree, regions: BoneRegions): Limb[] {
  const limbs: Limb[] = [];
  for (let j = 1; j < tree.parents.length; j++) {
    const attach = tree.parents[j];
    if (tree.midline[j] || !tree.midline[attach]) continue;
    collect(tree, regions, j, attach, [], limbs);
  }
  return limbs.map((limb) => ({
    ...limb,
    twin: limbs.findIndex((other) => other !== limb && other.root === tree.partner[limb.root]),
  }));
}

function collect(
  tree: BodyTree,
  regions: BoneRegions,
  root: number,
  attach: number,
  stem: readonly number[],
  out: Limb[],
): void {
  const path = [root];
  let travelled = stem.length === 0 ? 0 : distance(tree.joints, attach, tree.joints, root);
  let at = root;
  for (;;) {
    const { children } = tree;
    const longest = Math.max(0, ...children[at].map((c) => branchReach(tree, at, c)));
    const majors = children[at].filter(
      (c) => branchReach(tree, at, c) > Math.max(MAJOR_BRANCH * longest, MAJOR_LENGTH),
    );
    if (majors.length === 0) break;
    if (majors.length > 1) {
      const shortest = Math.min(...majors.map((c) => branchReach(tree, at, c)));
      if (travelled < SHOULDER_STEM * shortest) {
        for (const c of children[at]) collect(tree, regions, c, attach, [...stem, ...path], out);
        return;
      }
      break;
    }
    travelled += distance(tree.joints, at, tree.joints, majors[0]);
    at = majors[0];
    path.push(at);
  }
  out.push(measureLimb(tree, regions, root, attach, stem));
}

const branchReach = (tree: BodyTree, from: number, child: number): number =>
  tree.reach[child] + distance(tree.joints, from, tree.joints, child);

function measureLimb(
  tree: BodyTree,
  regions: BoneRegions,
  root: number,
  attach: number,
  stem: readonly number[],
): Limb {
  const joints = subtreeOf(tree, root);
  const chain = longestPath(tree, root);
  const last = chain[chain.length - 1];
  const base = vectorAt(tree.joints, root);
  const tip = vectorAt(regions.tips, last);
  // The first bone runs through the trunk, whose surface is not the limb's.
  const own = joints.length > 1 ? joints.filter((j) => j !== root) : joints;
  let [share, radius, width, roundness, lowest] = [0, 0, 0, 0, Math.min(tip[1], base[1])];
  for (const j of own) {
    const weight = regions.share[j];
    share += weight;
    radius += weight * regions.radius[j];
    width += weight * regions.width[j];
    roundness += weight * regions.roundness[j];
    lowest = Math.min(lowest, regions.lowest[j]);
  }
  const scale = share > 0 ? 1 / share : 0;
  let x = 0;
  for (const j of joints) x += tree.joints[j * 3];
  return {
    root,
    attach,
    stem,
    joints,
    chain,
    side: x < 0 ? -1 : 1,
    twin: -1,
    base,
    tip,
    length: tree.reach[root],
    lowest,
    radius: radius * scale,
    width: width * scale,
    roundness: share > 0 ? roundness * scale : 1,
    share,
    arch: archOf(tree, chain, base, tip),
    taper: taperOf(regions, chain),
  };
}

function archOf(
  tree: BodyTree,
  chain: readonly number[],
  base: readonly [number, number, number],
  tip: readonly [number, number, number],
): number {
  const d = [tip[0] - base[0], tip[1] - base[1], tip[2] - base[2]];
  const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  let arch = 0;
  for (const j of chain) {
    const p = vectorAt(tree.joints, j);
    const t =
      squared > 0
        ? ((p[0] - base[0]) * d[0] + (p[1] - base[1]) * d[1] + (p[2] - base[2]) * d[2]) / squared
        : 0;
    const rise = p[1] - (base[1] + t * d[1]);
    if (Math.abs(rise) > Math.abs(arch)) arch = rise;
  }
  return arch / (tree.reach[chain[0]] || 1);
}

function taperOf(regions: BoneRegions, chain: readonly number[]): number {
  const inner = chain.filter((j) => regions.share[j] > 0).slice(1);
  if (inner.length < 2) return 1;
  const first = regions.radius[inner[0]];
  return first > 0 ? regions.radius[inner[inner.length - 1]] / first : 1;
}

/** A joint and all its descendants, ascending. */
export function subtreeOf(tree: BodyTree, root: number): number[] {
  const out = [root];
  for (let i = 0; i < out.length; i++) out.push(...tree.children[out[i]]);
  return out.sort((a, b) => a - b);
}

/** The path from a joint to the end of the body that is farthest from it. */
export function longestPath(tree: BodyTree, root: number): number[] {
  const path = [root];
  for (let at = root; tree.children[at].length > 0; path.push(at)) {
    const from = at;
    at = tree.children[from].reduce((kept, c) =>
      branchReach(tree, from, c) > branchReach(tree, from, kept) + 1e-9 ? c : kept,
    );
  }
  return path;
}

export const distance = (a: Float64Array, i: number, b: Float64Array, j: number): number =>
  Math.hypot(a[i * 3] - b[j * 3], a[i * 3 + 1] - b[j * 3 + 1], a[i * 3 + 2] - b[j * 3 + 2]);
