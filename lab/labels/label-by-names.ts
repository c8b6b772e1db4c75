/**
 * @file A rig of a single artist labelled by the names of its joints and by what was written after looking at it
 * (name-corrections.ts): sides by where limbs are, rows of legs by names or by their order along the body.
 */

import { computeBox } from '../../src/mesh/box.js';
import { CONTROL, readJointNames, UNSAID } from '../../src/rig/label/read-joint-names.js';
import { ROLES, type Role, type RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { turnRig } from '../bodies/find-facing.js';
import { type JointLabel, UNKNOWN_MOVES } from './joint-sample.js';
import type { GivenRig } from './label-given-rig.js';
import { CONTROL_WEIGHT, movingJoints } from './moving-joints.js';
import { type ArmsAre, NAME_CORRECTIONS } from './name-corrections.js';

type Word = Role | 'control' | 'unknown';

const ARM: readonly Word[] = ['shoulder', 'upperArm', 'lowerArm', 'hand', 'finger'];
const LEG: readonly Word[] = ['hindUpperLeg', 'hindLowerLeg', 'hindFoot'];
const PAIRED: ReadonlySet<Word> = new Set<Word>([
  ...ARM,
  'ear',
  'horn',
  'face',
  'wing',
  'fin',
  'tentacle',
  'other',
]);
/** Farther from the middle than this, over the size, a joint is on a side. */
const ASIDE = 0.012;

/** Labels the rig of a file that is listed; undefined where it is not. */
export function labelByNames(file: string, given: Rig): GivenRig | undefined {
  const corrections = NAME_CORRECTIONS[file.slice(file.lastIndexOf('/') + 1)];
  if (!corrections) return undefined;
  const { parents, names } = given.skeleton;
  const moving = movingJoints(given, CONTROL_WEIGHT);
  const read = readJointNames(given.skeleton);
  const rows = Uint8Array.from(read.row);
  const words: Word[] = [];
  for (let j = 0; j < names.length; j++) {
    const parent = parents[j];
    const said = read.role[j];
    const listed = corrections.joints?.find(([pattern]) => pattern.test(names[j]))?.[1];
    const above = parent < 0 ? 'unknown' : words[parent];
    if (rows[j] === 0 && parent >= 0 && isLeg(above)) rows[j] = rows[parent];
    if (listed) words.push(listed);
    else if (said === CONTROL) words.push(moving[j] ? 'unknown' : 'control');
    else if (said === UNSAID) words.push(nextOf(above));
    else words.push(armsAs(corrections.arms, ROLES[said], above));
  }
  const rig = turnRig(given, findQuarters(given, words, read.side));
  const sides = sidesOf(rig, words);
  giveRows(rig, words, rows, sides);
  giveChest(words, parents);
  const labels = words.map((word, j): JointLabel | undefined => {
    if (word === 'unknown') return undefined;
    return { role: word, side: sides[j], moves: movesOf(j, words, parents) };
  });
  return { rig, labels };
}

/** A head this far from the rear, over the size, shows where the body faces. */
const AHEAD = 0.12;

/** Quarter turns that make the body face +Z: the head is ahead of hips and tail, or else left is to the left. */
function findQuarters({ skeleton: { rest }, mesh }: Rig, words: readonly Word[], said: Int8Array): number {
  const mean = (test: (j: number) => boolean): readonly [number, number] | undefined => {
    const some = [...words.keys()].filter(test);
    const along = (k: number) => some.reduce((sum, j) => sum + rest[j * 3 + k], 0) / some.length;
    return some.length > 0 ? [along(0), along(2)] : undefined;
  };
  const is = (...some: Word[]) => mean((j) => some.includes(words[j]));
  const [front, rear] = [is('head') ?? is('neck') ?? is('face'), is('tail') ?? is('hips') ?? is('spine')];
  const { min, max } = computeBox(mesh.positions);
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  let [x, z] = front && rear ? [front[0] - rear[0], front[1] - rear[1]] : [0, 0];
  if (Math.hypot(x, z) < AHEAD * size) {
    const [left, right] = [mean((j) => said[j] > 0), mean((j) => said[j] < 0)];
    if (left && right) [x, z] = [right[1] - left[1], left[0] - right[0]];
  }
  const scores = [z, -x, -z, x];
  return scores.indexOf(Math.max(...scores));
}

const isLeg = (word: Word): boolean => /Leg$|Foot$/.test(word);

/** What a joint without a word is below another: limbs go on, the trunk does not. */
function nextOf(above: Word): Word {
  if (above === 'hindUpperLeg') return 'hindLowerLeg';
  if (above === 'hindLowerLeg') return 'hindFoot';
  return above === 'hips' || above === 'spine' || above === 'chest' || above === 'neck' || above === 'head'
    ? 'unknown'
    : above;
}

function armsAs(arms: ArmsAre, role: Role, above: Word): Word {
  if (role === 'hips' && isLeg(above)) return 'hindUpperLeg';
  if (arms === 'arms' || !ARM.includes(role)) return role;
  if (arms === 'wings') return 'wing';
  if (arms === 'fins') return 'fin';
  if (arms === 'tentacles') return 'tentacle';
  if (role === 'shoulder' || role === 'upperArm') return 'frontUpperLeg';
  return role === 'lowerArm' ? 'frontLowerLeg' : 'frontFoot';
}

/** Left and right by where limbs are: names of mirrored copies lie. */
function sidesOf({ skeleton: { rest, parents }, mesh }: Rig, words: readonly Word[]): RoleSide[] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < mesh.positions.length; i++) {
    low = Math.min(low, mesh.positions[i]);
    high = Math.max(high, mesh.positions[i]);
  }
  const trunk = [...words.keys()].filter(
    (j) => words[j] === 'spine' || words[j] === 'hips' || words[j] === 'head',
  );
  const middle = trunk.map((j) => rest[j * 3]).sort((a, b) => a - b)[Math.floor(trunk.length / 2)] ?? 0;
  const sides: RoleSide[] = [];
  for (const [j, word] of words.entries()) {
    const x = (rest[j * 3] - middle) / (high - low);
    const own: RoleSide = Math.abs(x) < ASIDE ? 'middle' : x > 0 ? 'left' : 'right';
    const above = parents[j] < 0 ? 'middle' : sides[parents[j]];
    const limb = isLeg(word) || PAIRED.has(word);
    sides.push(limb ? (isLeg(word) && above !== 'middle' ? above : own) : 'middle');
  }
  // A limb that starts in the middle is on the side that it leads to.
  for (let j = words.length - 1; j > 0; j--) {
    const p = parents[j];
    const joined = p >= 0 && (isLeg(words[p]) || ARM.includes(words[p]) || words[p] === 'wing');
    if (
      joined &&
      sides[p] === 'middle' &&
      (isLeg(words[j]) || words[j] === words[p] || ARM.includes(words[j]))
    )
      sides[p] = sides[j];
  }
  return sides;
}

/** Legs are front, middle or hind: as named, else by their order along the body on each side. */
function giveRows(
  { skeleton: { rest, parents } }: Rig,
  words: Word[],
  rows: Uint8Array,
  sides: readonly RoleSide[],
): void {
  const isHind = (j: number) => LEG.includes(words[j]);
  const starts = [...words.keys()].filter((j) => isHind(j) && !(parents[j] >= 0 && isHind(parents[j])));
  const hasFront = words.some((word) => word.startsWith('front'));
  for (const side of ['left', 'right'] as const) {
    const legs = starts.filter((j) => sides[j] === side);
    const whole = legs.filter((j) => words[j] === 'hindUpperLeg');
    const reach = (j: number): number =>
      words.reduce((sum, _, k) => (below(parents, k, j) ? Math.max(sum, rest[k * 3 + 2]) : sum), -Infinity);
    const ordered = whole.sort((a, b) => reach(b) - reach(a));
    for (const leg of legs) {
      const place = ordered.indexOf(leg);
      const auto = hasFront || place < 0 || place === ordered.length - 1 ? 3 : place === 0 ? 1 : 2;
      const row = ['front', 'middle', 'hind'][(rows[leg] || auto) - 1];
      for (let k = leg; k < words.length; k++)
        if (isHind(k) && below(parents, k, leg)) words[k] = words[k].replace('hind', row) as Word;
    }
  }
}

function below(parents: Int16Array, joint: number, top: number): boolean {
  let at = joint;
  while (at > top) at = parents[at];
  return at === top;
}

/** Where no joint is called chest, the last of the spine before the neck is. */
function giveChest(words: Word[], parents: Int16Array): void {
  if (words.includes('chest')) return;
  for (const [j, word] of words.entries()) {
    const above = parents[j];
    if ((word === 'neck' || word === 'head') && above >= 0 && words[above] === 'spine')
      words[above] = 'chest';
  }
}

/** The nearest joint above that is of the body. */
function movesOf(joint: number, words: readonly Word[], parents: Int16Array): number {
  for (let up = parents[joint]; up >= 0; up = parents[up])
    if (words[up] !== 'control' && words[up] !== 'unknown') return up;
  return words[joint] === 'hips' ? -1 : UNKNOWN_MOVES;
}
