/** @file The joints below a joint, itself among them. */

/** Needs parents before their children. */
export function subtreeOf(parents: Int16Array, top: number): Set<number> {
  const all = new Set([top]);
  for (let j = top + 1; j < parents.length; j++) if (all.has(parents[j])) all.add(j);
  return all;
}
