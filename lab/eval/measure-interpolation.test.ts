import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { interpolatePoses } from '../../src/pose/path/interpolate-poses.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { type Pose, type Rig, restPose } from '../../src/rig/rig-records.js';
import { openTinySpace, randomPose } from '../../test/support/tiny-pose-space.js';
import { INTERPOLATION_METHODS, measureInterpolation } from './measure-interpolation.js';
import { breakPose, measureProjection, POSE_FAULTS } from './measure-projection.js';
import { createPoseCloud, PERCENT_OF_DIAMETER, poseDistance } from './pose-cloud.js';
import type { RealPoses } from './pose-subject.js';

let space: PoseSpace;
let real: RealPoses;
beforeAll(async () => {
  space = await openTinySpace();
  const poses = [1, 2, 3, 4].map((seed) => randomPose(space, seed));
  real = { poses, clipOf: [0, 0, 1, 1], cloud: createPoseCloud(space.rig, poses) };
});
afterAll(() => space.close());

const QUICK = { refinements: 1, avoidIntersections: false } as const;

it('measures three paths between poses of two clips', async () => {
  const options = { walks: 1, steps: 8, interpolation: { refinements: 1 } };
  const figures = (await measureInterpolation(space, real, space.anatomy.rig as Rig, options))!;
  expect(figures.walks).toBe(1);
  for (const method of INTERPOLATION_METHODS) {
    expect(figures.evenness[method]).toBeGreaterThanOrEqual(1);
    expect(figures.evenness[method]).toBeLessThan(1.2);
    expect(figures.detour[method]).toBeGreaterThan(0.99);
    expect(figures.middle[method]).toBeGreaterThan(0);
    expect(figures.intersection[method]).toBeGreaterThanOrEqual(0);
  }
  // No path of the joint positions is shorter than the straight one.
  expect(figures.detour.places).toBeLessThanOrEqual(figures.detour.slerp! + 1e-3);
});

/** Two end poses, so that the pair that is drawn is known but for its order, among more real poses. */
const between = (ends: readonly [Pose, Pose], more: readonly Pose[] = []): RealPoses => ({
  poses: ends,
  clipOf: [0, 1],
  cloud: createPoseCloud(space.rig, [...ends, ...more]),
});

it('gives the figures of the path that interpolatePoses returns', async () => {
  const [from, to] = real.poses;
  const measured = (await measureInterpolation(space, between([from, to]), undefined, {
    ...{ walks: 1, steps: 8, interpolation: QUICK },
  }))!;
  // Recomputed from the poses themselves, in either order of the ends.
  const expected = await Promise.all(
    [
      [from, to],
      [to, from],
    ].map(async (ends) => {
      const { poses } = await interpolatePoses(space, ends, { ...QUICK, steps: 8 });
      const cloud = createPoseCloud(space.rig, poses);
      const steps = poses.slice(1).map((_, i) => poseDistance(cloud, i, cloud, i + 1));
      const toReal = [0, poses.length - 1].map((end) => poseDistance(cloud, 4, cloud, end));
      return {
        evenness: Math.max(...steps) / Math.min(...steps),
        detour: steps.reduce((sum, step) => sum + step, 0) / poseDistance(cloud, 0, cloud, 8),
        middle: PERCENT_OF_DIAMETER * Math.min(...toReal),
      };
    }),
  );
  const matches = expected.filter(
    ({ evenness, detour, middle }) =>
      Math.abs(evenness - measured.evenness.model!) < 1e-3 &&
      Math.abs(detour - measured.detour.model!) < 1e-3 &&
      Math.abs(middle - measured.middle.model!) < 1e-2,
  );
  expect([measured, expected, matches.length > 0]).toEqual([measured, expected, true]);
});

/** A pose in which one joint is rotated about Z. */
function bent(joint: number, degrees: number): Pose {
  const pose = restPose(space.anatomy.original);
  axisAngleInto(pose.rotations, joint * 4, 0, 0, 1, (degrees * Math.PI) / 180);
  return pose;
}

it('finds the middle of slerp on a real pose that is half-way, and off one that is not', async () => {
  const ends = [bent(1, 30), bent(1, 150)] as const;
  const options = { walks: 1, steps: 8, interpolation: QUICK };
  const near = (await measureInterpolation(space, between(ends, [bent(1, 90)]), undefined, options))!;
  const off = (await measureInterpolation(space, between(ends, [bent(1, 75)]), undefined, options))!;
  expect(near.middle.slerp).toBeLessThan(0.05);
  const cloud = createPoseCloud(space.rig, [bent(1, 90), bent(1, 75)]);
  expect(off.middle.slerp).toBeCloseTo(PERCENT_OF_DIAMETER * poseDistance(cloud, 0, cloud, 1), 1);
  // One joint by slerp: every other joint goes round a circle, π/3 ÷ sin(π/3) times as long as the chord.
  expect(near.detour.slerp).toBeCloseTo(Math.PI / 3 / Math.sin(Math.PI / 3), 1);
  expect(near.detour.places).toBeLessThan(near.detour.slerp! - 0.05);
});

it('counts intersections on the path that the ends do not have', async () => {
  const joint = 1;
  const { skeleton } = space.anatomy.rig;
  const [x, y, z] = skeleton.rest.subarray(joint * 3, joint * 3 + 3);
  const size = 1 / space.rig.scale;
  // A board that the joint carries, upright at rest, and a wall in its way when it has rotated by 90° about Z.
  const board = [0.5, 1, 1, 0.5].flatMap((up, i) => [x, y + up * size, z + (i < 2 ? -0.2 : 0.2) * size]);
  const wall = (across: number) =>
    [-0.15, 0.15, 0.15, -0.15].flatMap((up, i) => [
      x + across * size,
      y + up * size,
      z + (i < 2 ? -0.3 : 0.3) * size,
    ]);
  const rigWith = (across: number): Rig => ({
    mesh: {
      positions: Float32Array.of(...board, ...wall(across)),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7),
    },
    skeleton,
    skin: {
      influenceCount: 1,
      joints: Uint16Array.of(joint, joint, joint, joint, 0, 0, 0, 0),
      weights: new Float32Array(8).fill(1),
    },
  });
  const excess = async (ends: readonly [Pose, Pose], across: number) => {
    const options = { walks: 1, steps: 16, interpolation: QUICK };
    return (await measureInterpolation(space, between(ends), rigWith(across), options))!.intersection.slerp!;
  };
  // Through the wall in the middle; past it on the other side; and ends that are in the wall already.
  const through = await excess([bent(joint, 30), bent(joint, 150)], -0.75);
  expect(through).toBeGreaterThan(0.05);
  expect(through).toBeLessThan(1);
  expect(await excess([bent(joint, 30), bent(joint, 150)], 0.75)).toBe(0);
  expect(await excess([bent(joint, 90), bent(joint, 150)], -0.75)).toBe(0);
});

it('draws the same pairs from the same seed', async () => {
  const options = { walks: 2, steps: 4, interpolation: { refinements: 0, avoidIntersections: false } };
  const measure = (seed: number) => measureInterpolation(space, real, undefined, { ...options, seed });
  const [first, again, other] = [await measure(1), await measure(1), await measure(2)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

it('has no figure without a mesh, and none without two clips', async () => {
  const options = { walks: 1, steps: 4, interpolation: { refinements: 0, avoidIntersections: false } };
  expect((await measureInterpolation(space, real, undefined, options))!.intersection.model).toBeNull();
  expect(await measureInterpolation(space, { ...real, clipOf: [0, 0, 0, 0] }, undefined, options)).toBeNull();
});

it('breaks poses and measures how far projection restores them', async () => {
  const count = space.rig.jointCount;
  const [pose] = real.poses;
  const changed = POSE_FAULTS.map((fault) => {
    const broken = breakPose(pose, count, fault, createRng(1)).rotations;
    return Array.from({ length: count }, (_, j) => broken.slice(j * 4, j * 4 + 4)).filter((rotation, j) =>
      rotation.some((value, k) => value !== pose.rotations[j * 4 + k]),
    ).length;
  });
  expect(changed[0]).toBe(0);
  expect(changed[1]).toBe(1);
  expect(changed[2]).toBeGreaterThan(1);
  expect(changed[3]).toBe(count - 1);
  const figures = (await measureProjection(space, real, { poses: 1 }))!;
  expect(figures.none.before).toBe(0);
  expect(figures.joint.before).toBeGreaterThan(0);
  // A fifth of the joints at random is worse than one joint; projection changes every pose by a finite distance.
  expect(figures.fifth.before).toBeGreaterThan(figures.shaken.before! / 10);
  for (const fault of POSE_FAULTS) expect(Number.isFinite(figures[fault].after)).toBe(true);
});
