/**
 * @file Drops joints that are controls for the animator rather than bones: IK targets, pole targets, controls.
 *
 * Neither they nor their descendants move a vertex, and they show by drifting from their parent, by coinciding with a
 * joint that moves vertices, or by their name. A joint that moves no vertex but follows one that does rigidly is the end
 * of a bone, and stays: it marks where a head or a foot ends.
 */

import { jointWords } from '../weights/joint-words.js';
import { type JointAnalysis, LEAST_MASS, measureDrift, restDistance } from './analyze-joints.js';
import { type JointForest, sumSubtrees } from './joint-forest.js';

/** Ends of bones drift from them by less than this fraction of the size. */
const RIGID = 0.005;
/** A bare joint this near to one that moves vertices is its duplicate: a chain that another chain copies. */
const COINCIDES = 0.005;

/** Drops controls and returns which. */
export function dropControls(analysis: JointAnalysis, forest: JointForest): number[] {
  if (!analysis.hasSkin) return [];
  const { parents, kept } = forest;
  const masses = sumSubtrees(forest, analysis.masses);
  const dropped = new Set<number>();
  for (const j of parents.keys()) {
    if (!kept[j] || parents[j] < 0 || masses[j] >= LEAST_MASS) continue;
    if (isControl(analysis, forest, masses, j)) dropped.add(j);
  }
  // Descendants of a control are dropped with it.
  for (const j of parents.keys()) {
    for (let a = parents[j]; a >= 0 && kept[j]; a = parents[a]) if (dropped.has(a)) dropped.add(j);
  }
  for (const j of dropped) kept[j] = 0;
  return [...dropped].sort((a, b) => a - b);
}

function isControl(analysis: JointAnalysis, forest: JointForest, masses: Float64Array, j: number): boolean {
  const { masses: own, skeleton } = analysis;
  const parent = forest.parents[j];
  const words = jointWords(skeleton.names[j]);
  if (words.includes('control') || words.includes('object')) return true;
  if (measureDrift(analysis, j, parent) > RIGID) return true;
  // Sibling of a joint that moves vertices, under a parent that moves none: no bone could end here.
  if (own[parent] < LEAST_MASS && masses[parent] >= LEAST_MASS) return true;
  return own.some(
    (mass, k) =>
      mass >= LEAST_MASS && k !== parent && forest.kept[k] === 1 && restDistance(analysis, j, k) < COINCIDES,
  );
}
