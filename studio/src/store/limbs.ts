/**
 * @file The limbs of the open body with readable names, from its body plan: rows of the dope sheet and names of contacts.
 * A joint that the plan does not name belongs to the limb of its parent.
 */

import type { FoundBodyPlan, Skeleton } from 'posespace/rig';
import type { StudioDocument } from './document.js';
import { jointLabel } from './joint-label.js';

export interface Limb {
  readonly name: string;
  /** What of it touches the ground: "left front foot". */
  readonly end: string;
  readonly joints: readonly number[];
}

const known = new WeakMap<Skeleton, { readonly body?: FoundBodyPlan; readonly limbs: readonly Limb[] }>();

/** Limbs, the body with the root first. */
export function limbsOf({ model, body }: Pick<StudioDocument, 'model' | 'body'>): readonly Limb[] {
  const skeleton = model.skeleton!;
  const before = known.get(skeleton);
  if (before && before.body === body) return before.limbs;
  const limbs = findLimbs(skeleton, body);
  known.set(skeleton, { body, limbs });
  return limbs;
}

/** The name of the foot, hand or other end that a joint belongs to. */
export function endLabel(document: Pick<StudioDocument, 'model' | 'body'>, joint: number): string {
  const limb = limbsOf(document).find(({ joints }) => joints.includes(joint));
  return limb && limb.name !== BODY ? limb.end : jointLabel(document.model.skeleton!.names[joint]);
}

const BODY = 'body';

function findLimbs(skeleton: Skeleton, body: FoundBodyPlan | undefined): Limb[] {
  const named = body ? planLimbs(skeleton, body) : branchLimbs(skeleton);
  const owner = new Int16Array(skeleton.parents.length).fill(-1);
  for (const [i, { joints }] of named.entries()) for (const joint of joints) owner[joint] = i;
  // Parents come first.
  for (const [joint, parent] of skeleton.parents.entries())
    if (owner[joint] < 0) owner[joint] = parent >= 0 ? owner[parent] : 0;
  return named
    .map((limb, i) => ({ ...limb, joints: [...owner.keys()].filter((joint) => owner[joint] === i) }))
    .filter(({ joints }) => joints.length > 0);
}

function planLimbs(skeleton: Skeleton, body: FoundBodyPlan): Limb[] {
  const { spine, neck, head, jaw, tail, legs, arms, wings } = body.plan;
  const part = (name: string, joints: readonly number[], end = name): Limb => ({ name, end, joints });
  const rows = (kind: string, end: string, chains: readonly (readonly number[])[]) => {
    const names = nameRows(skeleton, body, chains);
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

const ROW_NAMES: Readonly<Record<number, readonly string[]>> = {
  1: [''],
  2: ['front', 'hind'],
  3: ['front', 'middle', 'hind'],
};

/** "left front": the side of each chain and its row from the front. */
function nameRows(
  { rest }: Skeleton,
  { forward, left }: FoundBodyPlan,
  chains: readonly (readonly number[])[],
): string[] {
  const along = (axis: readonly number[], chain: readonly number[]) =>
    [0, 1, 2].reduce((sum, k) => sum + axis[k] * rest[chain[0] * 3 + k], 0);
  const middle = chains.reduce((sum, chain) => sum + along(left, chain), 0) / chains.length;
  const sides = chains.map((chain) => (along(left, chain) >= middle ? 'left' : 'right'));
  const counts = { left: 0, right: 0 };
  const row = new Array<number>(chains.length).fill(0);
  const fromFront = chains
    .map((_, i) => i)
    .sort((a, b) => along(forward, chains[b]) - along(forward, chains[a]));
  for (const i of fromFront) row[i] = counts[sides[i] as 'left' | 'right']++;
  const rowCount = Math.max(counts.left, counts.right);
  if (chains.length === 1) return [''];
  return chains.map((_, i) => `${sides[i]} ${ROW_NAMES[rowCount]?.[row[i]] ?? row[i] + 1}`.trim());
}

/** Without a body plan: the branches at the first joint with several children. */
function branchLimbs({ parents, names }: Skeleton): Limb[] {
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
