/**
 * @file The parts of a body that can stand on the ground, found from where its mesh comes near the ground in a clip:
 * feet of two to a hundred legs, hands of those that crawl, tips of tails that drag.
 *
 * Neither names nor a body plan are used: boxes on sticks stand, too. Joints near the ground belong to one foot where they
 * join far below the highest joint of the way up (toes join at an ankle, feet at hips).
 */

import { logRotationInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
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

/** Flesh that comes nearer to the ground than this, over the height, can touch it. */
const NEAR = 0.05;
/** Joints of one foot join within this share of their way to the root, */
const FOOT_SHARE = 0.4;
/** and below this share of the highest joint on that way. */
const FOOT_HEIGHT = 0.5;
/** An ankle is within this share of the limb's length from its tip. */
const ANKLE_SHARE = 0.35;
/** The lower of two joints is an ankle below this share of the height of the upper. */
const LOW_ANKLE = 0.25;
/** A bone of more than this share of its limb leaves it stiff. */
const STIFF = 0.85;
/** What holds more than this share of the points is a trunk. */
const TRUNK = 0.6;
/** A limb ends where a neighbour is at least this share of its length long. */
const NEIGHBOUR = 0.5;

export function findContactLimbs(scene: ContactScene, forward?: ArrayLike<number>): ContactLimb[] {
  const { parents } = scene.motion.anatomy.rig.skeleton;
  const tree = measureTree(scene, forward);
  const tips = findTips(tree, nearJoints(scene), parents);
  // Feet that float all the time, as after retargeting, still are feet.
  for (const tip of findTips(tree, restingJoints(scene), parents)) {
    const known = (other: number) =>
      isBelow(parents, tip, other) || isBelow(parents, other, tip) || sharesFoot(tree, tip, other, parents);
    if (!tips.some(known)) tips.push(tip);
  }
  const feet = clusterTips(tree, tips, parents);
  const most = TRUNK * scene.parts.length;
  return feet
    .map((foot) => createLimb(scene, tree, foot, feet))
    .filter(({ points }) => points.length > 0 && points.length < most);
}

interface Tree {
  readonly parents: Int16Array;
  /** Length of the bones from the root. [A] */
  readonly depths: Float64Array;
  /** Longest way down from a joint. [A] */
  readonly reaches: Float64Array;
  /** Length of a joint's own bone. [A] */
  readonly lengths: Float64Array;
  /** Heights of joints above the lowest, at rest. [A] */
  readonly heights: Float64Array;
  /** Whether a joint is the one that moves some point most. [A] */
  readonly hasMesh: Uint8Array;
  /** Whether the mesh of a joint and its descendants lies on one side of the body's midplane, at rest. [A] */
  readonly oneSided: Uint8Array;
}

function measureTree(scene: ContactScene, forward?: ArrayLike<number>): Tree {
  const { motion, parts } = scene;
  const { parents, rest } = motion.anatomy.rig.skeleton;
  const count = parents.length;
  const lengths = new Float64Array(count);
  const depths = new Float64Array(count);
  const reaches = new Float64Array(count);
  const heights = new Float64Array(count);
  let lowest = Infinity;
  for (let a = 0; a < count; a++) lowest = Math.min(lowest, rest[a * 3 + 1]);
  for (let a = 0; a < count; a++) {
    heights[a] = rest[a * 3 + 1] - lowest;
    const p = parents[a];
    if (p < 0) continue;
    lengths[a] = Math.hypot(
      rest[a * 3] - rest[p * 3],
      rest[a * 3 + 1] - rest[p * 3 + 1],
      rest[a * 3 + 2] - rest[p * 3 + 2],
    );
    depths[a] = depths[p] + lengths[a];
  }
  for (let a = count - 1; a > 0; a--) {
    reaches[parents[a]] = Math.max(reaches[parents[a]], reaches[a] + lengths[a]);
  }
  const hasMesh = new Uint8Array(count);
  for (const part of parts) if (part >= 0) hasMesh[part] = 1;
  const oneSided = findSides(scene, parents, forward);
  return { parents, depths, reaches, lengths, heights, hasMesh, oneSided };
}

/** How far the mesh of one side may reach over the midplane, over the height. */
const OVER = 0.02;

/** Which joints move mesh of one side only. [A] */
function findSides(scene: ContactScene, parents: Int16Array, forward?: ArrayLike<number>): Uint8Array {
  const { parts, height } = scene;
  const positions = restPositions(scene);
  // Across the way that the body faces, +Z where that is not known.
  const [ax, az] = forward ? [forward[2], -forward[0]] : [1, 0];
  const [low, high] = [
    new Float64Array(parents.length).fill(Infinity),
    new Float64Array(parents.length).fill(-Infinity),
  ];
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] < 0) continue;
    const across = positions[i * 3] * ax + positions[i * 3 + 2] * az;
    low[parts[i]] = Math.min(low[parts[i]], across);
    high[parts[i]] = Math.max(high[parts[i]], across);
  }
  for (let a = parents.length - 1; a > 0; a--) {
    low[parents[a]] = Math.min(low[parents[a]], low[a]);
    high[parents[a]] = Math.max(high[parents[a]], high[a]);
  }
  const middle = (low[0] + high[0]) / 2;
  const over = OVER * height;
  return Uint8Array.from(low, (_, a) => (low[a] > middle - over || high[a] < middle + over ? 1 : 0));
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

/** Near joints with no near joint below them; the root is no limb. */
function findTips({ parents }: Tree, near: Uint8Array, order: Int16Array): number[] {
  const covered = new Uint8Array(near.length);
  for (let a = order.length - 1; a > 0; a--) if (near[a] || covered[a]) covered[parents[a]] = 1;
  return [...near.keys()].filter((a) => a > 0 && near[a] && !covered[a]);
}

/** Tips that belong to one foot. */
function clusterTips(tree: Tree, tips: readonly number[], parents: Int16Array): number[][] {
  const feet: number[][] = [];
  for (const tip of tips) {
    const foot = feet.find((members) => members.some((other) => sharesFoot(tree, tip, other, parents)));
    if (foot) foot.push(tip);
    else feet.push([tip]);
  }
  return feet;
}

function sharesFoot(tree: Tree, a: number, b: number, parents: Int16Array): boolean {
  const { depths, heights, hasMesh, oneSided } = tree;
  const join = commonAncestor(parents, a, b);
  // Toes of boxes rotate about the hip: all descendants of a joint of one side are one leg.
  if (oneSided[join] && hasMesh[join]) return true;
  let highest = 0;
  for (let j = a; j >= 0; j = parents[j]) highest = Math.max(highest, heights[j]);
  const way = Math.max(depths[a], depths[b]) - depths[join];
  return way < FOOT_SHARE * Math.min(depths[a], depths[b]) && heights[join] < FOOT_HEIGHT * highest;
}

function commonAncestor(parents: Int16Array, a: number, b: number): number {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x > y) x = parents[x];
    else y = parents[y];
  }
  return x;
}

const isBelow = (parents: Int16Array, joint: number, top: number): boolean => {
  let j = joint;
  while (j > top) j = parents[j];
  return j === top;
};

function createLimb(
  scene: ContactScene,
  tree: Tree,
  foot: readonly number[],
  feet: readonly (readonly number[])[],
): ContactLimb {
  const { parents, depths } = tree;
  const others = feet.filter((other) => other !== foot).flat();
  const join = foot.reduce((a, b) => commonAncestor(parents, a, b));
  const tip = foot.reduce((a, b) => (depths[b] > depths[a] ? b : a));
  // (1) Up to where the limb leaves the body.
  let top = join;
  while (parents[top] > 0 && !leavesBody(tree, top, tip, others)) top = parents[top];
  // A control without mesh of its own is no hip: many lie on the ground below the leg that is parented to them.
  while (top !== join && !tree.hasMesh[top]) top = stepTowards(parents, top, join);
  // (2) The ankle: as high as it still is near the tip.
  const reach = depths[tip] - depths[parents[top]];
  let end = join;
  while (end !== top && depths[tip] - depths[parents[end]] < ANKLE_SHARE * reach) end = parents[end];
  const chain: number[] = [];
  for (let a = end; a !== parents[top]; a = parents[a]) chain.unshift(a);
  const points = Int32Array.from(
    [...scene.parts.keys()].filter((i) => scene.parts[i] >= top && isBelow(parents, scene.parts[i], top)),
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

/** The joint below `top` on the way to `joint`. */
function stepTowards(parents: Int16Array, top: number, joint: number): number {
  let j = joint;
  while (parents[j] !== top) j = parents[j];
  return j;
}

/** Whether a joint's parent carries more than this limb. */
function leavesBody(tree: Tree, top: number, tip: number, others: readonly number[]): boolean {
  const { parents, depths, reaches, lengths } = tree;
  const parent = parents[top];
  if (others.some((other) => isBelow(parents, other, parent))) return true;
  const reach = depths[tip] - depths[parent];
  for (let a = parent + 1; a < parents.length; a++) {
    if (parents[a] === parent && a !== top && reaches[a] + lengths[a] > NEIGHBOUR * reach) return true;
  }
  return false;
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
