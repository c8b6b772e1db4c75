import { expect, it } from 'vitest';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { createSampleMeasure } from './measure-samples.js';
import { pickRealPoses } from './pose-subject.js';

/** A wall at x = 0, and a board above a joint at x = 1 that falls through the wall when it turns by +90° about Z. */
const rig: Rig = {
  mesh: {
    positions: Float32Array.of(
      ...[0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1],
      ...[1, 0.5, -0.5, 1, 2, -0.5, 1, 2, 0.5, 1, 0.5, 0.5],
    ),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7),
  },
  skeleton: {
    names: ['wall', 'board'],
    parents: Int16Array.of(-1, 0),
    rest: Float32Array.of(0, 0, 0, 1, 0, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
  },
  skin: {
    joints: Uint16Array.of(0, 0, 0, 0, 1, 1, 1, 1),
    weights: new Float32Array(8).fill(1),
    influenceCount: 1,
  },
};

const rotated = (degrees: number): Pose => {
  const rotations = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1);
  axisAngleInto(rotations, 4, 0, 0, 1, (degrees * Math.PI) / 180);
  return { rotations, root: new Float32Array(3) };
};

const body = normaliseRig(rig);
const clips = [{ name: 'sway', poses: [rotated(-40), rotated(-20), rotated(5), rotated(20)] }];
const real = pickRealPoses({ clips }, body, 100);

it('all four triangles meet where the board falls, none where it sways', () => {
  const meter = createSampleMeasure(body, real, rig);
  expect(meter.measure([rotated(90)]).selfIntersection).toBeCloseTo(Math.log(1001), 9);
  expect(meter.measure([rotated(90), rotated(10)]).selfIntersection).toBeCloseTo(Math.log(1001) / 2, 9);
  expect(meter.measure([rotated(-30)]).selfIntersection).toBe(0);
});

it('so many poses are looked at as there is time for', () => {
  const samples = [rotated(0), rotated(90), rotated(0), rotated(0)];
  const meter = createSampleMeasure(body, real, rig, { intersectionPoses: 2 });
  // The second and the fourth.
  expect(meter.measure(samples).selfIntersection).toBeCloseTo(Math.log(1001) / 2, 9);
  // At least two, however large the mesh.
  const hasty = createSampleMeasure(body, real, rig, { triangleBudget: 1 });
  expect(hasty.measure(samples).selfIntersection).toBeCloseTo(Math.log(1001) / 2, 9);
});

it('measures clips against each other', () => {
  const bow = { name: 'bow', poses: [rotated(10), rotated(50), rotated(60)] };
  const two = pickRealPoses({ clips: [...clips, bow] }, body, 100);
  // Of the joints in seven poses, the board at −40°, −20°, 50° and 60°.
  const figures = createSampleMeasure(body, two, rig).measureClips();
  expect(figures.bounds).toBeCloseTo(4 / 14, 9);
  expect(figures.selfIntersection).toBe(0);
  // One clip has no others.
  expect(createSampleMeasure(body, real, undefined).measureClips()).toEqual({
    plausibility: null,
    logSpread: null,
    selfIntersection: null,
    bounds: null,
  });
});

it('one joint of two is out of bounds; without a surface nothing intersects', () => {
  const figures = createSampleMeasure(body, real, undefined).measure([rotated(31), rotated(29)]);
  expect(figures.bounds).toBe(0.25);
  expect(figures.selfIntersection).toBeNull();
});
