/**
 * @file Moves a foot to a place by turning the joints of its limb as little as need be: damped least squares on one
 * chain with one target, from the pose that is there, so that neighbouring frames with similar targets get similar rotations.
 *
 * Joints turn readily about their hinge, the axis about which they turn in the clip, and stiffly across it: a straight
 * leg that had to shorten bent sideways without. The closed form for two bones was not taken: limbs of animals have one
 * to seven joints that share the turn.
 */

import {
  axisAngleInto,
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import {
  followParentsInto,
  type JointGlobals,
  type JointTree,
} from '../../rig/kinematics/forward-kinematics.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { measureBend } from './measure-bend.js';

/** Scratch of the solver. */
export interface LimbWork {
  readonly place: Float64Array;
  readonly arms: Float64Array;
  /** Hinges of the chain's joints in the world. */
  readonly hinges: Float64Array;
  readonly turn: Float64Array;
  readonly vector: Float64Array;
  readonly goal: Float64Array;
}

export const createLimbWork = (): LimbWork => ({
  place: new Float64Array(3),
  arms: new Float64Array(3 * 256),
  hinges: new Float64Array(3 * 256),
  turn: new Float64Array(4),
  vector: new Float64Array(3),
  goal: new Float64Array(3),
});

const ITERATIONS = 24;
/** How readily joints turn across their hinge, about which they turn with 1. */
const STIFF = 0.4;
/** What a radian costs in lengths of the limb. */
const DAMPING = 0.03;
/** The furthest that a joint turns in an iteration, radians. */
const MOST_TURN = 0.3;
/** Up to this share of its length a limb stretches freely. */
const EASY_REACH = 0.95;
/** Near enough, over the length of the limb. */
const TOLERANCE = 1e-4;

/** out = where the foot is. */
export function placeFootInto(out: Float64Array, { end, sole }: ContactLimb, body: JointGlobals): void {
  const { positions, rotations } = body;
  if (sole) rotateVectorInto(out, 0, rotations, end * 4, sole as unknown as number[], 0);
  else out.fill(0);
  for (let k = 0; k < 3; k++) out[k] += positions[end * 3 + k];
}

/**
 * Turns `locals` [A, 4] of the limb's joints until its foot is at the target or as near as it gets; `body` is kept up
 * to date for the joints of the chain and its end. A foot with an ankle keeps its rotation in the world, but for
 * `swivel`, by which the foot is rotated about +Y, radians.
 */
export function solveLimb(
  work: LimbWork,
  limb: ContactLimb,
  tree: JointTree,
  locals: Float64Array,
  body: JointGlobals,
  target: ArrayLike<number>,
  footRotation: Float64Array,
  swivel: number,
): void {
  const { parents } = tree;
  const { chain, end, sole, length } = limb;
  const { place, arms, hinges, turn, vector } = work;
  const count = Math.min(chain.length, 256);
  const damping = (DAMPING * length) ** 2;
  // A leg of one joint has no other way to bring its foot to a side.
  const across = count > 1 ? STIFF : 1;
  const along = 1 - across;
  followChain(limb, tree, locals, body);
  if (sole && swivel !== 0) {
    vector[0] = vector[2] = 0;
    vector[1] = swivel;
    const last = chain[chain.length - 1];
    turnLocally(turn, vector, locals, body, last, parents[last]);
    followChain(limb, tree, locals, body);
  }
  placeFootInto(place, limb, body);
  const goal = softenReach(work, limb, tree, body, target);
  for (let iteration = 0; iteration <= ITERATIONS; iteration++) {
    followChain(limb, tree, locals, body);
    placeFootInto(place, limb, body);
    const [ex, ey, ez] = [goal[0] - place[0], goal[1] - place[1], goal[2] - place[2]];
    const error = Math.hypot(ex, ey, ez);
    if (!(error > TOLERANCE * length) || iteration === ITERATIONS) break;
    // (1) J W Jᵀ + λ²: the sum over joints of s (|a|² − a aᵀ) + (1 − s) (u × a)(u × a)ᵀ, a the way from the joint to the
    // foot, u its hinge, s what turns across the hinge count.
    let [xx, yy, zz, xy, xz, yz] = [damping, damping, damping, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) arms[i * 3 + k] = place[k] - body.positions[chain[i] * 3 + k];
      const [x, y, z] = [arms[i * 3], arms[i * 3 + 1], arms[i * 3 + 2]];
      hingeInto(hinges, i, limb, parents, body);
      const [u, v, w] = [hinges[i * 3], hinges[i * 3 + 1], hinges[i * 3 + 2]];
      const [hx, hy, hz] = [v * z - w * y, w * x - u * z, u * y - v * x];
      xx += across * (y * y + z * z) + along * hx * hx;
      yy += across * (x * x + z * z) + along * hy * hy;
      zz += across * (x * x + y * y) + along * hz * hz;
      xy += along * hx * hy - across * x * y;
      xz += along * hx * hz - across * x * z;
      yz += along * hy * hz - across * y * z;
    }
    // (2) The multipliers, by cofactors of the symmetric 3 × 3.
    const c0 = yy * zz - yz * yz;
    const c1 = xz * yz - xy * zz;
    const c2 = xy * yz - xz * yy;
    const determinant = xx * c0 + xy * c1 + xz * c2;
    if (!(determinant > 0)) break;
    const mx = (c0 * ex + c1 * ey + c2 * ez) / determinant;
    const my = (c1 * ex + (xx * zz - xz * xz) * ey + (xy * xz - xx * yz) * ez) / determinant;
    const mz = (c2 * ex + (xy * xz - xx * yz) * ey + (xx * yy - xy * xy) * ez) / determinant;
    // (3) Every joint turns by W (a × m) in the world.
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [arms[i * 3], arms[i * 3 + 1], arms[i * 3 + 2]];
      vector[0] = y * mz - z * my;
      vector[1] = z * mx - x * mz;
      vector[2] = x * my - y * mx;
      const [u, v, w] = [hinges[i * 3], hinges[i * 3 + 1], hinges[i * 3 + 2]];
      const bend = along * (vector[0] * u + vector[1] * v + vector[2] * w);
      vector[0] = across * vector[0] + bend * u;
      vector[1] = across * vector[1] + bend * v;
      vector[2] = across * vector[2] + bend * w;
      const angle = Math.hypot(vector[0], vector[1], vector[2]);
      const share = angle > MOST_TURN ? MOST_TURN / angle : 1;
      for (let k = 0; k < 3; k++) vector[k] *= share;
      turnLocally(turn, vector, locals, body, chain[i], parents[chain[i]]);
    }
    keepSides(work, limb, tree, locals, body);
  }
  if (!sole) {
    axisAngleInto(turn, 0, 0, 1, 0, swivel);
    multiplyQuaternionInto(turn, 0, turn, 0, footRotation, 0);
    relativeQuaternionInto(locals, end * 4, body.rotations, parents[end] * 4, turn, 0);
    for (let k = 0; k < 4; k++) body.rotations[end * 4 + k] = turn[k];
  }
}

/** Straight is bent by as much as this: a knee that is straight all the way does not know its side. */
const STRAIGHT = 0.03;

/** Joints that were bent beyond straight are bent back: the other side is where knees flip to. */
function keepSides(
  { vector, turn }: LimbWork,
  limb: ContactLimb,
  tree: JointTree,
  locals: Float64Array,
  body: JointGlobals,
): void {
  const { chain, sides, bends, hinges } = limb;
  for (let i = 1; i < chain.length; i++) {
    if (sides[i] === 0) continue;
    followChain(limb, tree, locals, body);
    const least = Math.min(STRAIGHT, bends[i]);
    const short = least - sides[i] * measureBend(limb, i, tree.parents, body);
    if (!(short > 0)) continue;
    for (let k = 0; k < 3; k++) vector[k] = sides[i] * short * hinges[i * 3 + k];
    expRotationInto(turn, 0, vector, 0);
    multiplyQuaternionInto(locals, chain[i] * 4, turn, 0, locals, chain[i] * 4);
    normalizeQuaternion(locals, chain[i] * 4);
  }
}

/**
 * The target, brought nearer where the limb would have to be all but straight: the last bit of length costs ever more
 * turning, which is where knees pop. A limb that already is straighter than that stays so.
 */
function softenReach(
  { goal, place }: LimbWork,
  limb: ContactLimb,
  { parents, bones }: JointTree,
  { positions }: JointGlobals,
  target: ArrayLike<number>,
): Float64Array {
  const { chain, sole, end } = limb;
  let length = sole ? Math.hypot(sole[0], sole[1], sole[2]) : 0;
  for (let a = end; a !== chain[0]; a = parents[a]) {
    length += Math.hypot(bones[a * 3], bones[a * 3 + 1], bones[a * 3 + 2]);
  }
  const top = chain[0] * 3;
  const now = Math.hypot(
    place[0] - positions[top],
    place[1] - positions[top + 1],
    place[2] - positions[top + 2],
  );
  for (let k = 0; k < 3; k++) goal[k] = target[k] - positions[top + k];
  const wanted = Math.hypot(goal[0], goal[1], goal[2]);
  const easy = Math.max(EASY_REACH * length, Math.min(now, length));
  const room = length - easy;
  const got =
    wanted <= easy ? wanted : room > 0 ? easy + room * (1 - Math.exp((easy - wanted) / room)) : easy;
  const share = wanted > 0 ? got / wanted : 0;
  for (let k = 0; k < 3; k++) goal[k] = positions[top + k] + goal[k] * share;
  return goal;
}

/** A turn in world axes, applied to a joint's rotation in the axes of its parent. */
function turnLocally(
  turn: Float64Array,
  vector: Float64Array,
  locals: Float64Array,
  { rotations }: JointGlobals,
  joint: number,
  parent: number,
): void {
  if (parent >= 0) {
    invertQuaternionInto(turn, 0, rotations, parent * 4);
    rotateVectorInto(vector, 0, turn, 0, vector, 0);
  }
  expRotationInto(turn, 0, vector, 0);
  multiplyQuaternionInto(locals, joint * 4, turn, 0, locals, joint * 4);
  normalizeQuaternion(locals, joint * 4);
}

/** out[i] = the hinge of a joint of the chain in the world. */
function hingeInto(
  out: Float64Array,
  i: number,
  { chain, hinges }: ContactLimb,
  parents: Int16Array,
  { rotations }: JointGlobals,
): void {
  const parent = parents[chain[i]];
  if (parent >= 0) rotateVectorInto(out, i * 3, rotations, parent * 4, hinges, i * 3);
  else for (let k = 0; k < 3; k++) out[i * 3 + k] = hinges[i * 3 + k];
}

/** Where the joints of the chain and its end are now. */
function followChain(
  { chain, end, sole }: ContactLimb,
  tree: JointTree,
  locals: Float64Array,
  { positions, rotations }: JointGlobals,
): void {
  const last = chain.length + (sole ? 0 : 1);
  for (let i = 0; i < last; i++) {
    const a = i < chain.length ? chain[i] : end;
    if (a > 0) followParentsInto(positions, rotations, tree, locals, a, a + 1);
  }
}
