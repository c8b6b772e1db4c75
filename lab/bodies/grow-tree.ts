/**
 * @file The joints that move something, as one tree. Joints of which no vertex takes more than a tenth are spliced out and
 * their weights go to the nearest ancestor that stays (to the new root where there is none). Where the root itself goes,
 * the trunk with most joints becomes the root, legs and tail attach to it, other parts to the nearest trunk joint.
 */

import { computeBox } from '../../src/mesh/box.js';
import { jointCount, type Rig, type Skeleton, type Skin } from '../../src/rig/rig-records.js';
import { type JointPart, readJointName } from './joint-parts.js';

/** A joint moves something if a vertex takes more than this part of its motion from it. */
const LEAST_WEIGHT = 0.1;

/** The rig without idle joints; undefined where fewer than two move anything. */
export function growTree(rig: Rig): Rig | undefined {
  const { skeleton, skin, mesh } = rig;
  const count = jointCount(skeleton);
  const moves = strongJoints(skin, count);
  if (isFloorRoot(rig)) moves[0] = 0;
  // (1) The nearest ancestor that stays, itself included.
  const anchors = new Int16Array(count).fill(-1);
  for (let j = 0; j < count; j++)
    anchors[j] = moves[j] ? j : skeleton.parents[j] < 0 ? -1 : anchors[skeleton.parents[j]];
  const kept = [...anchors.keys()].filter((j) => moves[j]);
  if (kept.length < 2) return undefined;
  const parents = skeleton.parents.map((p) => (p < 0 ? -1 : anchors[p]));

  // (2) One root.
  const root = joinRoots(skeleton, kept, parents);
  const order = sortParentsFirst(kept, parents, root);
  const numbers = new Int16Array(count).fill(-1);
  for (const [n, j] of order.entries()) numbers[j] = n;
  return {
    mesh,
    skeleton: {
      names: order.map((j) => skeleton.names[j]),
      parents: Int16Array.from(order, (j) => (j === root ? -1 : numbers[parents[j]])),
      rest: Float32Array.from(order.flatMap((j) => [...skeleton.rest.subarray(j * 3, j * 3 + 3)])),
      frames: Float32Array.from(order.flatMap((j) => [...skeleton.frames.subarray(j * 4, j * 4 + 4)])),
    },
    skin: { ...skin, joints: skin.joints.map((j) => (anchors[j] < 0 ? 0 : numbers[anchors[j]])) },
  };
}

function strongJoints(skin: Skin, count: number): Uint8Array {
  const moves = new Uint8Array(count);
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > LEAST_WEIGHT) moves[skin.joints[i]] = 1;
  return moves;
}

/** A root lower than this, over the height, whose children are all higher than `LIFTED` marks the floor. */
const FLOOR = 0.05;
const LIFTED = 0.3;

/** Whether the root lies on the floor below the body: whatever follows it is a mistake. */
function isFloorRoot({ mesh, skeleton: { parents, rest } }: Rig): boolean {
  const { min, max } = computeBox(mesh.positions);
  const heightOf = (j: number) => (rest[j * 3 + 1] - min[1]) / (max[1] - min[1] || 1);
  return (
    parents[0] < 0 &&
    heightOf(0) < FLOOR &&
    [...parents.keys()].every((j) => parents[j] !== 0 || heightOf(j) > LIFTED)
  );
}

const TRUNK: ReadonlySet<JointPart> = new Set(['trunk', 'soft']);
const HEAD: ReadonlySet<JointPart> = new Set(['neck', 'head']);
/** Parts of the rear unless they are called front. */
const REAR: ReadonlySet<JointPart> = new Set(['leg', 'foot', 'tail']);

/** Attaches all roots but the trunk's to the trunk; changes `parents`, returns the root. */
function joinRoots(skeleton: Skeleton, kept: readonly number[], parents: Int16Array): number {
  const roots = kept.filter((j) => parents[j] < 0);
  if (roots.length === 1) return roots[0];
  const named = skeleton.names.map(readJointName);
  const isTrunk = (j: number) => TRUNK.has(named[j].part);
  const rootOf = (j: number): number => (parents[j] < 0 ? j : rootOf(parents[j]));
  const sizes = new Map<number, number>();
  for (const j of kept) sizes.set(rootOf(j), (sizes.get(rootOf(j)) ?? 0) + 1);
  const rank = (j: number) =>
    (sizes.get(j) ?? 0) + (isTrunk(j) ? 2 * kept.length : HEAD.has(named[j].part) ? kept.length : 0);
  // The trunk is joined first: what comes later may belong to any part of it.
  const order = [...roots].sort((a, b) => rank(b) - rank(a));
  const root = order[0];
  for (const j of order.slice(1)) {
    const body = kept.filter((k) => rootOf(k) === root);
    const trunk = body.filter(isTrunk);
    const { part, row } = named[j];
    const isRear = REAR.has(part) && row !== 'front';
    const places = isRear && isTrunk(root) ? [root] : trunk.length > 0 ? trunk : body;
    parents[j] = places.reduce((best, k) =>
      distance(skeleton, j, k) < distance(skeleton, j, best) ? k : best,
    );
  }
  return root;
}

function distance({ rest }: Skeleton, a: number, b: number): number {
  return Math.hypot(
    rest[a * 3] - rest[b * 3],
    rest[a * 3 + 1] - rest[b * 3 + 1],
    rest[a * 3 + 2] - rest[b * 3 + 2],
  );
}

function sortParentsFirst(kept: readonly number[], parents: Int16Array, root: number): number[] {
  const order = [root];
  for (let i = 0; i < order.length; i++) {
    for (const j of kept) if (parents[j] === order[i] && j !== root) order.push(j);
  }
  return order;
}
