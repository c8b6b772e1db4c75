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

import { childLists, type JointForest, listSubtree, rootOf, sumSubtrees } from './joint-forest.js';
import { areTwins } from './same-side.js';
import { type BodyStudy, fleshDistance, LEAST_MASS, measureDrift, restDistance } from './study-body.js';

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
export interface Rehung {
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

/** Rehangs joints in the forest and returns which. */
export function rehangJoints(study: BodyStudy, forest: JointForest): Rehung[] {
  const pieces = cutPieces(study, forest);
  const settled = new Uint8Array(forest.parents.length);
  settle(settled, pieces.splice(heaviest(study, forest, pieces), 1)[0]);
  const rehung: Rehung[] = [];
  while (pieces.length > 0) {
    const next = nearestPiece(study, forest, pieces, settled);
    if (next) {
      const [piece] = pieces.splice(next.index, 1);
      forest.parents[piece.top] = next.carrier;
      rehung.push({ joint: piece.top, carrier: next.carrier });
      settle(settled, piece);
      continue;
    }
    // Nobody carries what is left any better: it stays where it hangs.
    const index = pieces.findIndex(({ top }) => forest.parents[top] < 0 || settled[forest.parents[top]]);
    settle(settled, pieces.splice(Math.max(0, index), 1)[0]);
  }
  return rehung;
}

function settle(settled: Uint8Array, { joints }: Piece): void {
  for (const j of joints) settled[j] = 1;
}

/** The tree, cut above every joint that strays from its parent or whose flesh lies elsewhere. */
function cutPieces(study: BodyStudy, forest: JointForest): Piece[] {
  const { parents, kept } = forest;
  const children = childLists(forest);
  const masses = sumSubtrees(forest, study.masses);
  const root = rootOf(forest);
  const tops = new Map<number, Omit<Piece, 'joints'>>();
  for (let j = 0; j < parents.length; j++) {
    if (!kept[j]) continue;
    const drift = j === root ? 0 : measureDrift(study, j, parents[j]);
    const suggested = j === root ? -1 : suggestCarrier(study, forest, masses, j);
    if (j === root || drift > STRAYS || suggested >= 0) tops.set(j, { top: j, drift, suggested });
  }
  const inner = children.map((joints) => joints.filter((j) => !tops.has(j)));
  return [...tops.values()].map((piece) => ({ ...piece, joints: listSubtree(inner, piece.top) }));
}

/**
 * The heaviest piece is the body. What lies above it up to the root stays above it: those pieces are settled first,
 * by being part of it.
 */
function heaviest(study: BodyStudy, { parents }: JointForest, pieces: Piece[]): number {
  const masses = pieces.map(({ joints }) => joints.reduce((sum, j) => sum + study.masses[j], 0));
  const body = masses.indexOf(Math.max(...masses));
  const pieceOf = new Map(pieces.flatMap((piece) => piece.joints.map((j) => [j, piece] as const)));
  const above: Piece[] = [];
  for (let p = parents[pieces[body].top]; p >= 0; p = parents[above[above.length - 1].top]) {
    above.push(pieceOf.get(p)!);
  }
  const joints = [pieces[body], ...above].flatMap((piece) => piece.joints);
  const merged = { ...pieces[body], joints };
  for (const piece of [pieces[body], ...above]) pieces.splice(pieces.indexOf(piece), 1);
  return pieces.push(merged) - 1;
}

/** The piece that moves as one with a settled joint most exactly, and that joint. */
function nearestPiece(
  study: BodyStudy,
  { parents }: JointForest,
  pieces: readonly Piece[],
  settled: Uint8Array,
): { index: number; carrier: number } | undefined {
  let best: { index: number; carrier: number } | undefined;
  let least = Infinity;
  for (const [index, { top, drift, suggested }] of pieces.entries()) {
    for (let k = 0; k < parents.length; k++) {
      if (!settled[k] || k === parents[top]) continue;
      if (study.poseCount === 0 && k !== suggested) continue;
      const away = DISTANCE_COST * restDistance(study, top, k);
      if (away >= least) continue;
      const strays = measureDrift(study, top, k);
      const cost = strays + away;
      const believed =
        k === suggested
          ? strays <= drift + NO_WORSE
          : cost < CLEARLY * drift && cost < FOLLOWS && drift > STRAYS;
      if (!believed || cost >= least || areTwins(study, top, k)) continue;
      least = cost;
      best = { index, carrier: k };
    }
  }
  return best;
}

/** The end of a limb in whose flesh a joint lies that hangs from the root or from a bare joint far away; −1 for none. */
function suggestCarrier(study: BodyStudy, forest: JointForest, masses: Float64Array, j: number): number {
  const { parents, kept } = forest;
  const parent = parents[j];
  if (!study.hasSkin || masses[j] < LEAST_MASS) return -1;
  const isBare = study.masses[parent] < LEAST_MASS;
  if (parents[parent] >= 0 && !isBare) return -1;
  const far = fleshDistance(study, j, parent);
  if (far < FAR_FLESH && !isBare) return -1;
  let [best, nearest] = [-1, Math.min(NEAR_FLESH, (isBare ? NEARER_THAN_BARE : NEARER) * far)];
  for (let k = 0; k < parents.length; k++) {
    // The end of a limb: flesh, and none further out.
    if (!kept[k] || k === j || study.masses[k] < LEAST_MASS || masses[k] > study.masses[k] + LEAST_MASS)
      continue;
    // A limb, not another part that hangs from the same bare joint: that one may be missing its own limb.
    if (parents[k] === parent || areTwins(study, j, k)) continue;
    const distance = fleshDistance(study, j, k);
    if (distance < nearest) [best, nearest] = [k, distance];
  }
  return best;
}
