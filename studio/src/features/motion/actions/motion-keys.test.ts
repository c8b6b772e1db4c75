import { describe, expect, it } from 'vitest';
import type { SketchKey } from '../../../store/document.js';
import {
  keyAt,
  keysLimb,
  moveKeys,
  placeKey,
  removeKeys,
  repeatKeys,
  snapTime,
  stretchKeys,
} from './motion-keys.js';

const pose = () => ({ rotations: Float32Array.of(0, 0, 0, 1), root: new Float32Array(3) });
const keysAt = (...times: number[]): SketchKey[] => times.map((time) => ({ time, pose: pose() }));
const timesOf = (keys: readonly SketchKey[]) => keys.map(({ time }) => time);

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
  expect(timesOf(moved)).toEqual([0, 1.6, 2, 2.1].map((time) => snapTime(time)));
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

describe('keyframes of one limb', () => {
  const angles = (...values: number[]) => ({
    rotations: Float32Array.from(values.flatMap((x) => [x, 0, 0, 1])),
    root: new Float32Array(3),
  });
  const scope = { limb: [2], jointCount: 3, rate: 30 };
  const keys: SketchKey[] = [
    { time: 0, pose: angles(0, 0, 0) },
    { time: 1, pose: angles(1, 1, 1) },
  ];

  it('move without the others', () => {
    const { keys: moved, selected } = moveKeys(keys, [1], 0.5, scope);
    expect(timesOf(moved)).toEqual([0, 1, 1.5]);
    expect(moved.map((key) => keysLimb(key, [2]))).toEqual([true, false, true]);
    expect(moved.map((key) => keysLimb(key, [0]))).toEqual([true, true, false]);
    expect(selected).toEqual([2]);
  });

  it('are copied onto another keyframe, whose other joints stay', () => {
    const { keys: copied } = repeatKeys(keys, [0], scope, 1);
    expect(copied.length).toBe(2);
    expect(copied[1].pose.rotations).toEqual(angles(1, 1, 0).rotations);
    expect(copied[1].joints).toBeUndefined();
  });

  it('are deleted; a keyframe without joints is gone', () => {
    const left = removeKeys(keys, [1], scope);
    expect(left[1].joints).toEqual([0, 1]);
    expect(removeKeys(left, [1], { ...scope, limb: [0, 1] }).length).toBe(1);
  });
});

it('a new length stretches all keyframes', () => {
  expect(timesOf(stretchKeys(keysAt(0, 0.5, 1), 2).keys)).toEqual([0, 1, 2]);
});
