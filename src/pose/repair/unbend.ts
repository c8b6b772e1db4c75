/**
 * @file Parts what pushing could not: the joints between two pieces of flesh that meet are turned towards rest, a share
 * at a time. At rest nothing meets that counts, so at the latest a whole share parts the two.
 */

import { throwIfAborted } from '../../base/progress.js';
import { slerpInto } from '../../math/quaternion.js';
import {
  type BodyFaults,
  findFaults,
  isSound,
  poseBody,
  type RepairWorkspace,
  weighFaults,
} from './repair-workspace.js';

/** Shares of the way to rest that are tried in turn. */
const SHARES = [0.15, 0.3, 0.5, 0.75, 1];
const MOST_ROUNDS = 24;
/** A share is taken where it leaves at most so much of what is wrong. */
const ENOUGH = 0.9;
/** Where no two pieces can be parted the whole body goes this share of the way. */
const WHOLE_SHARE = 0.25;

/** Unbends the pose at hand; `close` meets the handles again. */
export function unbend(
  work: RepairWorkspace,
  first: BodyFaults,
  close: () => void,
  signal?: AbortSignal,
): BodyFaults {
  const { body, tools, tolerances } = work;
  const everything = Array.from({ length: tools.tree.jointCount - 1 }, (_, j) => j + 1);
  let faults = first;
  for (let round = 0; round < MOST_ROUNDS && !isSound(faults, tolerances); round++) {
    throwIfAborted(signal);
    const rotations = body.rotations.slice();
    const root = body.root.slice();
    const attempt = (joints: readonly number[], share: number, enough: number): boolean => {
      body.rotations.set(rotations);
      body.root.set(root);
      for (const j of joints) slerpInto(body.rotations, j * 4, rotations, j * 4, REST, 0, share);
      close();
      if (poseBody(work) > tolerances.handle) return false;
      const next = findFaults(work);
      if (!(weighFaults(next) < enough * weighFaults(faults))) return false;
      faults = next;
      return true;
    };
    const between = joinsToUnbend(work, faults);
    if (between.length > 0 && SHARES.some((share) => attempt(between, share, ENOUGH))) continue;
    if (attempt(everything, WHOLE_SHARE, 1)) continue;
    body.rotations.set(rotations);
    body.root.set(root);
    break;
  }
  return faults;
}

const REST = [0, 0, 0, 1];

/** Joints between the two pieces of flesh of which most triangles meet. */
function joinsToUnbend({ tools }: RepairWorkspace, { pairs }: BodyFaults): number[] {
  const { parents, jointCount } = tools.tree;
  const counts = new Map<number, number>();
  let [worst, most] = [-1, 0];
  for (let p = 0; p < pairs.length; p += 2) {
    const { owners } = tools.surface!;
    const [a, b] = [owners[pairs[p]], owners[pairs[p + 1]]];
    const key = Math.min(a, b) * jointCount + Math.max(a, b);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > most) [worst, most] = [key, count];
  }
  if (worst < 0) return [];
  return jointsBetween(parents, Math.floor(worst / jointCount), worst % jointCount);
}

/** Joints that turn one joint's flesh against another's, the one both hang from aside; a joint itself where they are one. */
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
