/**
 * @file The deforming part of a skeleton. Control rigs hold more: controls that move no vertex (poles, targets, a root on
 * the ground), and feet parented to the root so that they stay where they are put. To find a body plan, the controls are
 * left out and such feet are parented to the shin they belong to.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { childrenOf, isInSubtree } from '../joint-tree.js';
import type { Skeleton, Skin } from '../rig-records.js';
import type { BodyAxes } from './body-axes.js';
import { toBody } from './body-axes.js';

export interface DeformSkeleton {
  /** Names and frames are those of the source joints. */
  readonly skeleton: Skeleton;
  /** Index of each joint in the source. */
  readonly source: Int16Array;
}

/** A foot parented to the root is at most this high above the ground, and its bone at least this long. */
const FOOT_HEIGHT = 0.15;
const LOOSE_BONE = 0.04;
/** Largest distance to the shin above it, horizontally and in total. */
const FOOT_ASIDE = 0.13;
const FOOT_REACH = 0.35;
/** A joint closer to the mirror plane than this is neither left nor right. */
const OFF_PLANE = 0.015;

/** Leaves out controls; `skin` tells which joints move vertices. */
export function findDeformSkeleton(
  skeleton: Skeleton,
  axes: BodyAxes,
  mesh?: Mesh,
  skin?: Skin,
): DeformSkeleton {
  const joints = toBody(skeleton.rest, axes);
  const parents = Int16Array.from(skeleton.parents);
  const kept = movingJoints(skeleton, mesh, skin);
  reparentFeet(joints, parents, kept, mesh ? heightOf(mesh, axes) : 1);
  const children = childrenOf(parents);

  // A root that moves nothing and has a single child is a control; the body starts below it.
  let root = 0;
  for (;;) {
    const inner = children[root].filter((c) => kept[c]);
    const moves = kept[root] === 2;
    if (moves || inner.length !== 1) break;
    root = inner[0];
  }
  const order: number[] = [];
  const stack = [root];
  while (stack.length > 0) {
    const j = stack.pop() as number;
    order.push(j);
    for (const c of [...children[j]].reverse()) if (kept[c]) stack.push(c);
  }
  const index = new Int16Array(parents.length).fill(-1);
  for (const [i, j] of order.entries()) index[j] = i;
  const rest = new Float32Array(order.length * 3);
  const frames = new Float32Array(order.length * 4);
  for (const [i, j] of order.entries()) {
    for (let k = 0; k < 3; k++) rest[i * 3 + k] = skeleton.rest[j * 3 + k];
    for (let k = 0; k < 4; k++) frames[i * 4 + k] = skeleton.frames[j * 4 + k];
  }
  return {
    skeleton: {
      names: order.map((j) => skeleton.names[j]),
      parents: Int16Array.from(order, (j, i) => (i === 0 ? -1 : index[parents[j]])),
      rest,
      frames,
    },
    source: Int16Array.from(order),
  };
}

/** 2 for joints that move a vertex, 1 for ancestors of such joints, 0 for the rest. Without a skin, 2 for all. */
function movingJoints(skeleton: Skeleton, mesh?: Mesh, skin?: Skin): Uint8Array {
  const kept = new Uint8Array(skeleton.parents.length);
  if (!mesh || !skin) return kept.fill(2);
  for (let i = 0; i < skin.weights.length; i++) {
    if (skin.weights[i] > 1e-3 && skin.joints[i] < kept.length) kept[skin.joints[i]] = 2;
  }
  for (let j = kept.length - 1; j > 0; j--) {
    const p = skeleton.parents[j];
    if (kept[j] && !kept[p]) kept[p] = 1;
  }
  return kept.some((k) => k === 2) ? kept : kept.fill(2);
}

/** Reparents feet that are children of the root (or of a child of it) to the leaf above them on the same side. */
function reparentFeet(joints: Float64Array, parents: Int16Array, kept: Uint8Array, height: number): void {
  const isLeaf = new Uint8Array(parents.length).fill(1);
  for (let j = 1; j < parents.length; j++) if (kept[j]) isLeaf[parents[j]] = 0;
  const at = (j: number, k: number) => joints[j * 3 + k];
  for (let j = 1; j < parents.length; j++) {
    const p = parents[j];
    if (!kept[j] || (p !== 0 && parents[p] !== 0) || Math.abs(at(p, 0)) > OFF_PLANE) continue;
    const away = Math.hypot(at(j, 0) - at(p, 0), at(j, 1) - at(p, 1), at(j, 2) - at(p, 2));
    if (at(j, 1) > FOOT_HEIGHT * height || away < LOOSE_BONE || Math.abs(at(j, 0)) < OFF_PLANE) continue;
    let best = -1;
    let nearest = FOOT_REACH;
    for (let l = 1; l < parents.length; l++) {
      if (!kept[l] || !isLeaf[l] || l === j || at(l, 1) <= at(j, 1)) continue;
      if (Math.abs(at(l, 0)) < OFF_PLANE || at(l, 0) * at(j, 0) <= 0) continue;
      if (isInSubtree(parents, j, l)) continue;
      const aside = Math.hypot(at(l, 0) - at(j, 0), at(l, 2) - at(j, 2));
      const apart = Math.hypot(aside, at(l, 1) - at(j, 1));
      if (aside > FOOT_ASIDE || apart >= nearest) continue;
      nearest = apart;
      best = l;
    }
    if (best >= 0) parents[j] = best;
  }
}

function heightOf(mesh: Mesh, axes: BodyAxes): number {
  let high = 0;
  const { positions } = mesh;
  const { up, origin, size } = axes;
  for (let i = 0; i < positions.length; i += 3) {
    const y =
      (positions[i] - origin[0]) * up[0] +
      (positions[i + 1] - origin[1]) * up[1] +
      (positions[i + 2] - origin[2]) * up[2];
    if (y > high) high = y;
  }
  return high / size || 1;
}
