/**
 * @file One animation curve: a number over time, between keys constant, linear or a cubic Bézier.
 *
 * Flags, slopes and weights are stored once per run of equal keys. A cubic's slopes are those of the key's right
 * side and of the next key's left side; a key with automatic tangents stores none and gets those of its
 * neighbours' chord.
 */

import { requireInput } from '../../../base/errors.js';
import { findChild, numbersOf } from './fbx-node.js';
import type { FbxObject } from './fbx-scene.js';

/** Ticks of FBX time per second. */
const TICKS = 46186158000;

const CONSTANT = 0x2;
const CUBIC = 0x8;
const TANGENT_AUTO = 0x100;
const TANGENT_TCB = 0x200;
const TANGENT_USER = 0x400;
const WEIGHTED_RIGHT = 0x1000000;
const WEIGHTED_NEXT_LEFT = 0x2000000;

type Kind = 0 | 1 | 2;
export const KEY_CONSTANT: Kind = 0;
export const KEY_LINEAR: Kind = 1;
export const KEY_CUBIC: Kind = 2;

export interface FbxCurve {
  /** Seconds, strictly increasing. [N] */
  readonly times: Float64Array;
  /** [N] */
  readonly values: Float64Array;
  /** How each key goes on to the next. [N] */
  readonly kinds: Uint8Array;
  /** Cubic: slope right of the key, slope left of the next, and both weights (1/3 is none). [N, 4] */
  readonly tangents: Float64Array;
}

/** Seconds of a time in ticks. */
export const secondsOf = (ticks: number): number => ticks / TICKS;

/** Reads an AnimationCurve; undefined where it has no keys. */
export function readCurve({ node, id }: FbxObject): FbxCurve | undefined {
  const ticks = numbersOf(findChild(node, 'KeyTime'));
  const raw = numbersOf(findChild(node, 'KeyValueFloat'));
  requireInput(
    ticks.length === raw.length,
    `io/readFbx: animation curve ${id} has ${ticks.length} times and ${raw.length} values; export the file again`,
  );
  if (ticks.length === 0) return undefined;
  const order = keyOrder(ticks);
  const times = Float64Array.from(order, (i) => secondsOf(ticks[i]));
  const values = Float64Array.from(order, (i) => raw[i]);
  // A thousand rotations, a thousand kilometres and 32,000 years are more than any motion needs.
  requireInput(
    times.every((t) => Math.abs(t) < 1e12) && values.every((v) => Math.abs(v) < 1e12),
    `io/readFbx: animation curve ${id} has a key that is no sensible number; export the file again`,
  );
  const kinds = new Uint8Array(order.length).fill(KEY_LINEAR);
  const tangents = new Float64Array(order.length * 4);
  const flags = numbersOf(findChild(node, 'KeyAttrFlags'));
  const data = numbersOf(findChild(node, 'KeyAttrDataFloat'));
  const runs = numbersOf(findChild(node, 'KeyAttrRefCount'));
  let key = 0;
  for (let run = 0; run < flags.length && key < order.length; run++) {
    const end = Math.min(order.length, key + Math.max(0, runs.length > run ? runs[run] : 1));
    for (; key < end; key++) {
      const flag = flags[run];
      kinds[key] = flag & CUBIC ? KEY_CUBIC : flag & CONSTANT ? KEY_CONSTANT : KEY_LINEAR;
      if (kinds[key] === KEY_CUBIC)
        setTangents(tangents, key, times, values, flag, data.subarray(run * 4, run * 4 + 4));
    }
  }
  return { times, values, kinds, tangents };
}

/** Keys by time, the last of those at one time. */
function keyOrder(ticks: ArrayLike<number>): number[] {
  const order = Array.from(ticks, (_, i) => i);
  let sorted = true;
  for (let i = 1; i < ticks.length && sorted; i++) sorted = ticks[i] > ticks[i - 1];
  if (sorted) return order;
  order.sort((a, b) => ticks[a] - ticks[b] || a - b);
  return order.filter((key, i) => i + 1 === order.length || ticks[order[i + 1]] !== ticks[key]);
}

function setTangents(
  tangents: Float64Array,
  key: number,
  times: Float64Array,
  values: Float64Array,
  flag: number,
  data: ArrayLike<number>,
): void {
  const stored = (flag & TANGENT_USER) !== 0 || (flag & (TANGENT_AUTO | TANGENT_TCB)) === 0;
  const finite = (value: number): boolean => Math.abs(value) < 1e12;
  tangents[key * 4] = stored && finite(data[0]) ? data[0] : chordSlope(times, values, key);
  tangents[key * 4 + 1] = stored && finite(data[1]) ? data[1] : chordSlope(times, values, key + 1);
  tangents[key * 4 + 2] = tangents[key * 4 + 3] = 1 / 3;
  if (!stored || !(flag & (WEIGHTED_RIGHT | WEIGHTED_NEXT_LEFT))) return;
  // Two 16-bit weights in units of 1e-4 share the bits of one float.
  const bits = new Uint32Array(Float32Array.of(data[2]).buffer)[0];
  const weight = (packed: number): number => Math.min(1, Math.max(1e-3, packed * 1e-4));
  if (flag & WEIGHTED_RIGHT) tangents[key * 4 + 2] = weight(bits & 0xffff);
  if (flag & WEIGHTED_NEXT_LEFT) tangents[key * 4 + 3] = weight(bits >>> 16);
}

function chordSlope(times: Float64Array, values: Float64Array, key: number): number {
  const a = Math.max(0, key - 1);
  const b = Math.min(times.length - 1, key + 1);
  return b > a ? (values[b] - values[a]) / (times[b] - times[a]) : 0;
}

/** The key at or before a time, −1 before the first. */
export function findKey(curve: FbxCurve, time: number): number {
  let low = 0;
  let high = curve.times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve.times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value at a time; before the first key and after the last it stays. */
export function sampleCurve(curve: FbxCurve, time: number): number {
  const { times, values, kinds, tangents } = curve;
  const key = findKey(curve, time);
  if (key < 0) return values[0];
  if (key === times.length - 1 || times[key] === time || kinds[key] === KEY_CONSTANT) return values[key];
  const span = times[key + 1] - times[key];
  const t = (time - times[key]) / span;
  if (kinds[key] === KEY_LINEAR) return values[key] + (values[key + 1] - values[key]) * t;
  const [rightSlope, leftSlope, rightWeight, leftWeight] = tangents.subarray(key * 4, key * 4 + 4);
  const s = solveBezier(rightWeight, 1 - leftWeight, t);
  return bezier(
    values[key],
    values[key] + rightSlope * rightWeight * span,
    values[key + 1] - leftSlope * leftWeight * span,
    values[key + 1],
    s,
  );
}

function bezier(a: number, b: number, c: number, d: number, s: number): number {
  const r = 1 - s;
  return a * r * r * r + 3 * b * r * r * s + 3 * c * r * s * s + d * s * s * s;
}

/** The parameter at which a Bézier from 0 to 1 with controls b and c, in 0..1, reaches x. */
function solveBezier(b: number, c: number, x: number): number {
  if (Math.abs(b - 1 / 3) < 1e-6 && Math.abs(c - 2 / 3) < 1e-6) return x;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (bezier(0, b, c, 1, middle) < x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
