/** @file Joints by name or by index, wherever a verb takes one; a name that is not there is answered with close ones. */

import { PosespaceError } from '../../base/errors.js';
import type { Skeleton } from '../rig-records.js';

/** A joint: its index in the skeleton, or its name. */
export type JointRef = number | string;

/** Names listed in an error, at most. */
const MOST_NAMES = 5;

/**
 * The index of a joint. Throws `bad-usage` where there is none, with the names closest to the one given; `verb` is
 * named in the message.
 *
 * @example
 * const hand = jointIndex(model.skeleton, 'leftHand');
 */
export function jointIndex(
  { names }: Pick<Skeleton, 'names'>,
  joint: JointRef,
  verb = 'rig/jointIndex',
): number {
  const index = typeof joint === 'string' ? names.indexOf(joint) : joint;
  if (Number.isInteger(index) && index >= 0 && index < names.length) return index;
  const advice =
    typeof joint === 'string'
      ? `did you mean ${closestNames(names, joint).join(', ')}?`
      : `give a name or an index in 0 to ${names.length - 1}`;
  throw new PosespaceError('bad-usage', `${verb}: there is no joint ${JSON.stringify(joint)}; ${advice}`);
}

/** The names with the fewest letters to change, closest first. */
function closestNames(names: readonly string[], wanted: string): string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const target = plain(wanted);
  const distances = names.map((name) => editDistance(plain(name), target));
  return [...names.keys()]
    .sort((a, b) => distances[a] - distances[b] || a - b)
    .slice(0, MOST_NAMES)
    .map((j) => names[j]);
}

/** Letters to insert, delete, replace or swap with the next (Damerau, each letter edited once). */
function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let k = 1; k <= b.length; k++) table[0][k] = k;
  for (let i = 1; i <= a.length; i++) {
    for (let k = 1; k <= b.length; k++) {
      const replaced = table[i - 1][k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1);
      const swaps = i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      table[i][k] = Math.min(
        table[i - 1][k] + 1,
        table[i][k - 1] + 1,
        replaced,
        swaps ? table[i - 2][k - 2] + 1 : Infinity,
      );
    }
  }
  return table[a.length][b.length];
}
