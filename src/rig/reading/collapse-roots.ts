/**
 * @file Drops roots that are not part of the body: a node on the ground that the body moves over, a scene node that holds
 * several armatures.
 *
 * A root that moves no vertex is dropped if it has one child, or if the body drifts from it in the poses. Otherwise it
 * may be hips without vertices of their own, parent of legs and spine: those stay.
 *
 * Siblings of the body are reparented to the joint they moved with. Some stand still in all poses (eyes with an armature
 * of their own, whose motion was lost): their surface shows where they belong.
 */

import {
  type JointAnalysis,
  jointToSurface,
  measureDrift,
  restDistance,
  surfaceGap,
} from './analyze-joints.js';
import { childLists, type JointForest, listSubtree, rootOf, sumSubtrees } from './joint-forest.js';
import { areTwins } from './mirror-twins.js';
import type { Reparented } from './reparent-joints.js';

/** A root is bare with less of the skin weight than this, and less than this fraction of an even share. */
const BARE = 0.01;
const BARE_SHARE = 0.1;
/** The body drifts from a root by more than this fraction of the size. */
const DRIFTS = 0.01;
/** Without poses: a child with this fraction of the weight is the body if its surface starts this far away. */
const WHOLE_BODY = 0.8;
const FAR = 0.15;
/** Without poses: a root on the ground with no surface nearer than this is not part of the body. */
const OUTSIDE = 0.1;
/** Height up to which a root counts as on the ground, as a fraction of the size. */
const GROUND = 0.05;
/** A body has at least this many joints. */
const LEAST_JOINTS = 4;
/** Cost of distance, in drift per size. */
const DISTANCE_COST = 0.01;
/** A joint that drifts from the root by less than this stands still. */
const STILL = 1e-4;

export interface CollapsedRoots {
  readonly dropped: readonly number[];
  readonly reparented: readonly Reparented[];
}

/** Collapses bare roots of the forest, one after the other. */
export function collapseRoots(analysis: JointAnalysis, forest: JointForest): CollapsedRoots {
  const dropped: number[] = [];
  const reparented: Reparented[] = [];
  if (!analysis.hasSkin) return { dropped, reparented };
  for (;;) {
    const root = rootOf(forest);
    const children = childLists(forest);
    const masses = sumSubtrees(forest, analysis.masses);
    const keptCount = forest.kept.reduce((sum, kept) => sum + kept, 0);
    if (!isBare(analysis, root) || children[root].length === 0 || keptCount <= LEAST_JOINTS) break;
    const body = heaviest(children[root], masses);
    const others = children[root].filter((j) => j !== body);
    if (others.length > 0 && !isLoose(analysis, children, masses, root)) break;
    const candidates = listSubtree(children, body);
    for (const other of others) {
      const isStill = analysis.poseCount > 0 && measureDrift(analysis, other, root) < STILL;
      let joint = other;
      // The armature of a part that stands still is a scene node, often far from its surface.
      while (isStill && isBare(analysis, joint) && children[joint].length === 1) {
        forest.kept[joint] = 0;
        dropped.push(joint);
        [joint] = children[joint];
      }
      const parent =
        bestParent(analysis, candidates, joint, isStill ? listSubtree(children, joint) : []) ?? body;
      forest.parents[joint] = parent;
      reparented.push({ joint, parent });
    }
    forest.parents[body] = -1;
    forest.kept[root] = 0;
    dropped.push(root);
  }
  return { dropped, reparented };
}

const isBare = ({ masses }: JointAnalysis, joint: number): boolean =>
  masses[joint] <= Math.min(BARE, BARE_SHARE / masses.length);

const heaviest = (joints: readonly number[], masses: Float64Array): number =>
  joints.reduce((a, b) => (masses[b] > masses[a] ? b : a));

/** Whether the body moves relative to the root, directly or at the end of a chain of bare joints. */
function isLoose(
  analysis: JointAnalysis,
  children: readonly (readonly number[])[],
  masses: Float64Array,
  root: number,
): boolean {
  if (analysis.poseCount === 0) return isOutside(analysis, children, masses, root);
  for (let joint = root; isBare(analysis, joint) && children[joint].length > 0; ) {
    const next = heaviest(children[joint], masses);
    if (measureDrift(analysis, next, joint) > DRIFTS) return true;
    joint = next;
  }
  return false;
}

/** Whether a root lies on the ground outside the surface, or away from the one part that is nearly all of it. */
function isOutside(
  analysis: JointAnalysis,
  children: readonly (readonly number[])[],
  masses: Float64Array,
  root: number,
): boolean {
  let [nearest, lowest] = [Infinity, Infinity];
  for (const [j, points] of analysis.surface.entries()) {
    if (points.length > 0) nearest = Math.min(nearest, jointToSurface(analysis, root, j));
    for (let i = 1; i < points.length; i += 3) lowest = Math.min(lowest, points[i]);
  }
  const height = analysis.skeleton.rest[root * 3 + 1] - lowest;
  if (nearest > OUTSIDE && height < GROUND * analysis.size) return true;
  const body = heaviest(children[root], masses);
  let first = body;
  while (isBare(analysis, first) && children[first].length > 0) first = heaviest(children[first], masses);
  return masses[body] > WHOLE_BODY * masses[root] && restDistance(analysis, root, first) > FAR;
}

/** The best parent of a joint: by the surface of what stands still, else by motion where there are poses. */
function bestParent(
  analysis: JointAnalysis,
  candidates: readonly number[],
  joint: number,
  still: readonly number[],
): number | undefined {
  const points = still.map((j) => analysis.surface[j]).filter(({ length }) => length > 0);
  let best: number | undefined;
  let least = Infinity;
  for (const k of candidates) {
    if (areTwins(analysis, joint, k)) continue;
    const cost = parentCost(analysis, joint, points, k);
    if (cost < least) [best, least] = [k, cost];
  }
  return best;
}

function parentCost(
  analysis: JointAnalysis,
  joint: number,
  still: readonly Float32Array[],
  k: number,
): number {
  if (still.length > 0) return Math.min(...still.map((points) => surfaceGap(analysis, points, k)));
  const near = analysis.poseCount > 0 ? measureDrift(analysis, joint, k) : jointToSurface(analysis, joint, k);
  return near + DISTANCE_COST * restDistance(analysis, joint, k);
}
