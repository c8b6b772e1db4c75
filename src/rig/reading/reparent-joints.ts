/**
 * @file Reparents feet, hands and eyes that a control rig keeps under the root to the joint they move with.
 *
 * Such joints show in poses: they drift from their parent and move rigidly with another joint. Without poses the surface
 * shows it: an ankle lies in the surface of the shin, far from that of the root.
 *
 * The tree is cut wherever a joint drifts from its parent, and rebuilt from the heaviest piece: the next piece is always
 * the one that moves most rigidly with something already in the tree. Choosing the best parent of each joint by itself
 * made feet children of their toes, because toes move with feet more exactly than shins do.
 */

import {
  type JointAnalysis,
  jointToSurface,
  LEAST_MASS,
  measureDrift,
  restDistance,
} from './analyze-joints.js';
import { childLists, type JointForest, listSubtree, rootOf, sumSubtrees } from './joint-forest.js';
import { areTwins } from './mirror-twins.js';

/** A joint drifts from its parent by more than this fraction of the size. */
const DRIFTS = 0.012;
/** A new parent is accepted if the joint drifts from it by less than this, and half as far as from its parent. */
const FOLLOWS = 0.04;
const CLEARLY = 0.5;
/** Cost of distance, in drift per size: of two joints that fit alike, the nearer one. */
const DISTANCE_COST = 0.01;
/** By surface alone: this far from the parent's, this near to the end of a limb, so much nearer than to the parent's. */
const FAR_SURFACE = 0.12;
const NEAR_SURFACE = 0.08;
const NEARER = 0.4;
/** A parent that moves no vertex has no surface, and may lie between the feet: it need not be far. */
const NEARER_THAN_BARE = 0.6;
/** How much more a parent found by the surface may drift than the current one. */
const NO_WORSE = 0.005;

/** A joint and its new parent. */
export interface Reparented {
  readonly joint: number;
  readonly parent: number;
}

interface Piece {
  readonly top: number;
  readonly joints: readonly number[];
  /** How far its top drifts from its parent. */
  readonly drift: number;
  /** The parent that the surface suggests, −1 for none. */
  readonly suggested: number;
}

/** A piece not yet in the tree, and the joint of the tree that it moves with most rigidly so far; −1 for none. */
interface Waiting {
  readonly piece: Piece;
  carrier: number;
  cost: number;
}

/** Reparents joints in the forest and returns which. */
export function reparentJoints(analysis: JointAnalysis, forest: JointForest): Reparented[] {
  const { body, others } = findBody(analysis, forest, cutPieces(analysis, forest));
  const inTree = new Uint8Array(forest.parents.length);
  let waiting: Waiting[] = others.map((piece) => ({ piece, carrier: -1, cost: Infinity }));
  const reparented: Reparented[] = [];
  let next: Waiting | undefined = { piece: body, carrier: -1, cost: 0 };
  while (next) {
    const { piece, carrier } = next;
    if (carrier >= 0) {
      forest.parents[piece.top] = carrier;
      reparented.push({ joint: piece.top, parent: carrier });
    }
    for (const j of piece.joints) inTree[j] = 1;
    waiting = waiting.filter((other) => other !== next);
    for (const other of waiting) for (const k of piece.joints) considerParent(analysis, forest, other, k);
    next = waiting.reduce<Waiting | undefined>(
      (best, other) => (other.carrier >= 0 && other.cost < (best?.cost ?? Infinity) ? other : best),
      undefined,
    );
    // No better parent for what is left: it keeps its own.
    next ??= waiting.find(({ piece: { top } }) => inTree[forest.parents[top]]) ?? waiting[0];
  }
  return reparented;
}

/** The tree, cut above every joint that drifts from its parent or whose surface lies elsewhere. */
function cutPieces(analysis: JointAnalysis, forest: JointForest): Piece[] {
  const { parents, kept } = forest;
  const children = childLists(forest);
  const masses = sumSubtrees(forest, analysis.masses);
  const root = rootOf(forest);
  const tops = new Map<number, Omit<Piece, 'joints'>>();
  for (let j = 0; j < parents.length; j++) {
    if (!kept[j]) continue;
    const drift = j === root ? 0 : measureDrift(analysis, j, parents[j]);
    const suggested = j === root ? -1 : suggestParent(analysis, forest, masses, j);
    if (j === root || drift > DRIFTS || suggested >= 0) tops.set(j, { top: j, drift, suggested });
  }
  const inner = children.map((joints) => joints.filter((j) => !tops.has(j)));
  return [...tops.values()].map((piece) => ({ ...piece, joints: listSubtree(inner, piece.top) }));
}

/** The heaviest piece is the body, together with its ancestors up to the root: those stay above it. */
function findBody(
  analysis: JointAnalysis,
  { parents }: JointForest,
  pieces: readonly Piece[],
): { body: Piece; others: Piece[] } {
  const masses = pieces.map(({ joints }) => joints.reduce((sum, j) => sum + analysis.masses[j], 0));
  const heaviest = pieces[masses.indexOf(Math.max(...masses))];
  const pieceOf = new Map(pieces.flatMap((piece) => piece.joints.map((j) => [j, piece] as const)));
  const parts = new Set([heaviest]);
  let last = heaviest;
  while (parents[last.top] >= 0) {
    last = pieceOf.get(parents[last.top])!;
    parts.add(last);
  }
  return {
    body: { ...heaviest, joints: [...parts].flatMap(({ joints }) => joints) },
    others: pieces.filter((piece) => !parts.has(piece)),
  };
}

/** Records a joint of the tree as the parent of a waiting piece if it is accepted and better than those before. */
function considerParent(
  analysis: JointAnalysis,
  { parents }: JointForest,
  waiting: Waiting,
  k: number,
): void {
  const { top, drift, suggested } = waiting.piece;
  if (k === parents[top] || (analysis.poseCount === 0 && k !== suggested)) return;
  const away = DISTANCE_COST * restDistance(analysis, top, k);
  if (away >= waiting.cost) return;
  const drifts = measureDrift(analysis, top, k);
  const cost = drifts + away;
  const accepted =
    k === suggested ? drifts <= drift + NO_WORSE : cost < CLEARLY * drift && cost < FOLLOWS && drift > DRIFTS;
  if (!accepted || cost >= waiting.cost || areTwins(analysis, top, k)) return;
  waiting.carrier = k;
  waiting.cost = cost;
}

/** For a joint under the root or a distant joint without surface: the end of a limb in whose surface it lies; −1 for none. */
function suggestParent(
  analysis: JointAnalysis,
  forest: JointForest,
  masses: Float64Array,
  j: number,
): number {
  const { parents, kept } = forest;
  const parent = parents[j];
  if (!analysis.hasSkin || masses[j] < LEAST_MASS) return -1;
  const isBare = analysis.masses[parent] < LEAST_MASS;
  if (parents[parent] >= 0 && !isBare) return -1;
  const far = jointToSurface(analysis, j, parent);
  if (far < FAR_SURFACE && !isBare) return -1;
  let [best, nearest] = [-1, Math.min(NEAR_SURFACE, (isBare ? NEARER_THAN_BARE : NEARER) * far)];
  for (let k = 0; k < parents.length; k++) {
    // The end of a limb: it moves vertices, and no descendant does.
    if (!kept[k] || k === j || analysis.masses[k] < LEAST_MASS || masses[k] > analysis.masses[k] + LEAST_MASS)
      continue;
    // A limb, not a sibling under the same joint: that one may be missing its own limb.
    if (parents[k] === parent || areTwins(analysis, j, k)) continue;
    const distance = jointToSurface(analysis, j, k);
    if (distance < nearest) [best, nearest] = [k, distance];
  }
  return best;
}
