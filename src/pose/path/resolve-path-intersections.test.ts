import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { openTinySpace } from '../../../test/support/tiny-pose-space.js';
import { axisAngleInto } from '../../math/quaternion.js';
import { restPose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import { chordLengths, pathLength, resamplePath } from '../records/pose-path.js';
import { createRepairTools } from '../repair/repair-tools.js';
import type { RepairTools } from '../repair/repair-workspace.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { intersectionExcess, resolvePathIntersections } from './resolve-path-intersections.js';

let space: PoseSpace;
let tools: RepairTools;
beforeAll(async () => {
  space = await openTinySpace();
  tools = await createRepairTools(space, { limits: 'none', restOverlaps: 'counted' });
});
afterAll(() => space.close());

/** The front legs swing across each other: clean at both ends, tangled in between. */
function crossing(most = 0.7) {
  const { names, rest } = space.anatomy.original;
  const legs = ['leftFrontUpperLeg', 'rightFrontUpperLeg'].map((name) => names.indexOf(name));
  const poses = [0, most, 0].map((angle) => {
    const pose = restPose(space.anatomy.original);
    for (const j of legs) axisAngleInto(pose.rotations, j * 4, 0, 0, 1, rest[j * 3] > 0 ? -angle : angle);
    return pose;
  });
  return resamplePath(space.rig, posesToPath(space, poses), 12);
}

it('bends a path until less of the skin intersects, and keeps its ends and even steps', async () => {
  const path = crossing();
  const before = await intersectionExcess(tools, path);
  expect(before).toBeGreaterThan(0);
  const free = await resolvePathIntersections(tools, path);
  expect(await intersectionExcess(tools, free)).toBeLessThan(0.5 * before);
  const size = space.rig.jointCount * 4;
  expectClose(free.rotations.slice(0, size), path.rotations.slice(0, size), 1e-9);
  const chords = chordLengths(space.rig, free);
  expect(Math.max(...chords) / Math.min(...chords)).toBeLessThan(1.6);
});

it('takes no detour', async () => {
  const path = crossing(0.6);
  const free = await resolvePathIntersections(tools, path);
  expect(pathLength(space.rig, free)).toBeLessThanOrEqual(1.04 * pathLength(space.rig, path));
  expect(await intersectionExcess(tools, free)).toBeLessThan(0.9 * (await intersectionExcess(tools, path)));
});

it('leaves a clean path alone', async () => {
  const rest = restPose(space.anatomy.original);
  const path = resamplePath(space.rig, posesToPath(space, [rest, rest]), 4);
  expect(await resolvePathIntersections(tools, path)).toBe(path);
});
