/**
 * @file Hangs the limbs beside the mirror plane from hips and shoulders. The curve runs from the middle of the body
 * aslant into a limb; artists go from the spine across to a joint above the leg (or further out in an arm) and from
 * there along the limb.
 *
 * The hip lies a little further out than where the limb leaves the ball around its fork, and that of a leg higher. The
 * constants are fitted on 245 limbs of artists' rigs: on families left out, bones between spine and limb came from
 * 0.058 to 0.045 of the longest side near the artist's. More measures (the direction of the limb, its radius, the way
 * to the spine, up to 14 with ridge regression) gained less than 2 % of that. Moving limbs towards the middle of the
 * mesh's corners around them brought true joints nearer to the curve (legs by a tenth) but false ones further off.
 */

import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { childrenOf, distanceBetween } from './curve-branches.js';
import type { BodyStance } from './measure-branches.js';
import { isOnGround } from './measure-curve.js';

export interface LimbConstants {
  /** How far a hip lies beyond the way out of the fork's ball, in lengths of that way. */
  readonly outward: number;
  /** How much higher the hip of an upright leg lies, in radii of the fork; that of a level one does not. */
  readonly legRise: number;
}

export const LIMB_CONSTANTS: LimbConstants = Object.freeze({ outward: 0.3, legRise: 0.4 });

/** A tree with its limbs hung anew. */
export interface AttachedLimbs {
  readonly tree: CurveTree;
  /** The point of the old tree that each point is, −1 for a new one. [N] */
  readonly sources: Int32Array;
  /** Points where a joint belongs. */
  readonly hips: ReadonlySet<number>;
}

/** Distance between the points of a new piece of the curve, of the longest side. */
const STEP = 0.008;

/** Hangs every limb that leaves the plane x = 0. A body without a mirror plane stays as it is. */
export function attachLimbs(
  tree: CurveTree,
  stance: BodyStance,
  c: LimbConstants = LIMB_CONSTANTS,
): AttachedLimbs {
  const { parents } = tree;
  const children = childrenOf(parents);
  const draft = createDraft(tree, children);
  if (stance.symmetric) {
    const farthest = findFarthest(tree, children);
    const onSpine = new Set(draft.spine);
    for (let first = 1; first < parents.length; first++) {
      if (onSpine.has(first) || !onSpine.has(parents[first])) continue;
      const path = [first];
      for (let next = farthest[first]; next >= 0; next = farthest[next]) path.push(next);
      hangLimb(draft, path, stance, c);
    }
    draft.trim();
  }
  return draft.finish();
}

type Point = readonly [number, number, number];

/** Replaces the inner part of a limb, given by its points outwards, by a way over its hip. */
function hangLimb(draft: Draft, path: readonly number[], stance: BodyStance, c: LimbConstants): void {
  const { tree } = draft;
  const { positions, radii } = tree;
  const fork = tree.parents[path[0]];
  const tip = path[path.length - 1];
  const out = path.findIndex((p) => distanceBetween(positions, fork, p) > radii[fork]);
  const exit = out < 0 ? path.length >> 1 : out;
  const rise = isOnGround(tree, tip, stance.ground)
    ? c.legRise * radii[fork] * steepness(tree, path[exit], tip)
    : 0;
  const beyond = (k: number) => {
    const at = positions[path[exit] * 3 + k];
    return at + c.outward * (at - positions[fork * 3 + k]);
  };
  const hip: Point = [beyond(0), beyond(1) + rise, beyond(2)];

  // (1) From the nearest point of the spine; on to where the limb passes the hip, and as far again to turn into it.
  const spine = nearestPoint(tree, draft.spine, hip);
  let join = path.indexOf(nearestPoint(tree, path.slice(exit), hip));
  let left = distanceTo(tree, path[join], hip);
  for (; join < path.length - 1 && left > 0; join++)
    left -= distanceBetween(positions, path[join], path[join + 1]);

  // (2) A limb that ends before has no hip.
  const from = pointOf(tree, spine);
  const to = pointOf(tree, path[join]);
  let parent = spine;
  if (path[join] === tip) {
    parent = draft.addLine(from, to, radii[spine], radii[tip], parent);
  } else {
    const radius = Math.max(radii[path[join]], Math.min(radii[path[exit]], radii[fork]));
    parent = draft.addHip(hip, radius, draft.addLine(from, hip, radii[spine], radius, parent));
    parent = draft.addLine(hip, to, radius, radii[path[join]], parent);
  }
  draft.replace(path.slice(0, join), path[join], parent);
}

interface Draft {
  readonly tree: CurveTree;
  /** Points that are reached without leaving the mirror plane. */
  readonly spine: readonly number[];
  /** Adds the points between two places and gives the last of them, or the parent where there is no room for one. */
  addLine(from: Point, to: Point, fromRadius: number, toRadius: number, parent: number): number;
  addHip(at: Point, radius: number, parent: number): number;
  /** Drops points, hangs the next one of their limb from a parent, and what else grew from them from that one. */
  replace(dropped: readonly number[], next: number, parent: number): void;
  /** Drops what is left of a spine that led to limbs only. */
  trim(): void;
  finish(): AttachedLimbs;
}

function createDraft(tree: CurveTree, children: readonly (readonly number[])[]): Draft {
  const count = tree.radii.length;
  const places = Array.from(tree.positions);
  const sizes = Array.from(tree.radii);
  const parents = Array.from(tree.parents);
  const dropped = new Set<number>();
  const hips = new Set<number>();
  const spine = findSpine(tree);
  const add = ([x, y, z]: Point, radius: number, parent: number): number => {
    places.push(x, y, z);
    sizes.push(radius);
    return parents.push(parent) - 1;
  };
  return {
    tree,
    spine,
    addLine(from, to, fromRadius, toRadius, parent) {
      const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const steps = Math.round(Math.sqrt(dx * dx + dy * dy + dz * dz) / STEP);
      let last = parent;
      for (let step = 1; step < steps; step++) {
        const f = step / steps;
        const radius = fromRadius + f * (toRadius - fromRadius);
        last = add([from[0] + f * dx, from[1] + f * dy, from[2] + f * dz], radius, last);
      }
      return last;
    },
    addHip(at, radius, parent) {
      const hip = add(at, radius, parent);
      hips.add(hip);
      return hip;
    },
    replace(points, next, parent) {
      for (const point of points) {
        dropped.add(point);
        for (const child of children[point]) parents[child] = next;
      }
      parents[next] = parent;
    },
    trim() {
      const uses = new Int32Array(parents.length);
      for (let i = 1; i < parents.length; i++) if (!dropped.has(i)) uses[parents[i]]++;
      for (const start of spine) {
        for (
          let i = start;
          i > 0 && uses[i] === 0 && children[i].length > 0 && !dropped.has(i);
          i = parents[i]
        ) {
          dropped.add(i);
          uses[parents[i]]--;
        }
      }
    },
    finish() {
      const grown = childrenOf(Int32Array.from(parents));
      const order = [0];
      for (let i = 0; i < order.length; i++) {
        for (const child of grown[order[i]]) if (!dropped.has(child)) order.push(child);
      }
      const rank = new Int32Array(parents.length).fill(-1);
      order.forEach((i, at) => {
        rank[i] = at;
      });
      return {
        tree: {
          positions: Float64Array.from(order.flatMap((i) => places.slice(i * 3, i * 3 + 3))),
          radii: Float64Array.from(order, (i) => sizes[i]),
          volumes: Float64Array.from(order, (i) => tree.volumes[i] ?? 0),
          parents: Int32Array.from(order, (i) => (i === 0 ? -1 : rank[parents[i]])),
        },
        sources: Int32Array.from(order, (i) => (i < count ? i : -1)),
        hips: new Set(Array.from(hips, (i) => rank[i])),
      };
    },
  };
}

/** Points that are reached without leaving the mirror plane; parents come before their children. */
function findSpine({ positions, parents }: CurveTree): number[] {
  const spine = new Set<number>();
  for (let i = 0; i < parents.length; i++) {
    if (positions[i * 3] === 0 && (i === 0 || spine.has(parents[i]))) spine.add(i);
  }
  return [...spine];
}

/** The child of each point that leads to the farthest end, −1 for an end. */
function findFarthest(
  { positions, parents }: CurveTree,
  children: readonly (readonly number[])[],
): Int32Array {
  const order = [0];
  for (let i = 0; i < order.length; i++) order.push(...children[order[i]]);
  const farthest = new Int32Array(parents.length).fill(-1);
  const reach = new Float64Array(parents.length);
  for (let k = order.length - 1; k > 0; k--) {
    const i = order[k];
    const parent = parents[i];
    const length = reach[i] + distanceBetween(positions, i, parent);
    if (length <= reach[parent]) continue;
    reach[parent] = length;
    farthest[parent] = i;
  }
  return farthest;
}

/** How far down it is from one point to another, over their distance; 0 where it is up. */
function steepness({ positions }: CurveTree, from: number, to: number): number {
  const drop = positions[from * 3 + 1] - positions[to * 3 + 1];
  return drop > 0 ? drop / distanceBetween(positions, from, to) : 0;
}

const pointOf = ({ positions }: CurveTree, i: number): Point => [
  positions[i * 3],
  positions[i * 3 + 1],
  positions[i * 3 + 2],
];

function distanceTo({ positions }: CurveTree, i: number, [x, y, z]: Point): number {
  const dx = positions[i * 3] - x;
  const dy = positions[i * 3 + 1] - y;
  const dz = positions[i * 3 + 2] - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Of some points the one nearest to a place. */
function nearestPoint(tree: CurveTree, points: readonly number[], place: Point): number {
  let nearest = points[0];
  for (const point of points)
    if (distanceTo(tree, point, place) < distanceTo(tree, nearest, place)) nearest = point;
  return nearest;
}
