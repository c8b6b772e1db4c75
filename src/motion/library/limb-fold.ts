/**
 * @file A limb of any number of joints as one that folds: a single number says how far it is folded or stretched
 * against rest, every inner joint taking its share about the axis that it is bent about at rest, as the joints of a
 * hind leg do. The distance from the first joint to the end falls with that number, so a target has one solution, which
 * moves smoothly with it. With one inner joint this is the law of cosines.
 *
 * A limb that is straight at rest is bent about the axis that is given. It is never stretched all the way: the last
 * percent of length is where knees snap.
 */

import {
  axisAngleInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { clamp } from '../../math/scalar.js';
import { cross, dot, lengthOf, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';

/** A chain of joints that folds. */
export interface LimbFold {
  readonly joints: readonly number[];
  /** From each joint to the next, the last one to the end. */
  readonly bones: readonly Vec3[];
  /** Axis of each joint's bend, how far it is turned from rest where the fold is 0, how far it is bent there, and its
   * share of a further bend; the first joint has none. */
  readonly axes: readonly Vec3[];
  readonly bases: readonly number[];
  readonly bends: readonly number[];
  readonly shares: readonly number[];
  /** Length of all bones. */
  readonly length: number;
  /** From the first joint to the end at rest, and the least and greatest that it may be. */
  readonly rest: number;
  readonly shortest: number;
  readonly longest: number;
  /** The folds of the greatest and the least distance. */
  readonly range: readonly [stretched: number, folded: number];
}

/** Bends below this do not tell their direction. */
const BENT = 0.1;
/** Below this they are no proof that a joint bends sideways. */
const WEAK = 0.4;
const SIDEWAYS = 0.7;
/** Most that a joint is bent, radians. */
const MOST_BENT = 2.5;
/** Longest reach over the length of the bones, and of what lies between rest and that. */
const STRAIGHTEST = 0.985;
const STRETCH = 0.65;
const SAMPLES = 48;
/** A limb that cannot be made shorter than this share of its length hardly folds. */
const HARDLY = 0.7;
/** Another way to fold it must make it shorter by this factor. */
const SHORTER = 0.9;

/** Measures a chain of joints with the position of its end; `axis` is what it bends about where rest does not tell. */
export function measureFold(joints: readonly number[], positions: readonly Vec3[], axis: Vec3): LimbFold {
  const bones = joints.map((_, i) => subtract(positions[i + 1], positions[i]));
  const length = bones.reduce((sum, bone) => sum + lengthOf(bone), 0);
  const axes: Vec3[] = [axis];
  const bends = [0];
  const bases = [0];
  for (let i = 1; i < bones.length; i++) {
    const across = cross(bones[i - 1], bones[i]);
    const angle = Math.atan2(lengthOf(across), dot(bones[i - 1], bones[i]));
    const own = normalize(across);
    const usual = perpendicular(axis, bones[i]);
    const chosen = bendAxis(own, angle, usual, i);
    axes.push(chosen);
    // A knee that rests bent the wrong way is straightened first.
    const wrong = chosen !== own && dot(own, usual) < 0;
    bases.push(wrong ? angle : 0);
    bends.push(wrong ? 0 : angle);
  }
  const bent = bends.map((angle, i) => (i > 0 && angle > BENT ? angle : 0));
  const most = Math.max(...bent);
  // Where nothing is bent, the joint nearest to the middle is the knee.
  const knee = most > 0 ? -1 : middleJoint(bones, length);
  const shares = bends.map((_, i) =>
    i === 0
      ? 0
      : most > 0
        ? bent[i] > 0
          ? clamp(bent[i] / most, 0.4, 1) * lever(bones, i)
          : 0
        : +(i === knee),
  );
  const limb = { joints, bones, axes, bases, bends, shares, length };
  const found = measureRange(limb);
  const middle = middleJoint(bones, length);
  // A little bend beside the end of a limb, as rigs of straight legs have it, is no knee.
  if (middle < 0 || found.shortest <= HARDLY * length) return { ...limb, ...found };
  const alone = shares.map((_, i) => +(i === middle));
  const usual = perpendicular(axis, bones[middle]);
  const bentAs = (way: Vec3, along: boolean) => ({
    ...limb,
    shares: alone,
    axes: axes.map((one, i) => (i === middle ? way : one)),
    bends: bends.map((angle, i) => (i === middle && !along ? 0 : angle)),
  });
  const kneed = [
    { ...limb, shares: shares.map((share, i) => (i === middle ? 1 : share)) },
    bentAs(axes[middle], true),
    bentAs(usual, false),
  ].map((one) => ({ ...one, ...measureRange(one) }));
  return kneed.reduce((best, one) => (one.shortest < SHORTER * best.shortest ? one : best), {
    ...limb,
    ...found,
  });
}

/** The least and greatest distance of the end, and the folds that give them. */
function measureRange(limb: Shape): Pick<LimbFold, 'rest' | 'shortest' | 'longest' | 'range'> {
  const rest = lengthOf(endOf(limb, 0));
  let [stretched, best] = [0, rest];
  for (let k = 1; k <= SAMPLES; k++) {
    const reach = lengthOf(endOf(limb, -k / SAMPLES));
    if (reach <= best) break;
    [stretched, best] = [-k / SAMPLES, reach];
  }
  let [folded, least] = [0, rest];
  for (let k = 1; k <= SAMPLES; k++) {
    const reach = lengthOf(endOf(limb, k / SAMPLES));
    if (reach >= least) break;
    [folded, least] = [k / SAMPLES, reach];
  }
  const longest = Math.min(STRAIGHTEST * best, rest + STRETCH * (best - rest));
  return { rest, shortest: least, longest, range: [stretched, folded] };
}

/** What rest says a joint bends about, unless it hardly bends and that would be sideways, or a knee the wrong way. */
function bendAxis(own: Vec3, angle: number, usual: Vec3, i: number): Vec3 {
  const alike = dot(own, usual);
  if (angle <= BENT) return usual;
  if (angle < WEAK && (Math.abs(alike) < SIDEWAYS || (i === 1 && alike < 0 && angle < WEAK / 2)))
    return usual;
  return own;
}

/** A joint beside a short bone hardly changes the reach, and would turn the rest of the limb for nothing. */
function lever(bones: readonly Vec3[], i: number): number {
  const longest = Math.max(...bones.map(lengthOf));
  return clamp((2 * Math.min(lengthOf(bones[i - 1]), lengthOf(bones[i]))) / longest, 0.2, 1);
}

function middleJoint(bones: readonly Vec3[], length: number): number {
  let [knee, off, along] = [-1, Infinity, 0];
  for (let i = 1; i < bones.length; i++) {
    along += lengthOf(bones[i - 1]);
    const away = Math.abs(along / length - 0.5);
    if (away < off) [knee, off] = [i, away];
  }
  return knee;
}

/** The axis, less what it has along a bone. */
function perpendicular(axis: Vec3, bone: Vec3): Vec3 {
  const along = normalize(bone);
  const rest = subtract(axis, scale(along, dot(axis, along)));
  return lengthOf(rest) > 1e-3 ? normalize(rest) : axis;
}

type Shape = Pick<LimbFold, 'bones' | 'axes' | 'bases' | 'bends' | 'shares'>;

/** How far a joint is turned from rest at a fold. */
function turnAt({ bases, bends, shares }: Shape, i: number, fold: number): number {
  if (i === 0) return 0;
  if (fold < 0) return bases[i] + (shares[i] > 0 ? fold * bends[i] : 0);
  return bases[i] + fold * shares[i] * Math.max(0, MOST_BENT - bends[i]);
}

/** Where the end is from the first joint at a fold, before that joint turns. */
function endOf(limb: Shape, fold: number): Vec3 {
  const { bones, axes } = limb;
  const q = [0, 0, 0, 1];
  const turn = [0, 0, 0, 1];
  const bone = [0, 0, 0];
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < bones.length; i++) {
    const angle = turnAt(limb, i, fold);
    if (angle !== 0) {
      axisAngleInto(turn, 0, axes[i][0], axes[i][1], axes[i][2], angle);
      multiplyQuaternionInto(q, 0, q, 0, turn, 0);
    }
    rotateVectorInto(bone, 0, q, 0, bones[i], 0);
    x += bone[0];
    y += bone[1];
    z += bone[2];
  }
  return [x, y, z];
}

/**
 * Writes the local rotations [J, 4] of the limb's joints that bring its end to `target`, given from its first joint in
 * the axes of that joint's parent. Returns the distance by which the target is out of reach, below 0 where it is too near.
 */
export function solveFoldInto(rotations: Float64Array, limb: LimbFold, target: Vec3): number {
  const { joints, axes, range, shortest, longest } = limb;
  const wanted = lengthOf(target);
  // A limb of one bone keeps its length; what is missing is for the caller.
  const reach = joints.length > 1 ? clamp(wanted, shortest, Math.max(shortest, longest)) : limb.rest;
  const fold = joints.length > 1 ? foldFor(limb, reach, range) : 0;
  const end = normalize(endOf(limb, fold));
  const way = wanted > 1e-9 ? normalize(target) : end;
  quaternionBetweenInto(rotations, joints[0] * 4, [...end], 0, [...way], 0);
  for (let i = 1; i < joints.length; i++) {
    axisAngleInto(rotations, joints[i] * 4, axes[i][0], axes[i][1], axes[i][2], turnAt(limb, i, fold));
  }
  return wanted - reach;
}

/** The fold at which the end is so far from the first joint: the distance falls with it. */
function foldFor(limb: LimbFold, reach: number, [stretched, folded]: readonly [number, number]): number {
  let [low, high] = [stretched, folded];
  let [far, near] = [lengthOf(endOf(limb, low)) - reach, lengthOf(endOf(limb, high)) - reach];
  if (far <= 0) return low;
  if (near >= 0) return high;
  // Illinois: the false position that does not get stuck at one end.
  let side = 0;
  for (let k = 0; k < 60; k++) {
    const at = (low * near - high * far) / (near - far);
    const off = lengthOf(endOf(limb, at)) - reach;
    if (Math.abs(off) < 1e-9 * limb.length) return at;
    if (off > 0) {
      [low, far] = [at, off];
      if (side === 1) near /= 2;
      side = 1;
    } else {
      [high, near] = [at, off];
      if (side === -1) far /= 2;
      side = -1;
    }
  }
  return (low + high) / 2;
}
