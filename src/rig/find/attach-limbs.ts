/**
 * @file Attaches the limbs beside the mirror plane at hips and shoulders. The curve runs diagonally from the middle
 * of the body into a limb; artists go from the spine across to a joint above the leg (or further out, for an arm) and
 * from there along the limb.
 *
 * The hip lies a little beyond the point where the limb leaves the sphere around its fork, and higher for a leg. The
 * constants (models/joint-placement) are fitted on 245 limbs: bones between spine and limb came from 0.058 to 0.045 of
 * the longest side from the artists', on families left out. lab/notes/rig-find-skeleton.md
 */

import { type HipPlacement, JOINT_PLACEMENT_PARAMETERS } from '../../../models/joint-placement/parameters.js';
import { distanceBetween, vectorAt } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { childrenOf } from '../joint-tree.js';
import type { BodyStance } from './measure-branches.js';
import { isOnGround } from './measure-curve.js';

/** A curve tree whose limbs start at hips and shoulders. */
export interface AttachedLimbs {
  readonly tree: CurveTree;
  /** Index of each point in the old tree, −1 for a new one. [N] */
  readonly sources: Int32Array;
  /** Points where a joint belongs. */
  readonly hips: ReadonlySet<number>;
}

/** Distance between points of a new piece of the curve, as a fraction of the longest side. */
const STEP = 0.008;

/** Attaches every limb that leaves the plane x = 0. A body without a mirror plane is not changed. */
export function attachLimbs(
  tree: CurveTree,
  stance: BodyStance,
  c: HipPlacement = JOINT_PLACEMENT_PARAMETERS.hips,
): AttachedLimbs {
  const { parents } = tree;
  const children = childrenOf(parents);
  const draft = createCurveDraft(tree, children);
  if (stance.symmetric) {
    const farthest = findFarthest(tree, children);
    const onSpine = new Set(draft.spine);
    for (let first = 1; first < parents.length; first++) {
      if (onSpine.has(first) || !onSpine.has(parents[first])) continue;
      const path = [first];
      for (let next = farthest[first]; next >= 0; next = farthest[next]) path.push(next);
      attachLimb(draft, path, stance, c);
    }
    draft.trim();
  }
  return draft.finish();
}

type Point = readonly [number, number, number];

/** Replaces the inner part of a limb, given by its points from the fork outwards, by a path over its hip. */
function attachLimb(draft: Draft, path: readonly number[], stance: BodyStance, c: HipPlacement): void {
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

  // (1) From the nearest point of the spine to where the limb passes the hip, and as far again to bend into it.
  const spine = nearestPoint(tree, draft.spine, hip);
  let join = path.indexOf(nearestPoint(tree, path.slice(exit), hip));
  let left = distanceTo(tree, path[join], hip);
  for (; join < path.length - 1 && left > 0; join++)
    left -= distanceBetween(positions, path[join], path[join + 1]);

  // (2) A limb that ends before that has no hip.
  const from = vectorAt(tree.positions, spine);
  const to = vectorAt(tree.positions, path[join]);
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
  /** Points that are reached from the root without leaving the mirror plane. */
  readonly spine: readonly number[];
  /** Adds points between two positions and returns the last of them, or the parent where there is no room for one. */
  addLine(from: Point, to: Point, fromRadius: number, toRadius: number, parent: number): number;
  addHip(at: Point, radius: number, parent: number): number;
  /** Drops points, parents the next point of their limb to `parent`, and their other children to that next point. */
  replace(dropped: readonly number[], next: number, parent: number): void;
  /** Drops stretches of the spine that led to limbs only. */
  trim(): void;
  finish(): AttachedLimbs;
}

function createCurveDraft(tree: CurveTree, children: readonly (readonly number[])[]): Draft {
  const count = tree.radii.length;
  const coordinates = Array.from(tree.positions);
  const sizes = Array.from(tree.radii);
  const parents = Array.from(tree.parents);
  const dropped = new Set<number>();
  const hips = new Set<number>();
  const spine = findSpine(tree);
  const add = ([x, y, z]: Point, radius: number, parent: number): number => {
    coordinates.push(x, y, z);
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
      const rebuilt = childrenOf(Int32Array.from(parents));
      const order = [0];
      for (let i = 0; i < order.length; i++) {
        for (const child of rebuilt[order[i]]) if (!dropped.has(child)) order.push(child);
      }
      const rank = new Int32Array(parents.length).fill(-1);
      order.forEach((i, at) => {
        rank[i] = at;
      });
      return {
        tree: {
          positions: Float64Array.from(order.flatMap((i) => coordinates.slice(i * 3, i * 3 + 3))),
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

/** Points that are reached without leaving the mirror plane, parents before children. */
function findSpine({ positions, parents }: CurveTree): number[] {
  const spine = new Set<number>();
  for (let i = 0; i < parents.length; i++) {
    if (positions[i * 3] === 0 && (i === 0 || spine.has(parents[i]))) spine.add(i);
  }
  return [...spine];
}

/** The child of each point on the path to its farthest descendant, −1 for an end. */
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

/** Drop from one point to another over their distance; 0 where the second is higher. */
function steepness({ positions }: CurveTree, from: number, to: number): number {
  const drop = positions[from * 3 + 1] - positions[to * 3 + 1];
  return drop > 0 ? drop / distanceBetween(positions, from, to) : 0;
}

function distanceTo({ positions }: CurveTree, i: number, [x, y, z]: Point): number {
  const dx = positions[i * 3] - x;
  const dy = positions[i * 3 + 1] - y;
  const dz = positions[i * 3 + 2] - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** The one of some points that is nearest to a position. */
function nearestPoint(tree: CurveTree, points: readonly number[], target: Point): number {
  let nearest = points[0];
  for (const point of points)
    if (distanceTo(tree, point, target) < distanceTo(tree, nearest, target)) nearest = point;
  return nearest;
}
