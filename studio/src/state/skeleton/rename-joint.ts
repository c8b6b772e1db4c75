/** @file Gives a joint another name; its partner gets that of the other side. */

import type { JointTree } from './draft.js';
import { mirrorName } from './mirror.js';

/** Why a joint cannot have a name, in words, or null. */
export function whyNotRename({ skeleton: { names } }: JointTree, joint: number, name: string): string | null {
  if (name.trim() === '') return 'A joint needs a name.';
  const holder = names.indexOf(name);
  return holder >= 0 && holder !== joint ? `Another joint is called ${name}.` : null;
}

/** The names with one changed; the partner's too where the new name tells a side and the other is free. */
export function renameJoint(
  { skeleton: { names }, partners }: JointTree,
  joint: number,
  name: string,
  symmetric = false,
): string[] {
  const renamed = [...names];
  renamed[joint] = name;
  const partner = partners[joint];
  const other = symmetric && partner >= 0 && partner !== joint ? mirrorName(name) : null;
  if (other !== null && !renamed.some((taken, j) => taken === other && j !== partner))
    renamed[partner] = other;
  return renamed;
}
