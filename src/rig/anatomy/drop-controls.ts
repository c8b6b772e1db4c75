/**
 * @file Joints that are handles for animators rather than bones: targets and poles of inverse kinematics, controls.
 *
 * They move no vertex, nor does anything below them; and they give themselves away by not moving with what they hang
 * from, by lying where another joint has flesh, or by their name. A joint that moves no vertex but goes along rigidly
 * with flesh is the end of a bone, and stays: it tells where a head or a foot ends.
 */

import { jointWords } from '../weights/joint-words.js';
import { type JointAnalysis, LEAST_MASS, measureDrift, restDistance } from './analyze-joints.js';
import { type JointForest, sumSubtrees } from './joint-forest.js';

/** Ends of bones stray from them by less than this share of the size. */
const RIGID = 0.005;
/** A bare joint this near to a joint with flesh is its double: the chain that another chain copies. */
const SAME_PLACE = 0.005;

/** Drops them and returns which they were. */
export function dropControls(analysis: JointAnalysis, forest: JointForest): number[] {
  if (!analysis.hasSkin) return [];
  const { parents, kept } = forest;
  const masses = sumSubtrees(forest, analysis.masses);
  const dropped = new Set<number>();
  for (const j of parents.keys()) {
    if (!kept[j] || parents[j] < 0 || masses[j] >= LEAST_MASS) continue;
    if (isControl(analysis, forest, masses, j)) dropped.add(j);
  }
  // What hangs from a control goes with it.
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
  // Beside flesh that hangs from a bare joint: that joint has no flesh that could end here.
  if (own[parent] < LEAST_MASS && masses[parent] >= LEAST_MASS) return true;
  return own.some(
    (mass, k) =>
      mass >= LEAST_MASS && k !== parent && forest.kept[k] === 1 && restDistance(analysis, j, k) < SAME_PLACE,
  );
}
