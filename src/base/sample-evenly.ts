/** @file A few of many, spread evenly. */

/** At most `limit` of the numbers 0 to `count` − 1: the middles of equal stretches. */
export function evenIndices(count: number, limit: number): number[] {
  const length = Math.min(limit, count);
  return Array.from({ length }, (_, i) => Math.floor(((i + 0.5) * count) / length));
}

/** At most `limit` of some items. */
export const sampleEvenly = <Item>(items: readonly Item[], limit: number): Item[] =>
  evenIndices(items.length, limit).map((i) => items[i]);
