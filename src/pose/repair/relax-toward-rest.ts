/**
 * @file Resolves what contact forces could not: the joints between two intersecting parts are rotated toward rest, a
 * share at a time. At rest nothing intersects that counts, so a full share separates the two.
 */

import { throwIfAborted } from '../../base/progress.js';
import { slerpInto } from '../../math/quaternion.js';
import {
  type BodyFaults,
  findFaults,
  isClean,
  poseBody,
  type RepairWorkspace,
  weighFaults,
} from './repair-workspace.js';

/** Shares of the rotation to rest that are tried one after the other. */
const SHARES = [0.15, 0.3, 0.5, 0.75, 1];
/** Looks at the skin, at most. */
const MOST_TESTS = 80;
/** A share is taken where it parts at least so much of what two pieces have in common. */
const ENOUGH = 0.2;
/** Where no two parts can be separated, all joints relax by the first of these shares that helps. */
const WHOLE_SHARES = [0.25, 0.5, 0.75, 1];

const REST = [0, 0, 0, 1];

/** Relaxes the current pose; `close` restores the handles. */
export function relaxTowardRest(
  work: RepairWorkspace,
  first: BodyFaults,
  close: () => void,
  signal?: AbortSignal,
): BodyFaults {
  const { body, tools, tolerances } = work;
  const { parents, jointCount } = tools.rig;
  const everything = Array.from({ length: jointCount - 1 }, (_, j) => j + 1);
  const stuck = new Set<number>();
  let faults = first;
  let tests = 0;
  const attempt = (joints: readonly number[], share: number, enough: number): boolean => {
    throwIfAborted(signal);
    const rotations = body.rotations.slice();
    const root = body.root.slice();
    for (const j of joints) slerpInto(body.rotations, j * 4, rotations, j * 4, REST, 0, share);
    close();
    tests++;
    const next = poseBody(work) <= tolerances.handle ? findFaults(work) : undefined;
    if (next && weighFaults(next) < enough * weighFaults(faults)) {
      faults = next;
      return true;
    }
    body.rotations.set(rotations);
    body.root.set(root);
    return false;
  };
  while (tests < MOST_TESTS && work.tests > 0 && !isClean(faults, tolerances)) {
    const pieces = worstPair(work, faults, stuck);
    if (pieces) {
      const { key, share: part } = pieces;
      const between = jointsBetween(parents, Math.floor(key / jointCount), key % jointCount);
      if (!SHARES.some((share) => attempt(between, share, 1 - ENOUGH * part))) stuck.add(key);
    } else {
      if (!WHOLE_SHARES.some((share) => attempt(everything, share, 1))) break;
      stuck.clear();
    }
  }
  return faults;
}

/** The two parts with the most intersecting triangles, except stuck ones, and their share of all. */
function worstPair(
  { tools }: RepairWorkspace,
  { pairs }: BodyFaults,
  stuck: ReadonlySet<number>,
): { readonly key: number; readonly share: number } | undefined {
  const counts = new Map<number, number>();
  let [worst, most] = [-1, 0];
  for (let p = 0; p < pairs.length; p += 2) {
    const { owners } = tools.surface!;
    const [a, b] = [owners[pairs[p]], owners[pairs[p + 1]]];
    const key = Math.min(a, b) * tools.rig.jointCount + Math.max(a, b);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > most && !stuck.has(key)) [worst, most] = [key, count];
  }
  return worst < 0 ? undefined : { key: worst, share: most / (pairs.length / 2) };
}

/** Joints between two joints, without their common ancestor; the joint itself where both are the same. */
export function jointsBetween(parents: Int16Array, a: number, b: number): number[] {
  if (a === b) return [a];
  const between: number[] = [];
  let [i, j] = [a, b];
  // A parent comes before its children: the deeper of two has the larger number.
  while (i !== j) {
    if (j > i) {
      between.push(j);
      j = parents[j];
    } else {
      between.push(i);
      i = parents[i];
    }
  }
  return between;
}
