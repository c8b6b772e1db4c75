/**
 * @file The limbs of a skeleton by its names and tree: each limb is a whole subtree, so that joints whose names say
 * nothing (`FF.L` below a shin) belong to it. What a limb is comes from all of its names together: a shoulder that ends
 * in feathers is a wing.
 */

import type { Skeleton } from '../../src/rig/rig-records.js';
import { type JointPart, type NamedPart, readJointName } from './joint-parts.js';

export type LimbKind = 'leg' | 'arm' | 'wing' | 'fin' | 'tentacle';

export interface RigLimb {
  readonly kind: LimbKind;
  /** All joints of the subtree, the start first. */
  readonly joints: readonly number[];
  /** From the start to the end of its longest branch. */
  readonly path: readonly number[];
}

/** A skeleton with what its names say and the tree both ways. */
export interface NamedTree {
  readonly skeleton: Skeleton;
  readonly parts: readonly NamedPart[];
  readonly children: readonly (readonly number[])[];
}

const LIMB_PARTS: Readonly<Partial<Record<JointPart, LimbKind>>> = {
  shoulder: 'arm',
  arm: 'arm',
  hand: 'arm',
  finger: 'arm',
  leg: 'leg',
  foot: 'leg',
  wing: 'wing',
  fin: 'fin',
  tentacle: 'tentacle',
};

/** Of two kinds of names in one limb, the earlier one is what it is. */
const PRECEDENCE: readonly LimbKind[] = ['tentacle', 'wing', 'leg', 'fin', 'arm'];

/** Reads all names of a skeleton. */
export function readNames(skeleton: Skeleton): NamedTree {
  const children: number[][] = skeleton.names.map(() => []);
  skeleton.parents.forEach((parent, j) => {
    if (parent >= 0) children[parent].push(j);
  });
  return { skeleton, parts: skeleton.names.map(readJointName), children };
}

/** Finds the limbs: subtrees that start at a joint with a limb's name. */
export function findRigLimbs(tree: NamedTree): RigLimb[] {
  const { skeleton, parts, children } = tree;
  const limbs: RigLimb[] = [];
  const visit = (j: number) => {
    // A root is never a limb, whatever it is called: something must carry the body.
    if (skeleton.parents[j] >= 0 && LIMB_PARTS[parts[j].part]) {
      const joints = subtreeOf(children, j);
      const kinds = new Set(joints.map((k) => LIMB_PARTS[parts[k].part]));
      const kind = PRECEDENCE.find((one) => kinds.has(one))!;
      // The only word may be a hand's or a finger's on the body itself; that is no arm, but it is a limb.
      limbs.push({ kind, joints, path: longestPath(children, j) });
    } else for (const k of children[j]) visit(k);
  };
  visit(0);
  return limbs;
}

/** A joint and all below it, parents first. */
export function subtreeOf(children: NamedTree['children'], start: number): number[] {
  const out = [start];
  for (let i = 0; i < out.length; i++) out.push(...children[out[i]]);
  return out;
}

function longestPath(children: NamedTree['children'], start: number): number[] {
  const below = children[start].map((k) => longestPath(children, k));
  return [start, ...below.reduce((best, path) => (path.length > best.length ? path : best), [])];
}
