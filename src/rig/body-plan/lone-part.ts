/** @file A hand, an arm or a head that came alone: a plan by the tree alone, since there is no body to measure it against. */

import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';
import type { BodyPlan, ExtraChain, FoundBodyPlan } from './body-plan.js';

/** Kinds that are parts of a body. */
export type LonePart = 'arm' | 'hand' | 'head';

export const isLonePart = (kind: string | undefined): kind is LonePart =>
  kind === 'arm' || kind === 'hand' || kind === 'head';

/** The reading with the plan of a lone part: its stem from the root, and every branch of it as fingers or as a crest. */
export function toLonePart(body: FoundBodyPlan, { parents, rest }: Skeleton, kind: LonePart): FoundBodyPlan {
  const children = childrenOf(parents);
  const bone = (j: number) =>
    Math.hypot(...[0, 1, 2].map((k) => rest[j * 3 + k] - rest[Math.max(0, parents[j]) * 3 + k]));
  const reach = (j: number): number => children[j].reduce((most, c) => Math.max(most, bone(c) + reach(c)), 0);
  const pathFrom = (start: number): number[] => {
    const path = [start];
    for (let at = start; children[at].length > 0; path.push(at)) {
      at = children[at].reduce((kept, c) => (bone(c) + reach(c) > bone(kept) + reach(kept) ? c : kept));
    }
    return path;
  };
  // A hand and a head are their root; an arm runs on along its longest branch up to where it divides.
  const longest = kind === 'arm' ? pathFrom(0) : [0];
  const fork = longest.findIndex((j) => children[j].length > 2);
  const stem = fork > 0 ? longest.slice(0, fork + 1) : longest;
  const extras: ExtraChain[] = [];
  const collect = (start: number) => {
    const path = pathFrom(start);
    extras.push({ kind: kind === 'head' ? 'crest' : 'finger', joints: path, side: 0 });
    for (const j of path) for (const c of children[j]) if (!path.includes(c)) collect(c);
  };
  for (const j of stem) for (const c of children[j]) if (!stem.includes(c)) collect(c);
  const empty: BodyPlan = {
    spine: kind === 'hand' ? stem : [],
    neck: [],
    head: kind === 'head' ? 0 : -1,
    jaw: -1,
    tail: [],
    legs: [],
    arms: kind === 'arm' ? [stem] : [],
    wings: [],
    feet: [],
    extras,
  };
  return { ...body, kind, plan: empty, findings: [] };
}
