/**
 * @file Which way an artist's rig faces, in quarter turns about the vertical: names of front and hind legs, the head
 * against hips and tail, toes against ankles, and which side is called left, all vote. Packs that face −Z or +X are turned
 * to +Z.
 */

import { computeBox, longestSide } from '../../src/mesh/box.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { findRigLimbs, type NamedTree } from './rig-limbs.js';

/** How much each hint counts; a direction counts by its length over the size of the body, up to `ENOUGH`. */
const WEIGHTS = { rows: 3, toes: 2, head: 1.5, sides: 1.5 };
const ENOUGH = 0.05;
/** What the convention counts. */
const CONVENTION = 0.6;

/** Quarter turns about +Y (from +X towards −Z) that make the body face +Z: 0 to 3. */
export function findFacing(rig: Rig, tree: NamedTree): number {
  const size = longestSide(computeBox(rig.mesh.positions)) || 1;
  const hints = [
    hint(rowDirection(tree), WEIGHTS.rows, size),
    hint(toeDirection(rig, tree), WEIGHTS.toes, size),
    hint(headDirection(tree), WEIGHTS.head, size),
    // Left is to the left: with +Y up, forward = left × up.
    hint(turnLeftToForward(sideDirection(tree)), WEIGHTS.sides, size),
  ];
  const [x, z] = [0, 1].map((k) => hints.reduce((sum, one) => sum + one[k], 0));
  // The forward direction that each turn takes to +Z: +Z, −X, −Z, +X.
  const scores = [z + CONVENTION, -x, -z, x];
  return scores.indexOf(Math.max(...scores));
}

type Flat = readonly [x: number, z: number];

/** A direction on the ground as a vote. */
function hint([x, z]: Flat, weight: number, size: number): Flat {
  const length = Math.hypot(x, z) / size;
  if (!(length > 1e-4)) return [0, 0];
  const vote = (weight * Math.min(1, length / ENOUGH)) / (length * size);
  return [x * vote, z * vote];
}

/** From the mean of the joints called hind to the mean of those called front. */
function rowDirection(tree: NamedTree): Flat {
  const limbs = findRigLimbs(tree).filter(({ kind }) => kind === 'leg' || kind === 'arm');
  const of = (row: 'front' | 'hind') =>
    limbs.filter(({ joints }) => joints.some((j) => tree.parts[j].row === row)).map(({ path }) => path[0]);
  const hind = of('hind');
  const legs = limbs.filter(({ kind }) => kind === 'leg').map(({ path }) => path[0]);
  // Often only one of the rows says which it is.
  const front = of('front');
  const others = legs.filter((j) => !front.includes(j) && !hind.includes(j));
  return between(tree, hind.length > 0 ? hind : others, front.length > 0 ? front : others);
}

/** From each ankle to the middle of the surface that it and the toes move: feet point forward. */
function toeDirection({ mesh, skin }: Rig, tree: NamedTree): Flat {
  const legs = findRigLimbs(tree).filter(({ kind }) => kind === 'leg');
  const ankles = new Map<number, number>();
  for (const { path, joints } of legs) {
    const foot = path.find((j) => tree.parts[j].segment === 'end');
    if (foot === undefined) continue;
    for (const j of joints.slice(joints.indexOf(foot))) ankles.set(j, foot);
  }
  let [x, z, total] = [0, 0, 0];
  const { rest } = tree.skeleton;
  for (let i = 0; i < skin.joints.length; i++) {
    const ankle = ankles.get(skin.joints[i]);
    if (ankle === undefined || skin.weights[i] === 0) continue;
    const v = Math.floor(i / skin.influenceCount) * 3;
    x += skin.weights[i] * (mesh.positions[v] - rest[ankle * 3]);
    z += skin.weights[i] * (mesh.positions[v + 2] - rest[ankle * 3 + 2]);
    total += skin.weights[i];
  }
  return total > 0 ? [x / total, z / total] : [0, 0];
}

/** From the end of the tail, or else from the root, to the head. */
function headDirection(tree: NamedTree): Flat {
  const called = (part: string) => [...tree.parts.keys()].filter((j) => tree.parts[j].part === part);
  const tails = called('tail');
  const head = called('head');
  return between(tree, tails.length > 0 ? tails : [0], head.length > 0 ? head : called('face'));
}

function sideDirection(tree: NamedTree): Flat {
  const on = (side: string) => [...tree.parts.keys()].filter((j) => tree.parts[j].side === side);
  return between(tree, on('right'), on('left'));
}

/** Left is +X where forward is +Z. */
const turnLeftToForward = ([x, z]: Flat): Flat => [-z, x];

function between({ skeleton: { rest } }: NamedTree, from: readonly number[], to: readonly number[]): Flat {
  if (from.length === 0 || to.length === 0) return [0, 0];
  const mean = (joints: readonly number[], k: number) =>
    joints.reduce((sum, j) => sum + rest[j * 3 + k], 0) / joints.length;
  return [mean(to, 0) - mean(from, 0), mean(to, 2) - mean(from, 2)];
}

/** The rig turned by quarter turns about +Y. */
export function turnRig(rig: Rig, quarters: number): Rig {
  if (quarters % 4 === 0) return rig;
  const turn = (points: Float32Array) => {
    const out = points.slice();
    for (let q = 0; q < quarters; q++) {
      for (let i = 0; i < out.length; i += 3) [out[i], out[i + 2]] = [out[i + 2], -out[i]];
    }
    return out;
  };
  const { mesh, skeleton, skin } = rig;
  return {
    mesh: { ...mesh, positions: turn(mesh.positions) },
    skeleton: { ...skeleton, rest: turn(skeleton.rest) },
    skin,
  };
}
