import { describe, expect, it } from 'vitest';
import type { Skeleton } from '../rig-records.js';
import { findBoneDirections } from './bone-directions.js';

const S = Math.SQRT1_2;
const UP = [0, 0, 0, 1];
/** Turns +Y to +X, to −X, to −Y. */
const RIGHT = [0, 0, -S, S];
const LEFT = [0, 0, S, S];
const DOWN = [0, 0, 1, 0];

function makeSkeleton(
  joints: readonly (readonly [parent: number, place: readonly number[], frame: readonly number[]])[],
): Skeleton {
  return {
    names: joints.map((_, j) => `j${j}`),
    parents: Int16Array.from(joints, ([parent]) => parent),
    rest: Float32Array.from(joints.flatMap(([, place]) => place)),
    frames: Float32Array.from(joints.flatMap(([, , frame]) => frame)),
  };
}

const directionOf = (directions: Float64Array | undefined, joint: number) =>
  directions &&
  Array.from(directions.subarray(joint * 3, joint * 3 + 3), (x) => Math.round(x * 1e3) / 1e3 + 0);

describe('findBoneDirections', () => {
  it('finds tips by the axis that the chains run along', () => {
    const directions = findBoneDirections(
      makeSkeleton([
        [-1, [0, 0, 0], UP],
        [0, [0, 1, 0], RIGHT],
        [1, [1, 1, 0], DOWN],
      ]),
      1,
    );
    expect(directionOf(directions, 2)).toEqual([0, -1, 0]);
    // The same joints along +X: every frame rotated from +Y to +X first, q · (Y→X)⁻¹ applied on the right.
    const along = findBoneDirections(
      makeSkeleton([
        [-1, [0, 0, 0], LEFT],
        [0, [0, 1, 0], LEFT],
        [1, [0, 2, 0], LEFT],
        [2, [0, 3, 0], UP],
        [3, [1, 3, 0], DOWN],
      ]),
      1,
    );
    expect(directionOf(along, 4)).toEqual([-1, 0, 0]);
  });

  it('ignores orientations that are equal, missing or point to no child', () => {
    const chain = [
      [-1, [0, 0, 0], UP],
      [0, [0, 1, 0], UP],
      [1, [0, 2, 0], UP],
    ] as const;
    expect(findBoneDirections(makeSkeleton(chain), 1)).toBeUndefined();
    expect(findBoneDirections({ ...makeSkeleton(chain), frames: new Float32Array() }, 1)).toBeUndefined();
    const tilted = [S * 0.8, S * 0.6, 0, S];
    const crooked = Array.from(
      { length: 9 },
      (_, j) => [j - 1, [j, j * 0.5, j * 0.3], j % 2 ? tilted : UP] as const,
    );
    expect(findBoneDirections(makeSkeleton(crooked), 10)).toBeUndefined();
  });

  it('ignores directions that are not mirrored', () => {
    const legs = (left: readonly number[], right: readonly number[]) =>
      findBoneDirections(
        makeSkeleton([
          [-1, [0, 0, 0], UP],
          [0, [0, 1, 0], UP],
          [0, [0.2, 0, 0], left],
          [0, [-0.2, 0, 0], right],
        ]),
        1,
      );
    expect(legs(RIGHT, RIGHT)).toBeUndefined();
    expect(directionOf(legs(RIGHT, LEFT), 3)).toEqual([-1, 0, 0]);
  });
});
