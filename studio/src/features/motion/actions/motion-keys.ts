/**
 * @file Lists of keyframes: inserted, moved, duplicated, removed, for all joints or for those of one limb. Times are on
 * frames, in ascending order.
 */

import type { KeyPose } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { SketchKey } from '../../../store/document.js';

/** Frames per second of the new clip, unless it says otherwise. */
export const SKETCH_RATE = 30;

const frameOf = (time: number, rate: number): number => Math.max(0, Math.round(time * rate));

/** The nearest frame, seconds. */
export const snapTime = (time: number, rate = SKETCH_RATE): number => frameOf(time, rate) / rate;

export interface KeyList {
  readonly keys: readonly SketchKey[];
  /** Indices of the selected keyframes. */
  readonly selected: readonly number[];
}

/** Which keyframes are meant: those of a limb, or whole ones where it is absent. */
export interface KeyScope {
  /** Joints of the limb; absent: all. */
  readonly limb?: readonly number[];
  /** Number of joints of the body. */
  readonly jointCount: number;
  readonly rate: number;
}

/** Whether a keyframe holds a limb. */
export const keysLimb = ({ joints }: SketchKey, limb: readonly number[]): boolean =>
  joints === undefined || limb.some((joint) => joints.includes(joint));

/** The keyframe at the frame of a time, −1 where there is none. */
export const keyAt = (keys: readonly KeyPose[], time: number, rate = SKETCH_RATE): number =>
  keys.findIndex((key) => frameOf(key.time, rate) === frameOf(time, rate));

/** Keyframes with one more, which replaces one at the same frame. */
export const placeKey = (keys: readonly SketchKey[], time: number, pose: Pose, rate = SKETCH_RATE): KeyList =>
  placeKeys(keys, [{ time, pose }], rate);

/** Keyframes with new ones, which replace those at the same frames, joint by joint, and are selected. */
export function placeKeys(
  keys: readonly SketchKey[],
  placed: readonly SketchKey[],
  rate = SKETCH_RATE,
): KeyList {
  const byFrame = new Map(keys.map((key) => [frameOf(key.time, rate), key]));
  const fresh = new Set<SketchKey>();
  for (const key of placed) {
    const frame = frameOf(key.time, rate);
    const put = mergeKeys(byFrame.get(frame), { ...key, time: snapTime(key.time, rate) });
    byFrame.set(frame, put);
    fresh.add(put);
  }
  const all = [...byFrame.values()].sort((a, b) => a.time - b.time);
  return { keys: all, selected: all.flatMap((key, i) => (fresh.has(key) ? [i] : [])) };
}

/** A keyframe over another at the same frame: its joints replace those that it holds. */
function mergeKeys(old: SketchKey | undefined, key: SketchKey): SketchKey {
  if (!old || !key.joints) return key;
  const pose = replaceJoints(old.pose, key.pose, key.joints);
  const joints = old.joints && [...new Set([...old.joints, ...key.joints])].sort((a, b) => a - b);
  return { ...old, pose, ...(joints && { joints }) };
}

/** A pose with some joints of another; the root carries the position of the body. */
export function replaceJoints(into: Pose, from: Pose, joints: readonly number[]): Pose {
  const rotations = into.rotations.slice();
  const offsets = (into.offsets ?? from.offsets) && new Float32Array((rotations.length / 4) * 3);
  if (into.offsets) offsets?.set(into.offsets);
  for (const joint of joints) {
    rotations.set(from.rotations.subarray(joint * 4, joint * 4 + 4), joint * 4);
    for (let k = joint * 3; offsets && k < joint * 3 + 3; k++) offsets[k] = from.offsets?.[k] ?? 0;
  }
  return { rotations, root: joints.includes(0) ? from.root : into.root, ...(offsets && { offsets }) };
}

/** Keyframes of a scope, moved in time; they replace those that they land on. */
export function moveKeys(
  keys: readonly SketchKey[],
  selected: readonly number[],
  seconds: number,
  scope?: KeyScope,
): KeyList {
  const first = Math.min(...selected.map((i) => keys[i].time));
  const shift = Math.max(seconds, -first);
  const moved = selected.map((i) => ({ ...inScope(keys[i], scope), time: keys[i].time + shift }));
  return placeKeys(removeKeys(keys, selected, scope), moved, scope?.rate);
}

/** Copies of keyframes with the same spacing, from a time on; by default after the last one. */
export function repeatKeys(
  keys: readonly SketchKey[],
  selected: readonly number[],
  scope?: KeyScope,
  from?: number,
): KeyList {
  if (selected.length === 0) return { keys, selected };
  const chosen = selected.map((i) => keys[i]);
  const end = keys[keys.length - 1].time;
  const gap = chosen.length > 1 ? chosen[1].time - chosen[0].time : averageGap(keys);
  const start = from ?? end + gap;
  const copies = chosen.map((key) => ({ ...inScope(key, scope), time: start + key.time - chosen[0].time }));
  return placeKeys(keys, copies, scope?.rate);
}

/** Keyframes without some of them, or without a limb in them. */
export function removeKeys(
  keys: readonly SketchKey[],
  selected: readonly number[],
  scope?: KeyScope,
): readonly SketchKey[] {
  const gone = new Set(selected);
  return keys.flatMap((key, i): readonly SketchKey[] => {
    if (!gone.has(i)) return [key];
    if (!scope?.limb) return [];
    const held = key.joints ?? Array.from({ length: scope.jointCount }, (_, joint) => joint);
    const joints = held.filter((joint) => !scope.limb!.includes(joint));
    return joints.length > 0 ? [{ ...key, joints }] : [];
  });
}

/** What of a keyframe belongs to a scope. */
function inScope(key: SketchKey, scope: KeyScope | undefined): SketchKey {
  if (!scope?.limb) return key;
  const { limb } = scope;
  return { ...key, joints: key.joints ? key.joints.filter((joint) => limb.includes(joint)) : limb };
}

/** All times by a factor, so that the last keyframe lies at the end of a length. */
export function stretchKeys(keys: readonly SketchKey[], seconds: number, rate = SKETCH_RATE): KeyList {
  const end = keys[keys.length - 1]?.time ?? 0;
  if (!(end > 0)) return { keys, selected: [] };
  const stretched = keys.map((key) => ({ ...key, time: (key.time * seconds) / end }));
  return { ...placeKeys([], stretched, rate), selected: [] };
}

/** Average spacing of keyframes, seconds. */
export function averageGap(keys: readonly KeyPose[]): number {
  if (keys.length < 2) return 0.5;
  return (keys[keys.length - 1].time - keys[0].time) / (keys.length - 1);
}
