/**
 * @file A body that is one long thin chain is a serpent, whatever its plan says: from its root one path leads to the
 * head and another to the tail. Where names tell which end is which, they decide; otherwise the plan's own forward does.
 */

import { distance, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../body-plan/body-plan.js';
import { subtreeOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';

/** Joints of the chain, at least; what it covers of the body's length; the length over other sides. */
const MANY = 6;
const COVERS = 0.7;
const THIN = 4;
const HEAD = /head|mouth|jaw|skull|face/i;
const TAIL = /tail/i;

/** The plan of a serpent, and whether its head is at the back; undefined for what is none. */
export function findSerpentPlan(
  plan: BodyPlan,
  skeleton: Skeleton,
  sides: readonly [x: number, y: number, z: number],
): { readonly plan: BodyPlan; readonly reversed: boolean } | undefined {
  const [width, height, length] = sides;
  if (plan.legs.length + plan.arms.length + plan.wings.length > 0) return undefined;
  if (length < THIN * Math.max(width, height)) return undefined;
  const { parents, names, rest } = skeleton;
  const ways = [...parents.keys()]
    .filter((j) => parents[j] === 0)
    .map((top) => longestWay(skeleton, top))
    .sort((a, b) => b.length - a.length);
  const joints = ways.slice(0, 2).flatMap((way) => way.joints);
  if (joints.length < MANY) return undefined;
  const z = joints.map((j) => rest[j * 3 + 2]);
  if (Math.max(...z) - Math.min(...z) < COVERS * length) return undefined;
  const named = (way: readonly number[], word: RegExp) => way.filter((j) => word.test(names[j])).length;
  const [long, short = { joints: [] as readonly number[] }] = ways;
  const ahead = endOf(rest, long.joints) > endOf(rest, short.joints);
  const votes =
    named(long.joints, HEAD) +
    named(short.joints, TAIL) -
    named(long.joints, TAIL) -
    named(short.joints, HEAD);
  const longIsHead = votes === 0 ? ahead : votes > 0;
  const [neck, tail] = longIsHead ? [long.joints, short.joints] : [short.joints, long.joints];
  return {
    plan: { ...plan, spine: [0], neck: neck.slice(0, -1), head: neck.at(-1) ?? 0, tail, extras: [] },
    reversed: longIsHead !== ahead,
  };
}

const endOf = (rest: Float32Array, way: readonly number[]): number => rest[(way.at(-1) ?? 0) * 3 + 2];

/** The longest way down from a joint. */
export function longestWay(
  { parents, rest }: Skeleton,
  top: number,
): { joints: readonly number[]; length: number } {
  const lengths = new Map<number, number>([[top, 0]]);
  let end = top;
  for (const j of [...subtreeOf(parents, top)].sort((a, b) => a - b)) {
    if (j === top) continue;
    const way = lengths.get(parents[j])! + distance(vectorAt(rest, j), vectorAt(rest, parents[j]));
    lengths.set(j, way);
    if (way > lengths.get(end)!) end = j;
  }
  const joints: number[] = [];
  for (let j = end; j !== parents[top]; j = parents[j]) joints.unshift(j);
  return {
    joints,
    length: lengths.get(end)! + distance(vectorAt(rest, top), vectorAt(rest, Math.max(0, parents[top]))),
  };
}
