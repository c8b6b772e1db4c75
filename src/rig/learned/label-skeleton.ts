/**
 * @file Names the joints of a skeleton found in the shape by the roles of the network's: each limb of the network takes
 * the branch of the shape that runs along it. Branches that no limb claims are dropped (an udder, a hat); a limb that has
 * no branch keeps the network's own joints. A tail that the network draws along a leg does not take the leg's branch.
 */

import { mean } from '../../math/statistics.js';
import { alongSegment, distanceBetween, lengthOf, lerp, subtract, vectorAt } from '../../math/vector.js';
import { childrenOf } from '../joint-tree.js';
import { type Claims, claimLost, findMisattached, type Lost, returnBranches } from './correct-claims.js';
import {
  cosineOf,
  distanceTo,
  findParts,
  isSmallPart,
  limbLength,
  MOST_GAP,
  MOST_TIP_GAP,
  MOST_TIP_SHARE,
  type Parts,
  type RoleJoints,
  roleOf,
  tipGap,
} from './role-parts.js';
import { ROLES } from './role-tokens.js';

/** The skeleton of the shape with roles, rooted at the hips. */
export interface LabelledSkeleton {
  readonly parents: Int16Array;
  readonly tokens: Uint8Array;
  readonly positions: Float64Array;
  /** Index of each joint in the shape's skeleton, −1 for a joint of the network. [J] */
  readonly source: Int16Array;
}

/** How much farther a bone counts that runs across the joint's own direction. */
const ACROSS = 1;

/** Owner of the joints of a branch that stays although no limb claims it. */
const SPARE = -2;
const OTHER = ROLES.indexOf('other') * 3;
/** Middle, left or right of the plane x = 0, for a body that faces +z. */
const sideOf = (x: number) => (Math.abs(x) < 1e-6 ? 0 : x > 0 ? 1 : 2);

/** Labels the joints of `shape` by those of `network`; `keeps` says which branches stay although no limb claims them. */
export function labelSkeleton(
  shape: { readonly parents: Int16Array; readonly positions: ArrayLike<number> },
  network: RoleJoints,
  keeps: (branch: readonly number[]) => boolean = () => false,
  { isBoxes = false } = {},
): LabelledSkeleton {
  const limbs = findParts(network);
  const nearest = Array.from(shape.parents, (_, j) => nearestPart(shape, j, network, limbs.of));
  const children = childrenOf(shape.parents);
  // (1) Branches from their ends inward, each claimed by one part of the body.
  const owner = new Int16Array(shape.parents.length).fill(-1);
  const dropped = new Uint8Array(shape.parents.length);
  const discard = (branch: readonly number[]) => {
    const stays = keeps(branch);
    for (const j of branch) {
      owner[j] = stays ? SPARE : -1;
      dropped[j] = stays ? 0 : 1;
    }
  };
  const claimed: Claims = new Map();
  // The fingers of a hand that came alone are what the shape shows, wherever the network has them.
  const isHand = roleOf(network.tokens[0]) === 'hand';
  const lost: Lost[] = [];
  for (const branch of findEnds(shape.parents, children)) {
    const part = mostFrequent(branch.map((j) => nearest[j].part));
    const fork = shape.parents[branch[branch.length - 1]];
    const gap = tipGap(shape, branch[0], network, limbs.members[part]);
    const onItself = !isHand && fork >= 0 && nearest[fork].part === part && part !== 0;
    const isLimb = part !== 0 || isAxialEnd(shape, branch[0], network, limbs.members[0]);
    const near = mean(branch.map((j) => nearest[j].distance)) < MOST_GAP;
    const reaches = gap < Math.max(MOST_TIP_GAP, MOST_TIP_SHARE * limbLength(network, limbs.members[part]));
    // The joint of a box is at its hinge, not at its end.
    if (!isLimb || !near || !(reaches || onItself || isBoxes)) {
      discard(branch);
      if (isHand) lost.push({ part, joints: branch });
      continue;
    }
    const rival = claimed.get(part);
    if (rival && !onItself) {
      const loser = gap >= rival.gap ? branch : rival.joints;
      discard(loser);
      lost.push({ part, joints: loser });
      if (loser === branch) continue;
    }
    if (!onItself || !rival) claimed.set(part, { joints: branch, gap });
    for (const j of branch) owner[j] = part;
  }
  const cut = returnBranches(shape, network, limbs, claimed, owner);
  for (const { joints, part } of claimLost(shape, network, limbs, claimed, lost)) {
    for (const j of joints) [owner[j], dropped[j]] = [part, 0];
  }
  // (2) What lies between: of a limb if all that hangs on it is, else of the trunk.
  for (let j = shape.parents.length - 1; j >= 0; j--) {
    if (owner[j] >= 0 || dropped[j]) continue;
    const below = new Set(children[j].filter((c) => !dropped[c] && owner[c] !== SPARE).map((c) => owner[c]));
    const only = below.size === 1 ? [...below][0] : 0;
    owner[j] = only === nearest[j].part && !isHand ? only : 0;
  }
  for (const part of findMisattached(shape, network, limbs, owner)) {
    claimed.delete(part);
    owner.forEach((of, j) => {
      if (of === part) [owner[j], dropped[j]] = [-1, 1];
    });
  }
  if (isHand) keepOnePalm(shape, network, owner, dropped);
  // (3) The limbs that found no branch, and all together from the hips.
  const kept = Array.from(shape.parents.keys()).filter((j) => !dropped[j]);
  const draft = createLabelDraft(shape, network, kept, owner, limbs, isBoxes);
  draft.addMissing(claimed, cut);
  return draft.finish();
}

/** Fingers hang on one joint: of those of the palm the one nearest to the network's stays. */
function keepOnePalm(
  shape: { readonly positions: ArrayLike<number> },
  network: RoleJoints,
  owner: Int16Array,
  dropped: Uint8Array,
): void {
  const palm = Array.from(owner.keys()).filter((j) => owner[j] === 0 && !dropped[j]);
  const away = (j: number) => distanceBetween(shape.positions, j, 0, network.positions);
  const kept = palm.reduce((best, j) => (away(j) < away(best) ? j : best), palm[0]);
  for (const j of palm) dropped[j] = j === kept ? 0 : 1;
}

interface Nearest {
  readonly part: number;
  readonly joint: number;
  readonly distance: number;
}

/** The network's bone nearest to a joint of the shape. */
function nearestPart(
  shape: { readonly parents: Int16Array; readonly positions: ArrayLike<number> },
  j: number,
  network: RoleJoints,
  part: Int16Array,
): Nearest {
  const at = vectorAt(shape.positions, j);
  const parent = shape.parents[j];
  const from = parent >= 0 ? vectorAt(shape.positions, parent) : at;
  const direction = [at[0] - from[0], at[1] - from[1], at[2] - from[2]] as const;
  let best: Nearest = { part: 0, joint: 0, distance: Infinity };
  let least = Infinity;
  network.parents.forEach((up, b) => {
    const end = vectorAt(network.positions, b);
    // The bone that leads to a limb's first joint belongs to neither.
    const start = up >= 0 && part[up] === part[b] ? vectorAt(network.positions, up) : end;
    const along = alongSegment(at, start, end);
    const distance = lengthOf(subtract(lerp(start, end, along), at));
    const cosine = cosineOf(direction, [end[0] - start[0], end[1] - start[1], end[2] - start[2]]);
    const cost = distance * (1 + ACROSS * (1 - cosine));
    if (cost >= least) return;
    least = cost;
    best = { part: part[b], joint: along < 0.5 && part[up] === part[b] && up >= 0 ? up : b, distance };
  });
  return best;
}

/** Runs of joints from each leaf up to, and without, the next fork; the leaf first. */
function findEnds(parents: Int16Array, children: readonly (readonly number[])[]): number[][] {
  return Array.from(parents.keys())
    .filter((j) => children[j].length === 0 && parents[j] >= 0)
    .map((leaf) => {
      const run = [leaf];
      for (let j = parents[leaf]; j > 0 && children[j].length === 1; j = parents[j]) run.push(j);
      return run;
    });
}

/** Whether a branch of the trunk ends at the head, or at the hind end of a body without a tail. */
function isAxialEnd(
  shape: { readonly positions: ArrayLike<number> },
  tip: number,
  network: RoleJoints,
  members: readonly number[],
): boolean {
  const nearest = members.reduce((kept, j) =>
    distanceBetween(shape.positions, tip, j, network.positions) <
    distanceBetween(shape.positions, tip, kept, network.positions)
      ? j
      : kept,
  );
  const role = roleOf(network.tokens[nearest]);
  return role === 'head' || role === 'neck' || network.parents[nearest] < 0;
}

/** The skeleton in the making: kept joints of the shape, then joints of the network. */
function createLabelDraft(
  shape: { readonly parents: Int16Array; readonly positions: ArrayLike<number> },
  network: RoleJoints,
  kept: readonly number[],
  owner: Int16Array,
  limbs: Parts,
  isBoxes: boolean,
) {
  const rank = new Map(kept.map((j, i) => [j, i]));
  const keptParent = (j: number): number => {
    let parent = shape.parents[j];
    while (parent >= 0 && !rank.has(parent)) parent = shape.parents[parent];
    return parent >= 0 ? (rank.get(parent) as number) : -1;
  };
  const parents = kept.map(keptParent);
  const positions = kept.flatMap((j) => [...vectorAt(shape.positions, j)]);
  const source = [...kept];
  const nearestToken = (at: readonly number[], members: readonly number[]) =>
    network.tokens[
      members.reduce((best, j) =>
        distanceTo(network.positions, j, at) < distanceTo(network.positions, best, at) ? j : best,
      )
    ];
  const tokens = kept.map((j) =>
    owner[j] === SPARE
      ? OTHER + sideOf(shape.positions[j * 3])
      : nearestToken(vectorAt(shape.positions, j), limbs.members[owner[j]]),
  );
  return {
    /** `cut`: how many joints are kept of the parts that are named. */
    addMissing(claimed: ReadonlyMap<number, unknown>, cut: ReadonlyMap<number, number>) {
      limbs.members.forEach((members, part) => {
        if (part === 0 || claimed.has(part) || isSmallPart(network, members)) return;
        const made = new Map<number, number>();
        // Figures of boxes have one joint a part.
        for (const j of members.slice(0, isBoxes ? 1 : cut.get(part))) {
          const up = network.parents[j];
          const at = vectorAt(network.positions, j);
          const parent = made.get(up) ?? this.nearestOf(up >= 0 ? limbs.of[up] : 0, at);
          made.set(j, parents.push(parent) - 1);
          positions.push(...at);
          tokens.push(network.tokens[j]);
          source.push(-1);
        }
      });
    },
    /** The nearest joint of a part, or of the trunk where the part has none. */
    nearestOf(part: number, at: readonly number[]): number {
      const of = (wanted: number) => kept.flatMap((j, i) => (owner[j] === wanted ? [i] : []));
      const some = of(part).length > 0 ? of(part) : of(0).length > 0 ? of(0) : [0];
      return some.reduce((best, i) =>
        distanceTo(positions, i, at) < distanceTo(positions, best, at) ? i : best,
      );
    },
    finish(): LabelledSkeleton {
      nameHead(
        tokens,
        positions,
        network,
        kept.map((j) => owner[j]),
      );
      const root = this.nearestOf(0, vectorAt(network.positions, 0));
      return reroot(parents, tokens, positions, source, root);
    },
  };
}

/** The joint of the trunk that is nearest to the network's head is the head, where none came out as one. */
function nameHead(
  tokens: number[],
  positions: readonly number[],
  network: RoleJoints,
  owners: readonly number[],
): void {
  const head = network.tokens.findIndex((token) => roleOf(token) === 'head');
  const trunk = owners.flatMap((part, i) => (part === 0 ? [i] : []));
  if (head < 0 || trunk.length < 2 || tokens.some((token) => roleOf(token) === 'head')) return;
  const at = vectorAt(network.positions, head);
  const nearest = trunk.reduce((best, i) =>
    distanceTo(positions, i, at) < distanceTo(positions, best, at) ? i : best,
  );
  tokens[nearest] = network.tokens[head];
}

/** The tree from another root, parents before children. */
function reroot(
  parents: readonly number[],
  tokens: readonly number[],
  positions: readonly number[],
  source: readonly number[],
  root: number,
): LabelledSkeleton {
  const links: number[][] = parents.map(() => []);
  parents.forEach((parent, j) => {
    if (parent < 0) return;
    links[parent].push(j);
    links[j].push(parent);
  });
  const order = [root];
  const parentOf = new Map([[root, -1]]);
  for (let i = 0; i < order.length; i++) {
    for (const next of links[order[i]]) {
      if (parentOf.has(next)) continue;
      parentOf.set(next, i);
      order.push(next);
    }
  }
  return {
    parents: Int16Array.from(order, (j) => parentOf.get(j) as number),
    tokens: Uint8Array.from(order, (j) => tokens[j]),
    positions: Float64Array.from(order.flatMap((j) => positions.slice(j * 3, j * 3 + 3))),
    source: Int16Array.from(order, (j) => source[j]),
  };
}

function mostFrequent(values: readonly number[]): number {
  const count = (value: number) => values.filter((other) => other === value).length;
  return values.reduce((best, value) => (count(value) > count(best) ? value : best));
}
