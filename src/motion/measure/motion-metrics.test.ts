import { expect, it } from 'vitest';
import type { Rig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { measureMotion } from './motion-metrics.js';

/** A box of height 2 with one joint. */
const box: Rig = {
  mesh: {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  },
  skeleton: {
    names: ['root'],
    parents: Int16Array.of(-1),
    rest: new Float32Array(3),
    frames: Float32Array.of(0, 0, 0, 1),
  },
  skin: { joints: new Uint16Array(4), weights: Float32Array.of(1, 1, 1, 1), influenceCount: 1 },
};
const moving = (place: (f: number) => readonly [number, number, number], frames = 11): Clip => ({
  name: 'slide',
  times: Float32Array.from({ length: frames }, (_, f) => f / 10),
  poses: Array.from({ length: frames }, (_, f) => ({
    rotations: Float32Array.of(0, 0, 0, 1),
    root: Float32Array.from(place(f)),
  })),
});

it('a box that slides a metre a second skates by half its height, unless the ground goes along', () => {
  const slide = moving((f) => [f / 10, 0, 0]);
  expect(measureMotion(box, slide)).toMatchObject({ penetration: 0, float: 0 });
  expect(measureMotion(box, slide).skate).toBeCloseTo(0.5, 5);
  expect(measureMotion(box, slide, { rootVelocity: [-1, 0, 0] }).skate).toBeCloseTo(0, 5);
  // Above 2 % of the height there is no contact, and then no skate.
  expect(
    measureMotion(
      box,
      moving((f) => [f / 10, 0.05, 0]),
    ),
  ).toMatchObject({ skate: 0, float: 1 });
});

it('depth is that of the deepest vertex, over frames', () => {
  expect(
    measureMotion(
      box,
      moving((f) => [0, f < 5 ? -0.1 : 0, 0], 10),
    ).penetration,
  ).toBeCloseTo(2.5, 4);
  expect(
    measureMotion(
      box,
      moving(() => [0, -0.1, 0]),
      { ground: -0.1 },
    ).penetration,
  ).toBeCloseTo(0, 4);
});

it('jerk is the third derivative, zero for a throw', () => {
  expect(
    measureMotion(
      box,
      moving((f) => [0, 5 + f - 0.1 * f * f, 0]),
    ).jerk,
  ).toBeLessThan(0.01);
  // x = t³ has the jerk 6, over a height of 2.
  expect(
    measureMotion(
      box,
      moving((f) => [(f / 10) ** 3, 5, 0]),
    ).jerk,
  ).toBeCloseTo(3, 1);
});
