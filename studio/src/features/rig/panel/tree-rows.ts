/** @file The rows of the joint tree, without collapsed and unmatched ones. */

import type { Skeleton } from 'posespace/rig';

export interface TreeRow {
  readonly joint: number;
  /** 0 for the root. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly folded: boolean;
  /** Whether its name matches the search. */
  readonly found: boolean;
}

/** Rows in depth-first order; `folded` holds names of collapsed joints. A search expands all ancestors of a match. */
export function treeRows({ names, parents }: Skeleton, folded: ReadonlySet<string>, search = ''): TreeRow[] {
  const wanted = search.trim().toLowerCase();
  const matches = names.map((name) => wanted !== '' && name.toLowerCase().includes(wanted));
  const kept = matches.slice();
  const children: number[][] = names.map(() => []);
  for (let j = parents.length - 1; j > 0; j--) {
    if (kept[j]) kept[parents[j]] = true;
    children[parents[j]].unshift(j);
  }
  const rows: TreeRow[] = [];
  const stack = names.length > 0 ? [{ joint: 0, depth: 0 }] : [];
  while (stack.length > 0) {
    const { joint, depth } = stack.pop()!;
    if (wanted !== '' && !kept[joint]) continue;
    const hasChildren = children[joint].length > 0;
    const isFolded = wanted === '' && hasChildren && folded.has(names[joint]);
    rows.push({ joint, depth, hasChildren, folded: isFolded, found: matches[joint] });
    if (isFolded) continue;
    for (let i = children[joint].length - 1; i >= 0; i--) {
      stack.push({ joint: children[joint][i], depth: depth + 1 });
    }
  }
  return rows;
}

/** The collapsed joints without the ancestors of a joint. */
export function unfoldTo(
  { names, parents }: Skeleton,
  folded: ReadonlySet<string>,
  joint: number,
): ReadonlySet<string> {
  const open = new Set(folded);
  for (let above = parents[joint] ?? -1; above >= 0; above = parents[above]) open.delete(names[above]);
  return open.size === folded.size ? folded : open;
}
