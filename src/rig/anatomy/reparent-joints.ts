/**
 * @file Hangs feet, hands and eyes that an animator's rig keeps under the root from the joint that carries them.
 *
 * Such joints betray themselves in poses: they stray from their parent and move as one with another joint. Where no
 * pose tells, the flesh does: an ankle lies in the flesh of the shin, far from that of the root.
 *
 * The tree is cut wherever a joint strays from its parent, and grown again from the heaviest piece: always the piece
 * next that is nearest to moving as one with something already there. Taking each joint's best carrier by itself hung
 * feet from their toes, because toes move with feet more exactly than shins do.
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

/** A joint strays from its parent by more than this share of the size. */
const STRAYS = 0.012;
/** A carrier is believed if the joint strays from it by less than this, and half as far as from its parent. */
const FOLLOWS = 0.04;
const CLEARLY = 0.5;
/** What a size of distance costs, in drift: of two joints that carry alike, the near one. */
const DISTANCE_COST = 0.01;
/** By flesh alone: this far from the parent's, this near to the end of a limb, so much nearer than to the parent's. */
const FAR_FLESH = 0.12;
const NEAR_FLESH = 0.08;
const NEARER = 0.4;
/** A bare parent has no flesh to be near to, and may lie between the feet: it need not be far. */
const NEARER_THAN_BARE = 0.6;
/** How much more a carrier found by flesh may drift than the parent. */
const NO_WORSE = 0.005;

/** A joint and what carries it now. */
export interface Reparented {
  readonly joint: number;
  readonly carrier: number;
}

interface Piece {
  readonly top: number;
  readonly joints: readonly number[];
  /** How far its top strays from its parent. */
  readonly drift: number;
  /** The carrier that the flesh suggests, −1 for none. */
  readonly suggested: number;
}

/** A piece that waits, and the settled joint that it moves with most exactly so far; −1 for none. */
interface Waiting {
  readonly piece: Piece;
  carrier: number;
  cost: number;
}

/** Rehangs joints in the forest and returns which. */
export function reparentJoints(analysis: JointAnalysis, forest: JointForest): Reparented[] {
  const { body, others } = findBody(analysis, forest, cutPieces(analysis, forest));
  const settled = new Uint8Array(forest.parents.length);
  let waiting: Waiting[] = others.map((piece) => ({ piece, carrier: -1, cost: Infinity }));
  const rehung: Reparented[] = [];
  let next: Waiting | undefined = { piece: body, carrier: -1, cost: 0 };
  while (next) {
    const { piece, carrier } = next;
    if (carrier >= 0) {
      forest.parents[piece.top] = carrier;
      rehung.push({ joint: piece.top, carrier });
    }
    for (const j of piece.joints) settled[j] = 1;
    waiting = waiting.filter((other) => other !== next);
    for (const other of waiting) for (const k of piece.joints) considerCarrier(analysis, forest, other, k);
    next = waiting.reduce<Waiting | undefined>(
      (best, other) => (other.carrier >= 0 && other.cost < (best?.cost ?? Infinity) ? other : best),
      undefined,
    );
    // Nobody carries what is left any better: it stays where it hangs.
    next ??= waiting.find(({ piece: { top } }) => settled[forest.parents[top]]) ?? waiting[0];
  }
  return rehung;
}

/** The tree, cut above every joint that strays from its parent or whose flesh lies elsewhere. */
function cutPieces(analysis: JointAnalysis, forest: JointForest): Piece[] {
  const { parents, kept } = forest;
  const children = childLists(forest);
  const masses = sumSubtrees(forest, analysis.masses);
  const root = rootOf(forest);
  const tops = new Map<number, Omit<Piece, 'joints'>>();
  for (let j = 0; j < parents.length; j++) {
    if (!kept[j]) continue;
    const drift = j === root ? 0 : measureDrift(analysis, j, parents[j]);
    const suggested = j === root ? -1 : suggestCarrier(analysis, forest, masses, j);
    if (j === root || drift > STRAYS || suggested >= 0) tops.set(j, { top: j, drift, suggested });
  }
  const inner = children.map((joints) => joints.filter((j) => !tops.has(j)));
  return [...tops.values()].map((piece) => ({ ...piece, joints: listSubtree(inner, piece.top) }));
}

/** The heaviest piece is the body, together with what lies above it up to the root: that stays above it. */
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

/** Notes a settled joint as the carrier of a waiting piece if it is one, and better than those before. */
function considerCarrier(
  analysis: JointAnalysis,
  { parents }: JointForest,
  waiting: Waiting,
  k: number,
): void {
  const { top, drift, suggested } = waiting.piece;
  if (k === parents[top] || (analysis.poseCount === 0 && k !== suggested)) return;
  const away = DISTANCE_COST * restDistance(analysis, top, k);
  if (away >= waiting.cost) return;
  const strays = measureDrift(analysis, top, k);
  const cost = strays + away;
  const believed =
    k === suggested ? strays <= drift + NO_WORSE : cost < CLEARLY * drift && cost < FOLLOWS && drift > STRAYS;
  if (!believed || cost >= waiting.cost || areTwins(analysis, top, k)) return;
  waiting.carrier = k;
  waiting.cost = cost;
}

/** The end of a limb in whose flesh a joint lies that hangs from the root or from a bare joint far away; −1 for none. */
function suggestCarrier(
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
  if (far < FAR_FLESH && !isBare) return -1;
  let [best, nearest] = [-1, Math.min(NEAR_FLESH, (isBare ? NEARER_THAN_BARE : NEARER) * far)];
  for (let k = 0; k < parents.length; k++) {
    // The end of a limb: flesh, and none further out.
    if (!kept[k] || k === j || analysis.masses[k] < LEAST_MASS || masses[k] > analysis.masses[k] + LEAST_MASS)
      continue;
    // A limb, not another part that hangs from the same bare joint: that one may be missing its own limb.
    if (parents[k] === parent || areTwins(analysis, j, k)) continue;
    const distance = jointToSurface(analysis, j, k);
    if (distance < nearest) [best, nearest] = [k, distance];
  }
  return best;
}
