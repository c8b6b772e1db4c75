import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { openTinySpace, randomPose } from '../../test/support/tiny-pose-space.js';
import { measureWalk, WALK_METHODS } from './measure-interpolation.js';
import { breakPose, measureProjection, POSE_FAULTS } from './measure-projection.js';
import { createPoseCloud } from './pose-cloud.js';
import type { RealPoses } from './pose-subject.js';

let space: PoseSpace;
let real: RealPoses;
beforeAll(async () => {
  space = await openTinySpace();
  const poses = [1, 2, 3, 4].map((seed) => randomPose(space, seed));
  real = { poses, clipOf: [0, 0, 1, 1], cloud: createPoseCloud(space.rig, poses) };
});
afterAll(() => space.close());

it('measures three ways between poses of two clips', async () => {
  const options = { walks: 1, steps: 8, walk: { refinements: 1 } };
  const figures = (await measureWalk(space, real, space.anatomy.rig as Rig, options))!;
  expect(figures.walks).toBe(1);
  for (const method of WALK_METHODS) {
    expect(figures.evenness[method]).toBeGreaterThanOrEqual(1);
    expect(figures.evenness[method]).toBeLessThan(1.2);
    expect(figures.detour[method]).toBeGreaterThan(0.99);
    expect(figures.middle[method]).toBeGreaterThan(0);
    expect(figures.intersection[method]).toBeGreaterThanOrEqual(0);
  }
  // No way of the joints' places is shorter than the straight one.
  expect(figures.detour.places).toBeLessThanOrEqual(figures.detour.slerp! + 1e-3);
});

it('has no figure without a mesh, and none without two clips', async () => {
  const options = { walks: 1, steps: 4, walk: { refinements: 0, avoidIntersections: false } };
  expect((await measureWalk(space, real, undefined, options))!.intersection.model).toBeNull();
  expect(await measureWalk(space, { ...real, clipOf: [0, 0, 0, 0] }, undefined, options)).toBeNull();
});

it('breaks poses as told and measures the way back', async () => {
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
  for (const fault of POSE_FAULTS) expect(Number.isFinite(figures[fault].after)).toBe(true);
});
