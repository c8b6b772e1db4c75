import { describe, expect, it } from 'vitest';
import { createBox } from '../../mesh/primitives.js';
import { createSegmentCaster } from '../../mesh/segment-crossings.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';
import { buildBones } from './build-bones.js';

const box = createBox([4, 1, 1]);
const surface = { size: 4, caster: createSegmentCaster(box), winding: createWindingNumber(box) };

const makeSkeleton = (joints: readonly (readonly [string, number, number, number, number])[]): Skeleton => ({
  names: joints.map(([name]) => name),
  parents: Int16Array.from(joints, ([, parent]) => parent),
  rest: Float32Array.from(joints.flatMap(([, , ...place]) => place)),
  frames: Float32Array.from(joints.flatMap(() => [0, 0, 0, 1])),
});

describe('buildBones', () => {
  it('runs to the child with the largest subtree, and on to the surface at the end', () => {
    const bones = buildBones(
      makeSkeleton([
        ['root', -1, -1, 0, 0],
        ['side', 0, -1, 0.3, 0],
        ['next', 0, 0, 0, 0],
        ['last', 2, 1, 0, 0],
      ]),
      surface,
    );
    expect(Array.from(bones.children)).toEqual([2, -1, 3, -1]);
    expect(Array.from(bones.axes.subarray(0, 3))).toEqual([1, 0, 0]);
    // The surface is at 2: the tail goes most of the way there.
    expect(bones.axes[9]).toBeGreaterThan(0.6);
    expect(bones.axes[9]).toBeLessThan(1);
    expect(bones.radii[2]).toBeCloseTo(0.5, 0);
    expect(Array.from(bones.outside)).toEqual([0, 0, 0, 0]);
  });

  it('does not run to one of two twins, nor to a control', () => {
    const bones = buildBones(
      makeSkeleton([
        ['neck', -1, -1, 0, 0],
        ['head', 0, 0, 0, 0],
        ['ear.L', 1, 0.2, 0, 0.3],
        ['ear.R', 1, 0.2, 0, -0.3],
        ['IK_ear', 0, 0.5, 0.2, 0],
        ['IK_tip', 4, 0.6, 0.2, 0],
      ]),
      surface,
    );
    expect(bones.children[0]).toBe(1);
    expect(bones.children[1]).toBe(-1);
    expect(bones.axes[3]).toBeGreaterThan(0.5);
    expect(bones.axes[5]).toBeCloseTo(0, 9);
  });

  it('handles coincident joints, joints outside, and a single root', () => {
    const bones = buildBones(
      makeSkeleton([
        ['a', -1, 9, 0, 0],
        ['b', 0, 9, 0, 0],
        ['c', 1, 9, 1, 0],
      ]),
      surface,
    );
    expect(bones.outside[2]).toBeCloseTo(1, 9);
    expect(bones.radii[2]).toBe(0);
    expect(bones.lengths.every(Number.isFinite)).toBe(true);
    expect(bones.lengths[2]).toBeGreaterThan(0);
    expect(buildBones(makeSkeleton([['only', -1, 0, 0, 0]]), surface).lengths[0]).toBe(0);
  });

  it('follows the orientation of a joint, to the surface or a little past its children', () => {
    const upright = makeSkeleton([
      ['root', -1, -1, -0.4, 0],
      ['body', 0, -1, 0, 0],
      ['leg', 1, 0, 0, 0],
      ['arm', 1, -0.6, 0.1, 0.3],
    ]);
    // The body's +Y along x, where the leg is; the leg's down.
    const turn = Math.SQRT1_2;
    const frames = upright.frames.slice();
    frames.set([0, 0, -turn, turn], 4);
    frames.set([0, 0, 1, 0], 8);
    const bones = buildBones({ ...upright, rest: upright.rest.slice(), frames }, surface);
    expect(Array.from(bones.children)).toEqual([1, 2, -1, -1]);
    expect(bones.axes[7]).toBeLessThan(-0.3);
    expect(bones.axes[7]).toBeGreaterThan(-0.5);
    expect(Math.abs(bones.axes[6])).toBeLessThan(1e-6);
    const moved = upright.rest.slice();
    moved.set([0, 0.4, 0], 6);
    const past = buildBones({ ...upright, rest: moved, frames }, surface);
    expect(past.children[1]).toBe(-1);
    expect(past.axes[3]).toBeCloseTo(1.2, 5);
  });
});
