/**
 * @file How well a score separates two classes: the area under the ROC curve, that is the fraction of pairs in the right
 * order (Mann and Whitney, 1947); ties count half. 1 is a perfect separation, 0.5 is chance.
 */

/** The share of pairs where `above` is larger than `below`; null where one of them is empty. */
export function separation(below: readonly number[], above: readonly number[]): number | null {
  if (below.length === 0 || above.length === 0) return null;
  let wins = 0;
  for (const high of above) {
    for (const low of below) wins += high > low ? 1 : high === low ? 0.5 : 0;
  }
  return wins / (below.length * above.length);
}
