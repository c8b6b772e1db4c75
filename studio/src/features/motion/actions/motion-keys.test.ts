import type { KeyPose } from 'posespace/motion';
import { expect, it } from 'vitest';
import { keyAt, moveKeys, placeKey, removeKeys, repeatKeys, snapTime } from './motion-keys.js';

const pose = () => ({ rotations: Float32Array.of(0, 0, 0, 1), root: new Float32Array(3) });
const keysAt = (...times: number[]): KeyPose[] => times.map((time) => ({ time, pose: pose() }));
const timesOf = (keys: readonly KeyPose[]) => keys.map(({ time }) => time);

it('a keyframe is inserted on a frame, in order, and replaces the one there', () => {
  const keys = keysAt(0, 1);
  const { keys: more, selected } = placeKey(keys, 0.51, pose());
  expect(timesOf(more)).toEqual([0, 0.5, 1]);
  expect(selected).toEqual([1]);
  const other = pose();
  const replaced = placeKey(more, 0.5, other).keys;
  expect(replaced.length).toBe(3);
  expect(replaced[1].pose).toBe(other);
});

it('keyframes move together, past others, and not before the start', () => {
  const keys = keysAt(0, 0.5, 1, 2);
  const { keys: moved, selected } = moveKeys(keys, [1, 2], 1.1);
  expect(timesOf(moved)).toEqual([0, 1.6, 2, 2.1].map(snapTime));
  expect(selected).toEqual([1, 3]);
  expect(timesOf(moveKeys(keys, [1, 2], -3).keys)).toEqual([0, 0.5, 2]);
});

it('a keyframe that lands on another replaces it', () => {
  const keys = keysAt(0, 1, 2);
  const { keys: moved } = moveKeys(keys, [2], -1);
  expect(timesOf(moved)).toEqual([0, 1]);
  expect(moved[1].pose).toBe(keys[2].pose);
});

it('copies follow the last keyframe', () => {
  const keys = keysAt(0, 0.5, 1);
  expect(timesOf(repeatKeys(keys, [0]).keys)).toEqual([0, 0.5, 1, 1.5]);
  const { keys: twice, selected } = repeatKeys(keys, [0, 2]);
  expect(timesOf(twice)).toEqual([0, 0.5, 1, 2, 3]);
  expect(selected).toEqual([3, 4]);
  expect(twice[3].pose).toBe(keys[0].pose);
});

it('finds and removes keyframes', () => {
  const keys = keysAt(0, 0.5, 1);
  expect(keyAt(keys, 0.501)).toBe(1);
  expect(keyAt(keys, 0.6)).toBe(-1);
  expect(timesOf(removeKeys(keys, [0, 2]))).toEqual([0.5]);
});
