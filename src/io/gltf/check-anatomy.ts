/**
 * @file Whether what a file says of its joints is what it should be (docs/format.md): files come from strangers, and what
 * is read here is taken for the truth everywhere else.
 */

import { dot, type Vec3 } from '../../math/vector.js';
import type { Anatomy } from '../../rig/rig-records.js';
import { asRecord } from './own-extras.js';

/** An anatomy as it stands in a file: one entry per joint; joints are numbers in these lists, −1 for none. */
export interface SavedAnatomy {
  readonly version: number;
  readonly joints: readonly string[];
  readonly parents: readonly number[];
  /** Rest positions, scene space. [J · 3] */
  readonly rest: readonly number[];
  readonly roles: readonly string[];
  readonly sides: readonly number[];
  readonly limbs: readonly number[];
  readonly moves: readonly number[];
  readonly partners: readonly number[];
  readonly confidence: readonly number[];
  readonly up: Vec3;
  readonly forward: Vec3;
  readonly from: Anatomy['from'];
}

const FROM: readonly unknown[] = ['user', 'file', 'network'] satisfies Anatomy['from'][];
/** Joints that an index of 16 bits can have. */
const MOST_JOINTS = 32767;
/** How far a direction may be from unit length, and two from perpendicular. */
const ROUNDING = 1e-3;

/** What is saved, where all of it is as the format wants it; else undefined. */
export function checkAnatomy(value: unknown): SavedAnatomy | undefined {
  const saved = asRecord(value) as Partial<Record<keyof SavedAnatomy, unknown>>;
  const { joints, up, forward } = saved;
  if (!Array.isArray(joints) || joints.length === 0 || joints.length > MOST_JOINTS) return undefined;
  const count = joints.length;
  const each = (list: unknown, isRight: (one: unknown) => boolean, length = count): boolean =>
    Array.isArray(list) && list.length === length && list.every(isRight);
  const between = (low: number, high: number) => (one: unknown) =>
    Number.isInteger(one) && (one as number) >= low && (one as number) <= high;
  const isText = (one: unknown) => typeof one === 'string';
  const isJoint = between(-1, count - 1);
  const areLists =
    each(joints, isText) &&
    each(saved.parents, isJoint) &&
    each(saved.rest, Number.isFinite, 3 * count) &&
    each(saved.roles, isText) &&
    each(saved.sides, between(-1, 1)) &&
    each(saved.limbs, isJoint) &&
    each(saved.moves, isJoint) &&
    each(saved.partners, isJoint) &&
    each(saved.confidence, (one) => typeof one === 'number' && one >= 0 && one <= 1);
  if (!areLists || !isDirection(up) || !isDirection(forward) || !FROM.includes(saved.from)) return undefined;
  if (Math.abs(dot(up, forward)) > ROUNDING) return undefined;
  const whole = saved as SavedAnatomy;
  return isTree(whole) && areMutual(whole.partners) ? whole : undefined;
}

const isDirection = (value: unknown): value is Vec3 =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every(Number.isFinite) &&
  Math.abs(Math.hypot(...(value as number[])) - 1) < ROUNDING;

/** Whether every joint is the partner of its partner. */
const areMutual = (partners: readonly number[]): boolean =>
  partners.every((partner, j) => partner < 0 || partners[partner] === j);

/** Whether there is a body, no joint moves with itself, however far up, and none of the body with a control. */
function isTree({ moves, roles }: SavedAnatomy): boolean {
  const isBody = (j: number) => roles[j] !== 'control';
  if (!moves.some((above, j) => above < 0 && isBody(j))) return false;
  if (moves.some((above, j) => above >= 0 && isBody(j) && !isBody(above))) return false;
  const ends = new Uint8Array(moves.length); // 1: on the way, 2: leads to the end
  return moves.every((_, start) => {
    const way: number[] = [];
    let j = start;
    for (; j >= 0 && ends[j] === 0; j = moves[j]) {
      ends[j] = 1;
      way.push(j);
    }
    if (j >= 0 && ends[j] === 1) return false;
    for (const one of way) ends[one] = 2;
    return true;
  });
}
