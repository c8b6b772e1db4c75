/**
 * @file The limbs of the open body with readable names, from its anatomy: rows of the dope sheet and names of contacts.
 * A joint that is of no limb belongs to that of its parent.
 */

import type { Model } from 'posespace/io';
import { type Anatomy, limbsIn, planOf, type Skeleton } from 'posespace/rig';
import { jointLabel } from './joint-label.js';

export interface Limb {
  readonly name: string;
  /** What of it touches the ground: "left front foot". */
  readonly end: string;
  readonly joints: readonly number[];
}

type Body = Pick<Model, 'skeleton' | 'anatomy'>;

const BODY = 'body';

/** Limbs, the body with the root first. */
export function limbsOf({ skeleton, anatomy }: Body): readonly Limb[] {
  const { names, parents } = skeleton!;
  const planned = anatomy ? planLimbs(anatomy) : [];
  const named = planned.some(({ joints }) => joints.length > 0) ? planned : branchLimbs({ names, parents });
  const owner = new Int16Array(parents.length).fill(-1);
  for (const [i, { joints }] of named.entries()) for (const joint of joints) owner[joint] = i;
  // Parents come first.
  for (const [joint, parent] of parents.entries())
    if (owner[joint] < 0) owner[joint] = parent >= 0 ? owner[parent] : 0;
  return named
    .map((limb, i) => ({ ...limb, joints: [...owner.keys()].filter((joint) => owner[joint] === i) }))
    .filter(({ joints }) => joints.length > 0);
}

/** The name of the foot, hand or other end that a joint belongs to. */
export function endLabel(body: Body, joint: number): string {
  const limb = limbsOf(body).find(({ joints }) => joints.includes(joint));
  return limb && limb.name !== BODY ? limb.end : jointLabel(body.skeleton!.names[joint]);
}

function planLimbs(anatomy: Anatomy): Limb[] {
  const { spine, neck, head, jaw, tail, legs, arms, wings } = planOf(anatomy);
  const part = (name: string, joints: readonly number[], end = name): Limb => ({ name, end, joints });
  const rows = (kind: string, end: string, chains: readonly (readonly number[])[]) => {
    const names = nameRows(anatomy, chains);
    return chains.map((joints, i) => part(`${names[i]} ${kind}`.trim(), joints, `${names[i]} ${end}`.trim()));
  };
  return [
    part(BODY, spine),
    part('head', [...neck, ...[head, jaw].filter((joint) => joint >= 0)]),
    part('tail', tail, 'tail tip'),
    ...rows('leg', 'foot', legs),
    ...rows('arm', 'hand', arms),
    ...rows('wing', 'wing tip', wings),
  ];
}

/** All limbs, and smaller chains, with their names: "left front leg", "tail", "right ear". */
export function listLimbs(
  anatomy: Anatomy,
): readonly { readonly name: string; readonly joints: readonly number[] }[] {
  const { neck, head, jaw, tail } = planOf(anatomy);
  const limbs = limbsIn(anatomy);
  const parts = [...new Set(limbs.map(({ part }) => part))];
  const axial = [
    { name: 'head', joints: [...neck, head, jaw].filter((joint) => joint >= 0) },
    { name: 'tail', joints: tail.filter((joint) => anatomy.limb[joint] < 0) },
  ];
  const rows = parts.flatMap((part) => {
    const chains = limbs.filter((limb) => limb.part === part).map(({ joints }) => joints);
    const names = nameRows(anatomy, chains);
    return chains.map((joints, i) => ({ name: `${names[i]} ${part}`.trim(), joints }));
  });
  return [...axial.filter(({ joints }) => joints.length > 0), ...rows];
}

const ROW_NAMES: Readonly<Record<number, readonly string[]>> = {
  1: [''],
  2: ['front', 'hind'],
  3: ['front', 'middle', 'hind'],
};

const SIDES = ['right', '', 'left'] as const;

/** "left front": the side of each chain and its row, since limbs of a side come in order from the front. */
function nameRows({ side }: Anatomy, chains: readonly (readonly number[])[]): string[] {
  if (chains.length === 1) return [''];
  const sides = chains.map(([first]) => side[first]);
  const row = sides.map((one, i) => sides.slice(0, i).filter((other) => other === one).length);
  const rowCount = Math.max(...row) + 1;
  return chains.map((_, i) => `${SIDES[sides[i] + 1]} ${ROW_NAMES[rowCount]?.[row[i]] ?? row[i] + 1}`.trim());
}

/** Of what is no body: the branches at the first joint with several children. */
function branchLimbs({ parents, names }: Pick<Skeleton, 'parents' | 'names'>): Limb[] {
  const children = (joint: number) => [...parents.keys()].filter((child) => parents[child] === joint);
  let root = Math.max(0, parents.indexOf(-1));
  while (children(root).length === 1) [root] = children(root);
  return [
    { name: BODY, end: BODY, joints: [0] },
    ...children(root).map((joint) => ({
      name: jointLabel(names[joint]),
      end: jointLabel(names[joint]),
      joints: [joint],
    })),
  ];
}
