/**
 * @file The limbs of a body that can stand on the ground in a clip: its legs, and the arms and wings that come down to it
 * (hands of those that crawl). Which limbs there are is what the anatomy says; here it is measured how each stands: its
 * ankle, the axes about which its joints turn, its sole.
 */

import { logRotationInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { distance, vectorAt } from '../../math/vector.js';
import { arms, legs, wings } from '../../rig/anatomy/views.js';
import { isInSubtree } from '../../rig/joint-tree.js';
import { type ContactScene, pointPositions } from './contact-scene.js';
import { type BentLimb, measureBend } from './measure-bend.js';

export interface ContactLimb {
  /** The joint of the body that the foot moves with. */
  readonly end: number;
  /** Joints that turn to move the foot, from the body outwards. */
  readonly chain: readonly number[];
  /** The axis about which each joint of the chain mostly turns in the clip, in the axes of its parent. [chain, 3] */
  readonly hinges: Float64Array;
  /** To which side of straight each joint bends in the clip, 1 or −1 about its hinge; 0 for none. [chain] */
  readonly sides: Int8Array;
  /** The least that each joint is bent to its side, radians; below 0 where it also bends the other way. [chain] */
  readonly bends: Float64Array;
  /** Whether it is near the ground when the body rests: a foot; others are hands, heads, tails. */
  readonly foot: boolean;
  /**
   * What is moved, in the axes of `end` from its joint: absent where that is the joint itself, whose rotation then
   * stays as it is; a foot without an ankle is moved by the middle of its sole.
   */
  readonly sole?: readonly [number, number, number];
  /** Whether the foot can turn about an upright axis without being carried away: it has an ankle, or stands below one. */
  readonly swivels: boolean;
  /** Points of the limb. */
  readonly points: Int32Array;
  /** Length of the bones from the chain's first joint to the foot, metres. */
  readonly length: number;
  /** Whether one bone is all but the whole limb: it has no knee to lift its foot with. */
  readonly stiff: boolean;
}

/** A part that comes nearer to the ground than this, over the height, can touch it. */
const NEAR = 0.05;
/** An ankle is within this share of the limb's length from its tip. */
const ANKLE_SHARE = 0.35;
/** The lower of two joints is an ankle below this share of the height of the upper. */
const LOW_ANKLE = 0.25;
/** A bone of more than this share of its limb leaves it stiff. */
const STIFF = 0.85;

/** The limbs that come near the ground: legs also where they only do so at rest, as after retargeting. */
export function findContactLimbs(scene: ContactScene): ContactLimb[] {
  const { known, anatomy } = scene.motion;
  const tree = measureTree(scene);
  const inTree = (chains: readonly (readonly number[])[]) =>
    chains.map((chain) => chain.map((j) => anatomy.sources.indexOf(j)));
  const near = nearJoints(scene);
  const nearOrResting = restingJoints(scene).map((resting, a) => resting | near[a]);
  return [
    ...inTree(legs(known)).map((chain) => limbOf(scene, tree, chain, nearOrResting)),
    ...inTree([...arms(known), ...wings(known)]).map((chain) => limbOf(scene, tree, chain, near)),
  ].filter((limb) => limb !== undefined);
}

/** The limb of a chain whose end is near the ground; undefined where it is not, or has no points. */
function limbOf(
  scene: ContactScene,
  tree: Tree,
  chain: readonly number[],
  near: Uint8Array,
): ContactLimb | undefined {
  const { parents } = tree;
  // Loose parts are no children of each other: the last of them is what stands.
  let first = chain.length - 1;
  while (first > 0 && parents[chain[first]] === chain[first - 1]) first--;
  const top = chain[first];
  const covered = new Set<number>();
  const tips: number[] = [];
  for (let a = parents.length - 1; a >= top; a--) {
    if (!near[a] || !isInSubtree(parents, top, a)) continue;
    if (!covered.has(a)) tips.push(a);
    for (let up = parents[a]; up >= top; up = parents[up]) covered.add(up);
  }
  if (tips.length === 0) return undefined;
  const limb = createLimb(scene, tree, tips, top);
  return limb.points.length > 0 ? limb : undefined;
}

interface Tree {
  readonly parents: Int16Array;
  /** Length of the bones from the root. [A] */
  readonly depths: Float64Array;
  /** Length of a joint's own bone. [A] */
  readonly lengths: Float64Array;
  /** Heights of joints above the lowest, at rest. [A] */
  readonly heights: Float64Array;
}

function measureTree({ motion }: ContactScene): Tree {
  const { parents, rest } = motion.anatomy.rig.skeleton;
  const count = parents.length;
  const lengths = new Float64Array(count);
  const depths = new Float64Array(count);
  const heights = new Float64Array(count);
  let lowest = Infinity;
  for (let a = 0; a < count; a++) lowest = Math.min(lowest, rest[a * 3 + 1]);
  for (let a = 0; a < count; a++) {
    heights[a] = rest[a * 3 + 1] - lowest;
    const p = parents[a];
    if (p < 0) continue;
    lengths[a] = distance(vectorAt(rest, a), vectorAt(rest, p));
    depths[a] = depths[p] + lengths[a];
  }
  return { parents, depths, lengths, heights };
}

/** Whether the mesh of each joint comes near the ground in some frame. [A] */
function nearJoints({ parts, positions, ground, height, motion }: ContactScene): Uint8Array {
  const near = new Uint8Array(motion.anatomy.sources.length);
  const limit = ground + NEAR * height;
  for (const frame of positions) {
    for (let i = 0; i < parts.length; i++) if (parts[i] >= 0 && frame[i * 3 + 1] < limit) near[parts[i]] = 1;
  }
  return near;
}

/** Whether the mesh of each joint is near the ground at rest. [A] */
function restingJoints(scene: ContactScene): Uint8Array {
  const { parts, height, motion } = scene;
  const near = new Uint8Array(motion.anatomy.sources.length);
  const positions = restPositions(scene);
  const limit = lowestOf(positions) + NEAR * height;
  for (let i = 0; i < parts.length; i++)
    if (parts[i] >= 0 && positions[i * 3 + 1] < limit) near[parts[i]] = 1;
  return near;
}

function commonAncestor(parents: Int16Array, a: number, b: number): number {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x > y) x = parents[x];
    else y = parents[y];
  }
  return x;
}

function createLimb(scene: ContactScene, tree: Tree, tips: readonly number[], top: number): ContactLimb {
  const { parents, depths } = tree;
  const join = tips.reduce((a, b) => commonAncestor(parents, a, b));
  const tip = tips.reduce((a, b) => (depths[b] > depths[a] ? b : a));
  // The ankle: as high as it still is near the tip.
  const above = Math.max(0, parents[top]);
  const reach = depths[tip] - depths[above];
  let end = join;
  while (end !== top && depths[tip] - depths[parents[end]] < ANKLE_SHARE * reach) end = parents[end];
  const chain: number[] = [];
  for (let a = end; a !== parents[top]; a = parents[a]) chain.unshift(a);
  const points = Int32Array.from(
    [...scene.parts.keys()].filter((i) => scene.parts[i] >= top && isInSubtree(parents, top, scene.parts[i])),
  );
  const length = depths[end] - depths[top];
  // Two joints are hip and knee, or hip and ankle: an ankle is near the ground.
  const hasAnkle =
    chain.length > 2 || (chain.length === 2 && tree.heights[end] < LOW_ANKLE * tree.heights[top]);
  const moving = hasAnkle ? chain.slice(0, -1) : chain;
  const hinges = findHinges(scene, moving);
  const bones = chain.slice(1).map((a) => tree.lengths[a]);
  const limb = { end, chain: moving, hinges, points, foot: restsLow(scene, points) };
  if (moving !== chain) {
    return { ...limb, ...findBends(scene, limb), swivels: true, length, stiff: isStiff(bones) };
  }
  const { sole, swivels } = findSole(scene, end, points);
  const last = Math.hypot(...sole);
  const stiff = isStiff([...bones, last]);
  return { ...limb, sole, ...findBends(scene, { ...limb, sole }), swivels, length: length + last, stiff };
}

/** The middle of the lowest points of a limb at rest, from a joint; rest axes are the axes of every joint at rest. */
function findSole(
  { motion, points, height, positions }: ContactScene,
  end: number,
  own: Int32Array,
): { sole: [number, number, number]; swivels: boolean } {
  // The frame in which the limb is lowest is when it stands.
  let [frame, lowest] = [0, Infinity];
  for (const [f, frameAt] of positions.entries()) {
    for (const i of own) if (frameAt[i * 3 + 1] < lowest) [frame, lowest] = [f, frameAt[i * 3 + 1]];
  }
  if (points.count === 0 || own.length === 0) return { sole: [0, 0, 0], swivels: false };
  const middle = [0, 0, 0];
  let count = 0;
  for (const i of own) {
    if (positions[frame][i * 3 + 1] > lowest + 0.02 * height) continue;
    for (let k = 0; k < 3; k++) middle[k] += positions[frame][i * 3 + k];
    count++;
  }
  const { positions: joints, rotations } = motion.frames[frame].body;
  const [qx, qy, qz, qw] = [0, 1, 2, 3].map((k) => rotations[end * 4 + k] * (k < 3 ? -1 : 1));
  const [x, y, z] = middle.map((sum, k) => sum / count - joints[end * 3 + k]);
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return {
    sole: [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx],
    swivels: Math.hypot(x, z) < UPRIGHT * Math.abs(y),
  };
}

/** How far from below its joint a sole may be to turn on the spot, over how far it is below. */
const UPRIGHT = 0.6;

/** Whether one of a limb's bones is longer than all others together by far. */
function isStiff(bones: readonly number[]): boolean {
  const sum = bones.reduce((a, b) => a + b, 0);
  return Math.max(0, ...bones) > STIFF * sum || sum === 0;
}

/** A foot is no higher than this above the lowest of the body at rest, over the height. */
const REST_LOW = 0.12;

/** Whether points are near the ground at rest. */
function restsLow(scene: ContactScene, own: Int32Array): boolean {
  const positions = restPositions(scene);
  let lowest = Infinity;
  for (const i of own) lowest = Math.min(lowest, positions[i * 3 + 1]);
  return lowest - lowestOf(positions) < REST_LOW * scene.height;
}

/** Where the points are at rest. [N, 3] */
function restPositions({ points, motion }: ContactScene): Float64Array {
  const { rest } = motion.anatomy.original;
  const rotations = new Float64Array((rest.length / 3) * 4).map((_, i) => (i % 4 === 3 ? 1 : 0));
  return pointPositions(points, { positions: Float64Array.from(rest), rotations });
}

function lowestOf(positions: Float64Array): number {
  let lowest = Infinity;
  for (let i = 1; i < positions.length; i += 3) lowest = Math.min(lowest, positions[i]);
  return lowest;
}

/** Radians. */
const BOTH_WAYS = 0.3;
const FOLDED = 2.4;

/** How joints of a limb bend in the clip. */
function findBends({ motion }: ContactScene, limb: BentLimb): Pick<ContactLimb, 'sides' | 'bends'> {
  const { parents } = motion.anatomy.rig.skeleton;
  const count = limb.chain.length;
  const sides = new Int8Array(count);
  const bends = new Float64Array(count);
  for (let i = 1; i < count; i++) {
    let [sum, low, high] = [0, Infinity, -Infinity];
    for (const { body } of motion.frames) {
      const bend = measureBend(limb, i, parents, body);
      sum += bend;
      low = Math.min(low, bend);
      high = Math.max(high, bend);
    }
    const least = sum < 0 ? -high : low;
    // What bends both ways, or is folded back on itself, has no side to keep.
    if (least < -BOTH_WAYS || Math.max(high, -low) > FOLDED) continue;
    sides[i] = sum < 0 ? -1 : 1;
    bends[i] = least;
  }
  return { sides, bends };
}

/** Main axes of the turns of joints, by power iteration on their covariance over the clip. [chain, 3] */
function findHinges({ motion }: ContactScene, chain: readonly number[]): Float64Array {
  const hinges = new Float64Array(chain.length * 3);
  const turn = new Float64Array(3);
  const relative = new Float64Array(4);
  // All joints of a limb mostly turn alike: one that hardly turns takes the axis of the others.
  const shared = new Float64Array(9);
  const own = chain.map((joint) => {
    const covariance = new Float64Array(9);
    const first = motion.frames[0].locals;
    for (const { locals } of motion.frames) {
      relativeQuaternionInto(relative, 0, first, joint * 4, locals, joint * 4);
      logRotationInto(turn, 0, relative, 0);
      rotateVectorInto(turn, 0, first, joint * 4, turn, 0);
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) covariance[r * 3 + c] += turn[r] * turn[c];
    }
    for (let k = 0; k < 9; k++) shared[k] += covariance[k];
    return covariance;
  });
  for (const [i, covariance] of own.entries()) {
    for (let k = 0; k < 9; k++) covariance[k] += SHARED * shared[k];
    hinges.set(mainAxis(covariance), i * 3);
  }
  return hinges;
}

/** What the turns of a limb's other joints count for the hinge of one. */
const SHARED = 0.1;

function mainAxis(m: Float64Array): [number, number, number] {
  // From the largest column: no start is across the main axis but by chance of the numbers themselves.
  const column = [0, 1, 2].reduce((best, c) => (m[c * 4] > m[best * 4] ? c : best), 0);
  let [x, y, z] = [m[column], m[column + 3], m[column + 6]];
  for (let round = 0; round < 30; round++) {
    const length = Math.hypot(x, y, z);
    if (!(length > 0)) return [0, 0, 0];
    [x, y, z] = [x / length, y / length, z / length];
    [x, y, z] = [
      m[0] * x + m[1] * y + m[2] * z,
      m[3] * x + m[4] * y + m[5] * z,
      m[6] * x + m[7] * y + m[8] * z,
    ];
  }
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 0];
}
