/** @file Lists of keyframes: inserted, moved, duplicated, removed. Times are on frames, in ascending order. */

import type { KeyPose } from 'posespace/motion';
import type { Pose } from 'posespace/rig';

/** Frames per second of the new clip. */
export const SKETCH_RATE = 30;

const frameOf = (time: number): number => Math.max(0, Math.round(time * SKETCH_RATE));

/** The nearest frame, seconds. */
export const snapTime = (time: number): number => frameOf(time) / SKETCH_RATE;

export interface KeyList {
  readonly keys: readonly KeyPose[];
  /** Indices of the selected keyframes. */
  readonly selected: readonly number[];
}

/** The keyframe at the frame of a time, −1 where there is none. */
export const keyAt = (keys: readonly KeyPose[], time: number): number =>
  keys.findIndex((key) => frameOf(key.time) === frameOf(time));

/** Keyframes with one more, which replaces one at the same frame. */
export function placeKey(keys: readonly KeyPose[], time: number, pose: Pose): KeyList {
  return placeKeys(keys, [{ time, pose }]);
}

/** Keyframes with new ones, which replace those at the same frames and are selected. */
export function placeKeys(keys: readonly KeyPose[], placed: readonly KeyPose[]): KeyList {
  const byFrame = new Map(keys.map((key) => [frameOf(key.time), key]));
  const fresh = new Set<KeyPose>();
  for (const { time, pose } of placed) {
    const key = { time: snapTime(time), pose };
    byFrame.set(frameOf(time), key);
    fresh.add(key);
  }
  const all = [...byFrame.values()].sort((a, b) => a.time - b.time);
  return { keys: all, selected: all.flatMap((key, i) => (fresh.has(key) ? [i] : [])) };
}

/** Keyframes with some of them moved in time; they replace those that they land on. */
export function moveKeys(keys: readonly KeyPose[], selected: readonly number[], seconds: number): KeyList {
  const moving = new Set(selected);
  const first = Math.min(...selected.map((i) => keys[i].time));
  const shift = Math.max(seconds, -first);
  return placeKeys(
    keys.filter((_, i) => !moving.has(i)),
    selected.map((i) => ({ time: keys[i].time + shift, pose: keys[i].pose })),
  );
}

/** Copies of keyframes after the last one, with the same spacing. */
export function repeatKeys(keys: readonly KeyPose[], selected: readonly number[]): KeyList {
  if (selected.length === 0) return { keys, selected };
  const chosen = selected.map((i) => keys[i]);
  const end = keys[keys.length - 1].time;
  const gap = chosen.length > 1 ? chosen[1].time - chosen[0].time : averageGap(keys);
  return placeKeys(
    keys,
    chosen.map(({ time, pose }) => ({ time: end + gap + time - chosen[0].time, pose })),
  );
}

export const removeKeys = (keys: readonly KeyPose[], selected: readonly number[]): readonly KeyPose[] => {
  const gone = new Set(selected);
  return keys.filter((_, i) => !gone.has(i));
};

/** Average spacing of keyframes, seconds. */
export function averageGap(keys: readonly KeyPose[]): number {
  if (keys.length < 2) return 0.5;
  return (keys[keys.length - 1].time - keys[0].time) / (keys.length - 1);
}
