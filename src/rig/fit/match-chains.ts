/**
 * @file Keys for the chains of a body plan, equal in two bodies where the chains correspond: legs by side and order, wings,
 * arms, tail, neck, spine, and further chains by kind. Chains that only one body has stay unmatched.
 */

import type { BodyPlan } from '../body-plan/body-plan.js';
import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';

export interface Chain {
  /** E.g. `leg 2 of 4`, `tail`: equal in two bodies where the chains correspond. */
  readonly key: string;
  readonly joints: readonly number[];
}

/** The chains of a plan, each from the body outwards; neck and tail start at chest and hips. */
export function planChains(plan: BodyPlan, skeleton: Skeleton): Chain[] {
  const chains: Chain[] = [];
  const { spine, neck, head, tail } = plan;
  const hips = spine[0];
  const chest = spine[spine.length - 1];
  chains.push({ key: 'spine', joints: spine });
  if (head >= 0) chains.push({ key: 'neck', joints: [chest, ...neck, head] });
  if (tail.length > 0) chains.push({ key: 'tail', joints: [hips, ...tail] });
  const add = (word: string, list: readonly (readonly number[])[]) => {
    for (const [i, joints] of list.entries())
      chains.push({ key: `${word} ${i + 1} of ${list.length}`, joints });
  };
  add('leg', plan.legs);
  add('arm', plan.arms);
  add(
    'wing',
    plan.wings.map((joints) => longestWithin(joints, skeleton)),
  );
  const kinds = new Map<string, (readonly number[])[]>();
  for (const { kind, side, joints } of plan.extras) {
    // Fingers, toes and girdles depend on how detailed a skeleton is: pairs of them are unreliable.
    if (kind === 'finger' || kind === 'toe' || kind === 'girdle' || kind === 'shoulder' || kind === 'spur')
      continue;
    const key = `${kind} ${side}`;
    kinds.set(key, [...(kinds.get(key) ?? []), joints]);
  }
  for (const [key, list] of kinds) add(key, list);
  return chains;
}

/** The longest path from the first of these joints through them. */
function longestWithin(joints: readonly number[], { parents, rest }: Skeleton): readonly number[] {
  const own = new Set(joints);
  const children = childrenOf(parents);
  let best: readonly number[] = [];
  let longest = -1;
  const extend = (path: readonly number[], length: number) => {
    const last = path[path.length - 1];
    const next = children[last].filter((c) => own.has(c));
    if (next.length === 0 && length > longest) {
      longest = length;
      best = path;
    }
    for (const c of next) {
      const bone = Math.hypot(
        rest[c * 3] - rest[last * 3],
        rest[c * 3 + 1] - rest[last * 3 + 1],
        rest[c * 3 + 2] - rest[last * 3 + 2],
      );
      extend([...path, c], length + bone);
    }
  };
  extend([joints[0]], 0);
  return best;
}

/** Points at equal distances along a chain, both ends included. Joints in body coordinates. [count, 3] */
export function sampleChain(joints: readonly number[], positions: Float64Array, count: number): Float64Array {
  const out = new Float64Array(count * 3);
  const steps = [0];
  for (let i = 1; i < joints.length; i++)
    steps.push(steps[i - 1] + span(positions, joints[i - 1], joints[i]));
  const total = steps[steps.length - 1];
  let at = 0;
  for (let s = 0; s < count; s++) {
    const target = count > 1 ? (total * s) / (count - 1) : 0;
    while (at + 2 < steps.length && steps[at + 1] < target) at++;
    const next = Math.min(at + 1, joints.length - 1);
    const bone = steps[next] - steps[at];
    const t = bone > 0 ? Math.min(1, (target - steps[at]) / bone) : 0;
    for (let k = 0; k < 3; k++) {
      out[s * 3 + k] = (1 - t) * positions[joints[at] * 3 + k] + t * positions[joints[next] * 3 + k];
    }
  }
  return out;
}

/** Length of a chain in body coordinates. */
export function chainLength(joints: readonly number[], positions: Float64Array): number {
  let length = 0;
  for (let i = 1; i < joints.length; i++) length += span(positions, joints[i - 1], joints[i]);
  return length;
}

const span = (positions: Float64Array, a: number, b: number): number =>
  Math.hypot(
    positions[a * 3] - positions[b * 3],
    positions[a * 3 + 1] - positions[b * 3 + 1],
    positions[a * 3 + 2] - positions[b * 3 + 2],
  );
